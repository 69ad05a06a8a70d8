import FerryBytes

/// What one call of direct coding shares: options, user info, and what there is to say about
/// the last failure.
public final class _WireContext {
  /// The options of the call, of a module above, which knows their type.
  package let options: (any WireOptions)?
  /// Options of another module above: how dates are written, for one.
  package let foundation: AnyObject?
  /// Whether somebody else's coder does the work, which has its own ways with dates and the like.
  @usableFromInline package let isForeign: Bool
  /// Whether what was left out is reported once it is known that what was read counts.
  package let holdsLosses: Bool
  /// What was left out and not reported yet.
  package var heldLosses: (any HeldLosses)?
  /// What is known about the last failure.
  package private(set) var note:
    (problem: WireProblem, expectation: Expectation?, failure: WireFailure)?
  /// The addresses of keys that many objects may have, see ``SharedTexts``.
  private var sharedKeys: Range<UInt> = 0..<0
  /// The strings of such keys, by their addresses.
  private var sharedStrings: [UInt: String] = [:]

  package init(
    _ options: (any WireOptions)? = nil, foundation: AnyObject? = nil, isForeign: Bool = false,
    holdsLosses: Bool = false
  ) {
    self.options = options
    self.foundation = foundation
    self.isForeign = isForeign
    self.holdsLosses = holdsLosses
  }

  /// Says that many objects may have the keys in the first `end` bytes of `input`, which stays where
  /// it is as long as the context is used.
  package func shareKeys(in input: ByteView) {
    let start = unsafe UInt(bitPattern: input.start)
    sharedKeys = start..<start + UInt(input.count)
  }

  /// The text of `key`, as one string for all objects that share the key.
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
    _ problem: WireProblem, _ failure: WireFailure, expecting expectation: Expectation? = nil
  ) -> WireFailure {
    note = (problem, expectation, failure)
    return failure
  }

  /// What was expected in place of the value of `failure`, if it is the last one.
  package func expectation(of failure: WireFailure) -> Expectation? {
    guard let note, note.failure == failure else { return nil }
    return note.expectation
  }

  /// What there is to say about `failure`, if it is the last one.
  package func problem(of failure: WireFailure) -> WireProblem? {
    guard let note, note.failure == failure else { return nil }
    return note.problem
  }

  /// Tells the caller, who may have asked for it, about an element that is left out: that at `index`,
  /// or the value of `key`.
  @usableFromInline @inline(never)
  package func lose(_ failure: WireFailure, at index: Int, key: String? = nil) {
    options?.report(failure, at: index, key: key, in: self)
  }

  /// Tells the caller what was left out since the last time.
  package func reportHeldLosses() {
    guard let losses = heldLosses else { return }
    heldLosses = nil
    losses.report()
  }
}

/// The options of a call.
package protocol WireOptions: AnyObject {
  /// Tells the caller about an element that is left out: that at `index`, or the value of `key`.
  func report(_ failure: WireFailure, at index: Int, key: String?, in context: _WireContext)
}

/// Reports of elements that wait.
package protocol HeldLosses: AnyObject {
  /// Tells the caller about them.
  func report()
}

/// What there is to say about a failure besides its kind and place.
package enum WireProblem {
  /// The value is no such type.
  case mismatch(TypeNote)
  /// The object lacks these keys, which the expectation has as paths or as they are.
  case missing([String])
  /// The value, of another type than this one, for the reason given.
  case mismatchBecause(TypeNote, String)
  /// The value means nothing.
  case invalid(String)
  /// The value cannot be written, for the reason given.
  case unwritable(ValueNote, String)
  /// Somebody else threw an error, which a module above has put into the object.
  case thrown(AnyObject)

  /// What there is to say about an object to which two types write one key.
  package static func sharedTwice(_ key: String) -> String {
    "Two types that share an object by @Flatten write the key '\(key)'."
  }
}

/// What stands in place of a value that failed, as far as the code that read it knows: reports are
/// worded by it.
package enum Expectation: Sendable {
  /// Required keys, as paths from the object that lacks them; or as keys, which may have dots.
  case keys([String], arePaths: Bool)
  /// A number that the type can hold.
  case number(TypeNote)
  /// A raw value of the type.
  case rawValue(of: TypeNote)
  /// One of these names.
  case oneOf([String])
  /// A value in a form that has a name: "a UUID".
  case form(String, hint: String?)
}

// Embedded Swift has no values for types, and no `Any`: a failure says there what went wrong and where,
// not with which type.

/// The type that a failure is about.
package struct TypeNote: Sendable {
  #if hasFeature(Embedded)
  @inlinable package init<T>(_ type: T.Type) {}
  #else
  package let type: any Any.Type

  package init<T>(_ type: T.Type) { self.type = type }
  #endif
}

/// The value that a failure is about.
package struct ValueNote {
  #if hasFeature(Embedded)
  package init<T>(_ value: T) {}
  #else
  package let value: Any

  package init<T>(_ value: T) { self.value = value }
  #endif
}

extension WireReader where Self: ~Copyable {
  /// The failure of text that is not a raw value of `type`.
  @inline(never)
  @usableFromInline
  package func noRawValue<T, Raw>(of type: T.Type, _ raw: Raw, at position: Int) -> WireFailure {
    #if hasFeature(Embedded)
    let description = "Not a raw value of the type"
    #else
    let description = "Cannot initialize \(type) from invalid \(Raw.self) value \(raw)"
    #endif
    return invalid(description, at: position, expecting: .rawValue(of: TypeNote(type)))
  }
}
