internal import FerryBase
internal import FerryJSONEngine

/// A reader of JSON text that arrives in chunks.
///
/// The values under construction call it, from the root down to the innermost open value. They go on
/// where they have stopped, so each byte is read once. The reader keeps the text, for numbers and keys
/// that a chunk cuts, for errors, and for decoding the whole document at the end.
///
/// ```
/// {"name": "Ada", "seats": [1, 2
///                               ^ position: behind the last token that is over
/// levels    object, in the value of "seats"
///           array, in an element
/// ```
@_documentation(visibility: internal)
public struct _PartialReader: ~Copyable {
  /// An open array or object.
  @usableFromInline
  struct Level {
    enum State { case start, colon, value, end, item }

    let isMap: Bool
    var state = State.start
    /// The slot of the current key, or -1 if its value is skipped. In an array, the index of the last
    /// element that has begun.
    @usableFromInline var slot = -1
    /// The slots of the keys so far: those below 64, and the others.
    var seen: UInt64 = 0
    var seenBeyond: Set<Int> = []
    /// The range of the current key in the text, without quotes.
    var key = 0..<0
    /// The current key of a dictionary until its value begins, and the index of that value then. To
    /// read or hash a long key for each chunk would take quadratic time.
    var name = ""
    @usableFromInline var index: Any?

    /// The offset of the opening bracket.
    let start: Int
    /// The level of the model whose members the keys are: this one, or an outer one for the inner
    /// keys of a path.
    var model: Int

    init(isMap: Bool, start: Int, model: Int) {
      (self.isMap, self.start, self.model) = (isMap, start, model)
    }
  }

  /// The next step in an array or object.
  @usableFromInline
  enum Step {
    /// The text so far is used up.
    case pause
    /// The container is over.
    case end
    /// A key has been read, see ``_PartialReader/setSlot(_:)``.
    case key
    /// The value of the current key, or an element, comes.
    case value
    /// The last value goes on.
    case open
  }

  var text = ByteWriter()
  /// The offset behind the last token that is over.
  @usableFromInline var position = 0
  /// The open containers, outermost first.
  @usableFromInline var levels: [Level] = []
  /// The number of open containers around the value that is read.
  @usableFromInline var depth = 0
  /// Whether the innermost open value is a text.
  @usableFromInline var isInText = false
  /// The members that wait for the end of the innermost models, outermost model first.
  @usableFromInline var late: [LateMember] = []
  /// The last closed container, if members wait, and its start.
  @usableFromInline var closed: Level?
  @usableFromInline var closedStart = 0
  /// The state of a search for the end of a value.
  var scan = Scan()
  /// The expected type of the value that a failure is about.
  var expected: (type: any Any.Type, form: String)?
  /// The error of a value that is decoded as a whole.
  var error: DecodingError?
  /// Whether no more text follows.
  var isWhole = false

  /// Memory for the readers of numbers.
  let tail = TailMemory()

  struct Scan {
    var offset = 0
    var depth = 0
    var isInText = false
    var isOver = false
  }

  @usableFromInline
  init() {}

  /// Returns a reader that goes on from here by itself.
  @usableFromInline
  func copy() -> _PartialReader {
    var copy = _PartialReader()
    unsafe text.bytes.buffer.withMemoryRebound(to: UInt8.self) { unsafe copy.append($0) }
    if isWhole { copy.end() }
    (copy.position, copy.levels, copy.isInText) = (position, levels, isInText)
    copy.late = late
    (copy.scan, copy.expected, copy.error) = (scan, expected, error)
    return copy
  }

  /// Adds a chunk.
  @usableFromInline
  mutating func append(_ chunk: UnsafeBufferPointer<UInt8>) {
    // Readers of numbers look ahead.
    text.reserve(chunk.count + ByteReader.lookAhead)
    unsafe text.append(ByteView(chunk))
    depth = 0
  }

  /// Ends the text.
  @usableFromInline mutating func end() {
    isWhole = true
    depth = 0
    // A zero ends a number.
    text.reserve(ByteReader.lookAhead)
    unsafe text.cursor.update(repeating: 0, count: ByteReader.lookAhead)
  }

  // MARK: Bytes

  var base: UnsafePointer<UInt8> { unsafe text.bytes.start }

