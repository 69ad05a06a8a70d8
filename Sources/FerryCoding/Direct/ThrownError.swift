public import FerryTape

/// An error of somebody else's that a ``WireFailure`` stands for.
package final class ThrownError {
  /// How the error leaves the outermost call.
  package enum Kind {
    /// As it is.
    case final
    /// As it is, but `Codable` threw it for a value of which it does not know the place.
    case unplaced
    /// As part of another: it is of a document that lies in the value.
    case embedded
  }

  private let error: any Error
  private let kind: Kind

  fileprivate init(_ error: any Error, _ kind: Kind) {
    self.error = error
    self.kind = kind
  }

  /// The object of a ``WireProblem/thrown(_:)``: nothing else makes one.
  static func of(_ object: AnyObject) -> ThrownError {
    unsafe unsafeDowncast(object, to: ThrownError.self)
  }

  /// The error that leaves the call, of a value that `path` leads to.
  func error(at path: @autoclosure () -> [any CodingKey], _ failure: WireFailure? = nil)
    -> any Error
  {
    guard kind == .embedded, let error = error as? DecodingError else { return error }
    return error.embedded(at: path(), failure)
  }

  /// The error if nobody has to find out more.
  fileprivate var final: (any Error)? { kind == .final ? error : nil }

  /// What was wrong, for people.
  var reason: String {
    guard kind == .embedded, let error = error as? DecodingError else { return "\(error)" }
    return error.context.debugDescription
  }
}

extension _WireContext {
  /// What the caller passed along.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    (options as? CallOptions)?.userInfo ?? [:]
  }

  /// What a type's own code threw, if `failure` stands for that: it leaves the call as it is, so
  /// nobody has to find out more.
  public func thrownError(of failure: WireFailure) -> (any Error)? {
    guard case .thrown(let error) = problem(of: failure) else { return nil }
    return ThrownError.of(error).final
  }

  /// The failure for an error of somebody else's.
  @inline(never)
  package func failure(
    _ error: any Error, at position: Int = -1, as kind: ThrownError.Kind = .final
  ) -> WireFailure {
    if let failure = error as? WireFailure { return failure }
    return note(.thrown(ThrownError(error, kind)), WireFailure(.invalidValue, offset: position))
  }
}

extension WireReader where Self: ~Copyable {
  /// What the caller passed along.
  public var userInfo: [CodingUserInfoKey: any Sendable] { context.userInfo }

  /// The failure for an error of somebody else's, which leaves the outermost call as it is.
  @inline(never)
  public func failure(_ error: any Error, at position: Int) -> WireFailure {
    context.failure(error, at: position)
  }

  /// The failure of a value that holds a document of its own, for that one's error.
  package func failure(embedding error: any Error, at position: Int) -> WireFailure {
    context.failure(error, at: position, as: error is DecodingError ? .embedded : .final)
  }
}

extension WireWriter where Self: ~Copyable {
  /// What the caller passed along.
  public var userInfo: [CodingUserInfoKey: any Sendable] { context.userInfo }

  /// The failure of a value that cannot be written: an error of somebody else's leaves the
  /// outermost call as it is.
  @inline(never)
  public func failure(_ error: any Error) -> WireFailure { context.failure(error) }
}
