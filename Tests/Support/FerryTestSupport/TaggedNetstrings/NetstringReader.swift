package import FerryBase
internal import FerryCoders

/// The length and the type of a value.
struct NetstringHead {
  let kind: UInt8
  let contents: Range<Int>

  /// The offset after the value.
  var end: Int { contents.upperBound + 1 }

  /// The most bytes of a length and its colon.
  static var longest: Int { 10 }

  /// Reads the head at `start` of `input`; 0 is the type of a value that does not end in the input.
  init(at start: Int, in input: ByteView, end: Int) throws(WireFailure) {
    var (length, place) = (0, start)
    while place < min(end, input.count), (0x30...0x39).contains(input[place]), place - start < 9 {
      length = length * 10 + Int(input[place] - 0x30)
      place += 1
    }
    guard place < min(end, input.count), place > start, input[place] == 0x3A else {
      throw WireFailure(.invalidLength, offset: start)
    }
    contents = place + 1..<place + 1 + length
    kind = contents.upperBound < input.count ? input[contents.upperBound] : 0
    guard contents.upperBound < end else { throw WireFailure(.invalidLength, offset: start) }
  }
}

/// A reader of tagged netstrings.
package struct NetstringReader: RecordWireReader {
  package let context: _WireContext
  private let input: ByteView
  private let depthLimit: Int
  private var depth = 0
  package private(set) var position = 0
  private var end: Int

  package init(_ input: ByteView, depthLimit: Int, _ context: _WireContext) {
    self.input = input
    self.depthLimit = depthLimit
    self.context = context
    end = input.count
  }

  /// A container that is being read.
  package struct Container {
    let start: Int
    let outerEnd: Int
  }

  package typealias Object = Container
  package typealias List = Container

  package func mark() -> Self { self }
  package mutating func rewind(to mark: Self) { self = mark }

  package mutating func begin(at offset: Int) { (position, depth, end) = (offset, 0, input.count) }

  package mutating func finish(at end: Int) throws(WireFailure) {
    guard position == end else { throw WireFailure(.trailingContent, offset: position) }
  }

  package mutating func finish() throws(WireFailure) { try finish(at: input.count) }

  private func head() throws(WireFailure) -> NetstringHead {
    try NetstringHead(at: position, in: input, end: end)
  }

  /// Returns the contents of the next value if it has one of these types, and moves behind it.
  private mutating func contents(_ kinds: StaticString) throws(WireFailure) -> ByteView? {
    let head = try head()
    guard ByteView(kinds).contains(head.kind) else { return nil }
    position = head.end
    return ByteView(rebasing: input[head.contents])
  }

  private mutating func text<T>(_ kinds: StaticString, for type: T.Type) throws(WireFailure)
    -> String
  {
    let start = position
    guard let bytes = try contents(kinds) else { throw mismatch(type, at: start) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw WireFailure(.invalidUTF8, offset: start)
    }
    return text
  }

  // MARK: Values

  package mutating func nextKind() throws(WireFailure) -> AnyValue.Kind {
    switch try head().kind {
    case UInt8(ascii: "}"): .object
    case UInt8(ascii: "]"): .array
    case UInt8(ascii: ","): .string
    case UInt8(ascii: "!"): .bool
    case UInt8(ascii: "~"): .null
    default: .number
    }
  }

  package mutating func readNull() throws(WireFailure) -> Bool {
    guard position < end, let contents = try contents("~") else { return false }
    guard contents.isEmpty else { throw WireFailure(.invalidLength, offset: position) }
    return true
  }

  package mutating func readBool() throws(WireFailure) -> Bool {
    let start = position
    guard let value = Bool(try text("!", for: Bool.self)) else {
      throw WireFailure(.invalidTag, offset: start)
    }
    return value
  }

  package mutating func readNumber() throws(WireFailure) -> AnyValue.Number {
    let start = position
    let text = try text("#^", for: Double.self)
    guard text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else {
      throw WireFailure(.invalidNumber, offset: start)
    }
    return AnyValue.Number(text: text)
  }

  package mutating func readInteger<T: FixedWidthInteger & Sendable>(
    _ type: T.Type
  ) throws(WireFailure) -> T {
    let start = position
    guard let value = try readNumber().integer(as: T.self) else { throw mismatch(type, at: start) }
    return value
  }

  package mutating func readDouble() throws(WireFailure) -> Double { try readNumber().double }

  package mutating func readFloat() throws(WireFailure) -> Float {
    let start = position
    guard let value = Float(try readNumber().description) else {
      throw mismatch(Float.self, at: start)
    }
    return value
  }

  package mutating func readString() throws(WireFailure) -> String {
    try text(",", for: String.self)
  }

  package mutating func readRawBytes() throws(WireFailure) -> [UInt8]? { nil }

  package mutating func skipValue() throws(WireFailure) { _ = try AnyValue(from: &self) }

  // MARK: Containers

  private mutating func enter(_ kind: StaticString) throws(WireFailure) -> Container? {
    let (head, container) = (try head(), Container(start: position, outerEnd: end))
    guard ByteView(kind)[0] == head.kind else { return nil }
    guard depth < depthLimit else { throw WireFailure(.depthLimit, offset: position) }
    depth += 1
    (position, end) = (head.contents.lowerBound, head.contents.upperBound)
    return container
  }

  /// Returns whether a value follows. Leaves the container at its end.
  private mutating func moveOn(_ container: Container) -> Bool {
    if position < end { return true }
    (position, end) = (end + 1, container.outerEnd)
    depth -= 1
    return false
  }

  package mutating func beginObject() throws(WireFailure) -> Object {
    guard let object = try enter("}") else { throw mismatch([String: Any].self, at: position) }
    return object
  }

  package mutating func nextKey(_ object: inout Object) throws(WireFailure) -> FieldKey? {
    guard moveOn(object) else { return nil }
    guard let key = try contents(",") else { throw WireFailure(.nonScalarKey, offset: position) }
    return FieldKey(key)
  }

  package mutating func nextSlot<Fields: _FieldSet>(
    _ object: inout Object, _ progress: inout _FieldProgress<Fields>
  ) throws(WireFailure) -> Int? {
    while let key = try nextKey(&object) {
      if let slot = progress.takeSlot(for: key) { return slot }
      try skipValue()
    }
    return nil
  }

  package func position(of object: Object) -> Int { object.start }

  package mutating func beginList() throws(WireFailure) -> List {
    guard let list = try enter("]") else { throw mismatch([Any].self, at: position) }
    return list
  }

  package mutating func nextElement(_ list: inout List) throws(WireFailure) -> Bool { moveOn(list) }
  package func countHint(of list: List) -> Int { 0 }

  // MARK: Other ways

  /// Appends the next value to `tape`.
  mutating func append(to tape: inout Tape) throws(WireFailure) {
    var open = OpenContainer()
    try append(to: &tape, &open)
  }

  private mutating func append(
    to tape: inout Tape, _ open: inout OpenContainer
  ) throws(WireFailure) {
    let (start, head) = (position, try head())
    do throws(WireFailure) {
      switch try nextKind() {
      case .object:
        var object = try beginObject()
        try open.open(.map, on: &tape, limit: depthLimit)
        while let key = try nextKey(&object) {
          open.count += 1
          try tape.append(.arenaText, copying: key.string)
          try append(to: &tape, &open)
        }
        open.close(on: &tape)
      case .array:
        var list = try beginList()
        try open.open(.list, on: &tape, limit: depthLimit)
        while try nextElement(&list) {
          open.count += 1
          try append(to: &tape, &open)
        }
        open.close(on: &tape)
      case .null:
        _ = try readNull()
        try tape.append(Node(.null))
      case .bool: try tape.append(Node(try readBool() ? .true : .false))
      case .string:
        _ = try readString()
        try tape.append(.text, offset: head.contents.lowerBound, length: head.contents.count)
      default:
        let isWhole = try !readNumber().text.contains { ".eE".contains($0) }
        let kind: NodeKind = isWhole ? .integerText : .decimalText
        try tape.append(kind, offset: head.contents.lowerBound, length: head.contents.count)
      }
    } catch {
      throw error.offset < 0 ? WireFailure(error.kind, offset: start) : error
    }
  }

  package mutating func read<Way: _IndirectReading>(by way: Way) throws(WireFailure) -> Way.Value {
    try unsafe way.read(input.buffer, at: position) { scratch throws(WireFailure) in
      try unsafe append(to: &scratch.tape.pointee)
    }
  }
}
