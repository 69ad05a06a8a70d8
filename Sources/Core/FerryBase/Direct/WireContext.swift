/// The state that all values of one direct-coding call share: options, user info, and details about
/// the last failure.
///
/// A coder may keep the context of a call for its next call.
@safe
public final class _WireContext {
  /// The options of the call. The module that defines their type is above this one.
  package let options: (any WireOptions)?
  /// The options of a second module above this one, such as the date format.
  package let foundation: AnyObject?
  /// Whether the coder of another library does the work. Such a coder has its own formats for dates
  /// and other types.
  @usableFromInline package let isForeign: Bool
  /// Whether reports of omitted elements wait until the values that were read are known to be kept.
  package let holdsLosses: Bool
  /// Whether a coder keeps the context for its next call.
  package let isKept: Bool
  /// Whether the caller observes the call.
  @usableFromInline let isObserved: Bool
  // Two properties skip exclusivity checks, because each call accesses them. No access calls other
  // code in the meantime.
  /// The omitted elements that have not been reported yet.
  @exclusivity(unchecked) package var heldLosses: (any HeldLosses)?
  @exclusivity(unchecked) @usableFromInline var storedScratch: AnyObject?
  /// The object of the reader or the writer that is kept together with the context.
  // Other modules check the access to a stored property, whatever its attribute.
  @inlinable @inline(__always)
  package var scratch: AnyObject? {
    get { unsafe storedScratch }
    set { unsafe storedScratch = newValue }
  }
  #if !hasFeature(Embedded)
  /// The memory for the elements of arrays.
  @usableFromInline let elements = UnsafeMutablePointer<ElementMemory>.allocate(capacity: 1)
  #endif
  /// The memory for the tail of a text.
  package let tail = TailMemory()
  /// Whether the call left details in the properties below.
  var hasDetails = false
  /// The details about the last failure.
  private var note: (problem: Problem, failure: WireFailure)?
  /// The addresses of keys that many objects may share, see ``SharedTexts``.
  private var sharedKeys: Range<UInt> = 0..<0
  /// The strings of shared keys, by address.
  private var sharedStrings: [UInt: String] = [:]
  @usableFromInline package let rules: CodingRules
  /// Whether the `nil` of a member is written as null, unless the member has a rule of its own.
  @inlinable public var writesNil: Bool { rules.writesNil }
  /// The objects that several types read (`@Flatten`), and the keys that outer types take from them.
  private var sharedObjects: [SharedObject] = []
  /// The number of bytes that the reader went back over.
  var rereadCount = 0
  /// The number of enums whose cases are tried, each inside of the one before.
  var tryingCount = 0
  @exclusivity(unchecked) @usableFromInline var storedMemory: ReadingMemory?
  /// The memory of the call for its input, if its types read many bytes again.
  @inlinable @inline(__always)
  package var memory: ReadingMemory? {
    get { unsafe storedMemory }
    set { unsafe storedMemory = newValue }
  }

  package init(
    _ options: (any WireOptions)? = nil, foundation: AnyObject? = nil, isForeign: Bool = false,
    holdsLosses: Bool = false, isKept: Bool = false, rules: CodingRules = CodingRules()
  ) {
    self.options = options
    self.rules = rules
    self.foundation = foundation
    self.isForeign = isForeign
    self.holdsLosses = holdsLosses
    self.isKept = isKept
    isObserved = options?.isObserved ?? false
    #if !hasFeature(Embedded)
    unsafe elements.initialize(to: ElementMemory())
    #endif
  }

  #if !hasFeature(Embedded)
  deinit {
    unsafe elements.deinitialize(count: 1)
    unsafe elements.deallocate()
  }
  #endif

  /// Notes that an enum reads the object at `position`, see ``WireOptions``.
  @usableFromInline @inline(never)
  package func note(enumAt position: Int, tag: StaticString?) {
    options?.note(enumAt: position, tag: tag.map { "\($0)" })
  }

  /// Notes that types inside of the one with the fields `type` read the object at `position`, and
  /// which keys belong to the outer type.
  /// - Returns: the number of notes before.
  package func shareObject(
    at position: Int, of type: ObjectIdentifier, _ isTaken: @escaping (FieldKey) -> Bool
  ) -> Int {
    sharedObjects.append(SharedObject(position: position, type: type, isTaken: isTaken))
    return sharedObjects.count - 1
  }

  /// Returns the notes of the object at `position`, the innermost one, in reverse order.
  private func notes(ofObjectAt position: Int) -> some Sequence<SharedObject> {
    sharedObjects.lazy.reversed().prefix { $0.position == position }
  }

