import FerryBytes

/// What one call on the direct road shares: options, user info, and what there is to say about
/// the last failure.
public final class WireContext {
  /// What the caller passed along.
  public let userInfo: [CodingUserInfoKey: any Sendable]
  /// Options of a module above, which knows their type: how dates are written, for one.
  package let foundation: AnyObject?
  /// The way to the Codable road.
  package let codable: (any CodableRoad)?
  /// Whether somebody else's coder does the work, which has its own ways with dates and the like.
  @usableFromInline package let isForeign: Bool
  /// Whether a ``LossReport`` gets what was left out once it is known that what was read counts.
  let holdsLosses: Bool
  /// What was left out and not reported yet.
  var heldLosses: [LossReport.Loss] = []
  /// What is known about the last failure.
  package private(set) var note:
    (problem: WireProblem, expectation: Expectation?, failure: Failure)?
  /// The addresses of keys that many records may have, see ``SharedTexts``.
  private var sharedKeys: Range<UInt> = 0..<0
  /// The strings of such keys, by their addresses.
  private var sharedStrings: [UInt: String] = [:]

  package init(
    userInfo: [CodingUserInfoKey: any Sendable] = [:], foundation: AnyObject? = nil,
    codable: (any CodableRoad)? = nil, isForeign: Bool = false, holdsLosses: Bool = false
  ) {
    self.isForeign = isForeign
    self.holdsLosses = holdsLosses
    self.userInfo = userInfo
    self.foundation = foundation
    self.codable = codable
  }

  /// Says that many records may have the keys in the first `end` bytes of `input`, which stays where
  /// it is as long as the context is used.
  package func shareKeys(in input: UnsafePointer<UInt8>, upTo end: Int) {
    let start = UInt(bitPattern: input)
    sharedKeys = start..<start + UInt(end)
  }

  /// The text of `key`, as one string for all records that share the key.
  @usableFromInline
  package func string(of key: FieldKey) -> String {
    let address = unsafe UInt(bitPattern: key.start)
    guard key.count > ShortString.capacity, sharedKeys.contains(address) else { return key.string }
    if let known = sharedStrings[address] { return known }
    let string = key.string
    sharedStrings[address] = string
    return string
  }

  /// Keeps what there is to say about `failure`, and returns it.
  @inline(never)
  package func note(
    _ problem: WireProblem, _ failure: Failure, expecting expectation: Expectation? = nil
  ) -> Failure {
    note = (problem, expectation, failure)
    return failure
  }

  /// What was expected in place of the value of `failure`, if it is the last one.
  package func expectation(of failure: Failure) -> Expectation? {
    guard let note, note.failure == failure else { return nil }
    return note.expectation
  }

  /// What a type's own code threw, if `failure` stands for that: it leaves the call as it is, so
  /// nobody has to find out more.
  public func thrownError(of failure: Failure) -> (any Error)? {
    guard case .thrown(let error) = problem(of: failure) else { return nil }
    return error
  }

  /// What there is to say about `failure`, if it is the last one.
  package func problem(of failure: Failure) -> WireProblem? {
    guard let note, note.failure == failure else { return nil }
    return note.problem
  }
}

/// What there is to say about a failure besides its kind and place.
package enum WireProblem {
  /// The value is no such type.
  case mismatch(any Any.Type)
  /// The record lacks these keys, which the expectation has as paths or as they are.
  case missing([String])
  /// The value, of another type than this one, for the reason given.
  case mismatchBecause(any Any.Type, String)
  /// The value means nothing.
  case invalid(String)
  /// The value cannot be written, for the reason given.
  case unwritable(Any, String)
  /// The value holds a document of its own, which did not decode.
  case embedded(DecodingError)
  /// Somebody else threw it.
  case thrown(any Error)
  /// The Codable road threw it, for a value of which it does not know the place.
  case unplaced(any Error)

  /// What there is to say about a record to which two types write one key.
  package static func sharedTwice(_ key: String) -> String {
    "Two types that share a record by @Flatten write the key '\(key)'."
  }
}

/// The Codable road, as the direct road sees it.
package protocol CodableRoad {
  /// Decodes a `T` from the tape that `read` fills with ranges of `input`.
  func decode<T: Decodable>(
    _ type: T.Type, from input: UnsafeBufferPointer<UInt8>,
    read: (inout Tape) throws(Failure) -> Void
  ) throws -> T

  /// Encodes `value` to a tape and lends it.
  func encode<T: Encodable>(
    _ value: T, write: (TapeView) throws(Failure) -> Void
  ) throws
}