  /// Returns the next byte that is not white space, or `nil` at the end of the text so far.
  @usableFromInline mutating func nextByte() -> UInt8? {
    let (bytes, count) = unsafe (base, text.count)
    while position < count {
      let byte = unsafe bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  /// Skips a byte order mark. Returns `false` if the text may begin with a part of one.
  @usableFromInline mutating func skipMark() -> Bool {
    guard position == 0, levels.isEmpty, text.bytes.first == 0xEF else { return true }
    guard text.count > 2 || isWhole else { return false }
    if text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    return true
  }

  @usableFromInline func failure(_ kind: FailureKind) -> WireFailure {
    WireFailure(kind, offset: position)
  }

  /// Returns the failure of a value that is not a `type`, which is `form` in JSON.
  @usableFromInline mutating func mismatch<T>(_ type: T.Type, _ form: String) -> WireFailure {
    expected = (type, form)
    return failure(.typeMismatch)
  }

  /// Reads a literal if all of it is there.
  @usableFromInline mutating func literal(_ word: StaticString) throws(WireFailure) -> Bool {
    let word = ByteView(word)
    let rest = text.bytes.part(
      at: position, count: min(word.count, text.count - position))
    for (index, byte) in rest.enumerated() where byte != word[index] {
      throw WireFailure(.invalidLiteral, offset: position + index)
    }
    if rest.count < word.count { return false }
    position += word.count
    return true
  }

  // MARK: Containers

  /// Enters the array or object at the position.
  @usableFromInline mutating func open(isMap: Bool) throws(WireFailure) {
    if levels.count >= OpenContainer.standardLimit { throw failure(.depthLimit) }
    levels.append(Level(isMap: isMap, start: position, model: levels.count))
    position += 1
  }

  /// Moves to the next key, value or end of the innermost container that is read, or into its open
  /// value.
  @inlinable
  mutating func next() throws(WireFailure) -> Step {
    isInValue ? .open : try nextToken()
  }

  @usableFromInline mutating func nextToken() throws(WireFailure) -> Step {
    let level = depth
    while true {
      let isMap = levels[level].isMap
      if levels[level].state == .value { return .value }
      guard let byte = nextByte() else { return .pause }
      switch levels[level].state {
      case .start where byte == (isMap ? UInt8(ascii: "}") : UInt8(ascii: "]")),
        .end where byte == (isMap ? UInt8(ascii: "}") : UInt8(ascii: "]")):
        position += 1
        let level = levels.removeLast()
        closedStart = level.start
        if !late.isEmpty { closed = level }
        return .end
      case .end:
        guard byte == UInt8(ascii: ",") else {
          throw failure(byte == 0x5D || byte == 0x7D ? .mismatchedBracket : .missingComma)
        }
        position += 1
        levels[level].state = .item
      case .colon:
        guard byte == UInt8(ascii: ":") else { throw failure(.missingColon) }
        position += 1
        levels[level].state = .value
      case .start, .item:
        if byte == UInt8(ascii: isMap ? "}" : "]") { throw failure(.trailingComma) }
        guard isMap else {
          levels[level].state = .value
          continue
        }
        guard byte == UInt8(ascii: "\"") else { throw failure(.missingKey) }
        guard let range = valueRange() else { return .pause }
        levels[level].key = range.lowerBound + 1..<range.upperBound - 1
        levels[level].slot = -1
        levels[level].state = .colon
        return .key
      case .value: return .value
      }
    }
  }

  /// The slot of the current key, or -1 if its value is skipped.
  @inlinable var slot: Int { levels[depth].slot }

  /// Whether the current value has begun and goes on: a text, or a container inside of this one.
  @inlinable var isInValue: Bool { isInText || depth + 1 < levels.count }

  /// Notes that the current value is over.
  @usableFromInline mutating func endItem() { levels[depth].state = .end }

  /// Begins the current value. Returns `nil` if more text is needed for that.
  @inlinable
  mutating func begin<Value: PartialValue>(
    _ type: Value.Type
  ) throws(WireFailure) -> Value? {
    depth += 1
    let value = try Value._begin(&self)
    depth -= 1
    if value != nil { beginItem() }
    return value
  }

  @usableFromInline
  mutating func beginItem() {
    if !levels[depth].isMap { levels[depth].slot += 1 }
    if !isInValue { endItem() }
  }

  /// Goes on with the current value. Returns whether it is over.
  @inlinable
  mutating func resumeItem<Value: PartialValue>(
    _ value: inout Value
  ) throws(WireFailure) -> Bool {
    depth += 1
    let isOver = try value._resume(&self)
    depth -= 1
    if isOver { endItem() }
    return isOver
  }
}