  /// Returns the types whose inner types read the object at `position`.
  func types(sharingObjectAt position: Int) -> [ObjectIdentifier] {
    notes(ofObjectAt: position).map { $0.type }
  }

  /// Removes all notes of shared objects but the first `count`.
  package func endSharing(_ count: Int) {
    sharedObjects.removeLast(sharedObjects.count - count)
  }

  /// Returns whether a type around the value takes `key` from the object at `position`.
  @usableFromInline
  package func isTaken(_ key: FieldKey, at position: Int) -> Bool {
    notes(ofObjectAt: position).contains { $0.isTaken(key) }
  }

  /// Prepares the context for the next call with the same options.
  package func endCall() {
    sharedKeys = 0..<0
    guard hasDetails else { return }
    hasDetails = false
    unsafe heldLosses = nil
    memory = nil
    note = nil
    sharedStrings = [:]
  }

  /// Marks the keys in `input` as shared by many objects. `input` must stay at its address as long
  /// as the context is used.
  package func shareKeys(in input: ByteView) {
    let start = unsafe UInt(bitPattern: input.start)
    sharedKeys = start..<start + UInt(input.count)
  }

  /// Returns the text of `key`. All objects that share the key get the same string.
  @usableFromInline
  package func string(of key: FieldKey) -> String {
    let address = unsafe UInt(bitPattern: key.start)
    guard key.count > ShortString.capacity, sharedKeys.contains(address) else { return key.string }
    if let known = sharedStrings[address] { return known }
    let string = key.string
    sharedStrings[address] = string
    hasDetails = true
    return string
  }

  /// Stores `problem`, the details of `failure`, and returns the failure.
  @inline(never)
  package func note(_ problem: Problem, of failure: WireFailure) -> WireFailure {
    note = (problem, failure)
    hasDetails = true
    return failure
  }

  /// Returns a failure and stores its details.
  @inline(never)
  package func failure(
    _ kind: FailureKind, at position: Int, _ detail: String? = nil,
    about subject: Problem.Subject = .none, expecting expectation: Problem.Expectation? = nil
  ) -> WireFailure {
    var problem = Problem(kind, .offset(position), detail: detail)
    problem.subject = subject
    problem.expectation = expectation
    return note(problem, of: WireFailure(kind, offset: position))
  }

  /// Returns the details of `failure`, if it is the last failure.
  package func problem(of failure: WireFailure) -> Problem? {
    guard let note, note.failure == failure else { return nil }
    return note.problem
  }

  /// Reports an omitted element to the caller if the caller asked for reports: the element at
  /// `index`, or the value of `key`.
  @usableFromInline @inline(never)
  package func lose(_ failure: WireFailure, at index: Int, key: String? = nil) {
    options?.report(failure, at: index, key: key, in: self)
  }

  /// Reports to the caller which elements were omitted since the last report.
  package func reportHeldLosses() {
    guard let losses = unsafe heldLosses else { return }
    unsafe heldLosses = nil
    losses.report()
  }
}

/// An object that several types read.
private struct SharedObject {
  let position: Int
  /// The fields of the outer type.
  let type: ObjectIdentifier
  /// Whether a key belongs to the outer type.
  let isTaken: (FieldKey) -> Bool
}

/// The options of a call.
package protocol WireOptions: AnyObject {
  /// Reports an omitted element to the caller: the element at `index`, or the value of `key`.
  func report(_ failure: WireFailure, at index: Int, key: String?, in context: _WireContext)

  /// Whether the caller observes the call.
  var isObserved: Bool { get }

  /// Notes that an enum reads the object at `position`. Its case is the value of the key `tag`, or
  /// the key of the only member.
  func note(enumAt position: Int, tag: String?)
}

/// Reports of omitted elements that wait.
package protocol HeldLosses: AnyObject {
  /// Sends the reports to the caller.
  func report()
}

extension WireReader where Self: ~Copyable {
  /// Returns the failure of a value that is not a raw value of `type`.
  @inline(never)
  @usableFromInline
  package func noRawValue<T, Raw>(of type: T.Type, _ raw: Raw, at position: Int) -> WireFailure {
    #if hasFeature(Embedded)
    let description = "Not a raw value of the type"
    #else
    let description = "Cannot initialize \(type) from invalid \(Raw.self) value \(raw)"
    #endif
    return context.failure(
      .invalidValue, at: position, description, about: .about(type), expecting: .rawValue)
  }
}
