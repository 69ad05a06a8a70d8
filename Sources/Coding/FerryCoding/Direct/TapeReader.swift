public import FerryBase

/// A reader for direct decoding from a tape. It decodes YAML and `AnyValue`, and other formats with
/// options that their own readers do not support. It also finds the cause of a failure.
@usableFromInline package struct TapeReader: ~Copyable, WireReader {
  /// A position, and the number of notes about known keys until then.
  @usableFromInline package struct Mark {
    let index: Int
    let notes: Int
    /// Whether there are notes of the object at the position.
    let isOpen: Bool
  }

  /// The shared values of the call.
  @usableFromInline package let context: _WireContext
  /// The decoder of the outermost value, whose session this reader uses.
  let root: TapeDecoder
  /// Index of the next value.
  var index: Int
  /// The number of optionals around the value that were decoded as present, if the value is null.
  private var passedLevels = 0
  /// The text of a key that the options convert.
  var convertedKey: [UInt8] = []
  @usableFromInline let convertsKeys: Bool
  /// The style that gives the model's keys their names in the document.
  let style: KeyStyle?
  @usableFromInline let hasStyle: Bool
  /// The names of field sets in the style.
  var styledNames: [ObjectIdentifier: StyledNames] = [:]
  /// Whether the session notes the keys that the model knows.
  @usableFromInline let notesKeys: Bool
  /// Whether canonically equal keys are one key.
  @usableFromInline let followsFoundation: Bool

  init(_ root: TapeDecoder, _ context: _WireContext) {
    self.root = root
    self.context = context
    index = root.start
    convertsKeys = !root.options.keys.isExact
    style = if case .styled(let style) = root.options.keys { style } else { nil }
    hasStyle = style != nil
    notesKeys = root.options.notesKeys
    followsFoundation = root.options.rules.followsFoundation
    unsafe context.shareKeys(in: ByteView(start: view.input, count: view.sharedTextEnd))
  }

  var view: TapeView { root.call.state.view }

  /// Returns the index of the next value. Throws at the end of the tape, because the code of
  /// foreign types may read too many values.
  func next() throws(WireFailure) -> Int {
    guard index < view.count else { throw WireFailure(.unexpectedEnd, offset: index) }
    return index
  }

  /// Returns a decoder for the next value, which is at `start`, and moves past it.
  private mutating func takeDecoder(at start: Int) -> TapeDecoder {
    index = view.next(start)
    return decoder(at: start)
  }

  func decoder(at index: Int) -> TapeDecoder {
    TapeDecoder(root.call, at: index)
  }

  /// Reads the next value through `Codable`.
  private mutating func take<T>(_ read: (TapeDecoder) throws -> T) throws(WireFailure) -> T {
    let start = try next()
    do {
      return try read(takeDecoder(at: start))
    } catch {
      throw failure(error, at: start)
    }
  }

  // MARK: Looking

  /// Index of the next value.
  @usableFromInline package var position: Int { index }

  /// Returns the kind of the next value.
  @usableFromInline package mutating func nextKind() throws(WireFailure) -> AnyValue.Kind {
    let index = try next()
    if view.isNull(at: index) { return .null }
    if view.bool(at: index) != nil { return .bool }
    switch view[view.resolved(index)].kind {
    case .map: return .object
    case .list, .packed: return .array
    case .bytes, .arenaBytes: return .bytes
    default: return decoder(at: index).numberText == nil ? .string : .number
    }
  }

  /// Returns the index of the next value.
  @usableFromInline package func mark() -> Mark {
    guard notesKeys else { return Mark(index: index, notes: 0, isOpen: false) }
    return Mark(
      index: index, notes: root.call.state.askedKeys.noteCount,
      isOpen: index < view.count && root.call.state.askedKeys.isOpen(view.resolved(index)))
  }

  /// Moves back or forth to the position of `mark`.
  @usableFromInline package mutating func rewind(to mark: Mark) {
    // A tape has the ends of its containers.
    if context.goesBack(index - mark.index, to: mark.index, of: view.count) {
      context.remember(0..<view.count)
    }
    index = mark.index
  }

  /// Moves back to `mark` and forgets the keys that were asked for since then.
  @usableFromInline package mutating func _retry(from mark: Mark) {
    if notesKeys { root.call.state.askedKeys.removeNotes(after: mark.notes) }
    rewind(to: mark)
  }

  /// Moves back to `mark` for the next case. A call that remembers results reads the values inside of
  /// the object once, so it keeps their notes and forgets only those of the object.
  @usableFromInline package mutating func _tryNext(from mark: Mark) {
    guard notesKeys, context.memory != nil else { return _retry(from: mark) }
    if !mark.isOpen, mark.index < view.count {
      root.call.state.askedKeys.forget(view.resolved(mark.index))
    }
    rewind(to: mark)
  }

  // MARK: Scalars

  /// Reads null if it comes next.
  @usableFromInline package mutating func readNull() throws(WireFailure) -> Bool {
    guard index < view.count, view.isNull(at: index) else { return false }
    index = view.next(index)
    return true
  }

  /// The text of the null that was just read, if the observer knows one.
  @usableFromInline package var textOfNull: String? {
    root.options.observer?.text(ofNull: index - 1)
  }

  /// Returns the value of an optional `T` for the null that was just read; `nil` if the optional
  /// itself is `nil`.
  @usableFromInline package mutating func presentNull<T: DirectDecodable>(as type: T.Type) -> T? {
    let null = index - 1
    guard view.levels(at: null) > passedLevels else { return nil }
    passedLevels += 1
    defer {
      passedLevels -= 1
      index = null + 1
    }
    index = null
    // If `T` does not accept null, the type had one more optional when the value was written.
    return try? T(from: &self)
  }

  /// Returns the value that `Codable` decodes from the null that was just read. `Codable` counts
  /// the optionals itself.
  @usableFromInline
  package mutating func presentNull<Way: _IndirectReading>(by way: Way) -> Way.Value? {
    way.presentNull(from: decoder(at: index - 1))
  }

  /// Reads true or false.
  @usableFromInline package mutating func readBool() throws(WireFailure) -> Bool {
    try take { try $0.decode(Bool.self) }
  }

  /// Reads a whole number that fits.
  @usableFromInline package mutating func readInteger<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    guard let value = view.integer(at: try next(), as: T.self) else {
      throw failure(decoder(at: index).mismatch(T.self), at: index)
    }
    index = view.next(index)
    return value
  }

  /// Reads a number as the nearest double.
  @usableFromInline package mutating func readDouble() throws(WireFailure) -> Double {
    try take { try $0.decode(Double.self) }
  }

  /// Reads a number as the nearest float.
  @usableFromInline package mutating func readFloat() throws(WireFailure) -> Float {
    try take { try $0.decode(Float.self) }
  }

  /// Reads text.
  @usableFromInline package mutating func readString() throws(WireFailure) -> String {
    guard let text = view.text(at: try next()) else {
      throw failure(decoder(at: index).mismatch(String.self), at: index)
    }
    index = view.next(index)
    return text
  }

  /// Reads raw bytes, if they come next.
  @usableFromInline package mutating func readRawBytes() throws(WireFailure) -> [UInt8]? {
    guard let bytes = try decoder(at: next()).withBytes({ Array($0) }) else {
      return nil
    }
    index = view.next(index)
    return bytes
  }

  /// Reads a date of the binary format, if one comes next.
  @usableFromInline package mutating func readDate() throws(WireFailure) -> Double? {
    guard let date = decoder(at: try next()).date else { return nil }
    index = view.next(index)
    return date
  }

  /// Reads a UUID of the binary format, if one comes next.
  @usableFromInline package mutating func readUUID() throws(WireFailure) -> [UInt8]? {
    guard let bytes = try decoder(at: next()).withUUID({ Array($0) }) else {
      return nil
    }
    index = view.next(index)
    return bytes
  }

  /// Reads a number of any size as its text.
  @usableFromInline package mutating func readNumber() throws(WireFailure) -> AnyValue.Number {
    let value = try AnyValue(view, at: next())
    guard let number = value.number else {
      throw failure(decoder(at: index).mismatch(Double.self), at: index)
    }
    index = view.next(index)
    return number
  }

  /// Reads a value with a tag, if one comes next.
  @usableFromInline package mutating func readTagged() throws(WireFailure) -> AnyValue? {
    let start = try next()
    // No case of AnyValue holds an extension.
    switch view[view.unaliased(start)].kind {
    case .extension, .arenaExtension:
      throw failure(decoder(at: start).mismatch(AnyValue.self), at: start)
    default: break
    }
    if let value = view.simpleValue(at: view.unaliased(start)) {
      index = view.next(start)
      return .simpleValue(value)
    }
    guard let tag = view.tag(at: start) else { return nil }
    index = view.unaliased(start) + 2
    let value = try AnyValue(from: &self)
    index = view.next(start)
    return CollectionTag(rawValue: tag) == nil ? .tagged(tag, value) : value
  }

  /// Moves past the next value.
  @usableFromInline package mutating func skipValue() throws(WireFailure) {
    index = view.next(try next())
  }

  /// Reads a value that is not coded directly.
  @usableFromInline
  package mutating func read<Way: _IndirectReading>(by way: Way) throws(WireFailure) -> Way.Value {
    try way.read(from: takeDecoder(at: next()))
  }
}
