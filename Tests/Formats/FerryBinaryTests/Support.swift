import FerryBinaryEngine
import FerryBase

/// A tape with the input that its ranges point into.
final class Sample {
  var tape = Tape()
  var input: [UInt8] = []

  func withView<R>(_ body: (TapeView) throws -> R) rethrows -> R {
    try (input + [0]).withByteView { try body(TapeView(tape, input: $0)) }
  }

  var value: Value { withView { Value($0) } }

  /// Adds `text` to the input and a node for it to the tape.
  func append(_ kind: NodeKind, _ text: some Sequence<UInt8>) throws {
    let bytes = [UInt8](text)
    switch kind {
    case .arenaText, .arenaBytes, .numberText, .plainText, .uuid, .arenaExtension:
      try tape.append(kind, copying: bytes)
    default:
      try tape.append(kind, offset: input.count, length: bytes.count)
      input += bytes
    }
  }
}

extension Sample {
  convenience init(_ value: Value) throws {
    self.init()
    var open = OpenContainer()
    try append(value, &open)
  }

  private func append(_ value: Value, _ open: inout OpenContainer) throws {
    open.count += 1
    switch value {
    case .null: try tape.append(Node(.null))
    case .bool(let value): try tape.append(Node(value ? .true : .false))
    case .int(let value): try tape.append(value)
    case .uint(let value): try tape.append(value)
    case .bits(let bits): try tape.append(Double(bitPattern: bits))
    case .number(let text): try append(.numberText, text.utf8)
    case .text(let text): try append(.arenaText, text.utf8)
    case .bytes(let bytes): try append(.bytes, bytes)
    case .nested(let levels): try tape.append(Node(.null, length: levels))
    case .uuid(let bytes): try append(.uuid, bytes)
    case .date(let bits): try tape.append(date: Double(bitPattern: bits))
    case .time(let bits, let nanoseconds):
      try tape.append(
        Node(
          .date, length: nanoseconds == nil ? Node.epochDate : Node.epochTime,
          payload: nanoseconds ?? 0), bits)
    case .ext(let bytes): try append(.extension, bytes)
    case .list(let items):
      try open.open(.list, on: &tape, limit: .max)
      for item in items { try append(item, &open) }
      open.close(on: &tape)
    case .map(let pairs):
      try open.open(.map, on: &tape, limit: .max)
      for pair in pairs {
        try append(.text, pair.key.utf8)
        try append(pair.value, &open)
      }
      open.close(on: &tape)
    }
  }
}

extension BinaryWriter.Options {
  /// Other options in every round.
  init(round: UInt64) {
    self.init()
    interning = round % 3 != 0
    checksum = round % 5 == 0
    packing = round % 7 < 4 ? .indexed : .smallest
  }
}

/// Writes one document.
func document(_ sample: Sample, _ options: BinaryWriter.Options = .init()) throws -> [UInt8] {
  var writer = BinaryWriter(options: options)
  var output = ByteWriter()
  try sample.withView { try writer.write(document: $0, to: &output) }
  return [UInt8](output.bytes)
}

func document(_ value: Value, _ options: BinaryWriter.Options = .init()) throws -> [UInt8] {
  try document(Sample(value), options)
}

/// Reads one document from memory of exactly its size, so that a sanitizer sees what goes beyond.
func read(_ bytes: [UInt8], depth: Int = 512) throws -> Value {
  let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
  _ = copy.initialize(from: bytes)
  defer { copy.deallocate() }
  let input = ByteView(UnsafeBufferPointer(copy))
  var reader = BinaryReader(input, depthLimit: depth)
  var tape = Tape()
  try reader.readDocument(into: &tape)
  return Value(TapeView(tape, input: input))
}

/// The error of reading `bytes`.
func readingFailure(_ bytes: [UInt8], depth: Int = 512) -> WireFailure? {
  do {
    _ = try read(bytes, depth: depth)
    return nil
  } catch {
    return error as? WireFailure
  }
}

/// Bytes from hexadecimal digits; blanks are skipped, and `"text"` stands for its bytes.
func hex(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
    if index % 2 == 1 {
      bytes += part.utf8
    } else {
      let digits = part.compactMap(\.hexDigitValue).map(UInt8.init)
      bytes += stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
  }
  return bytes
}

func hexText(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
