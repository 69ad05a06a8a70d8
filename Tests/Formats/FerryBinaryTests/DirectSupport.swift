import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

/// The bytes of a value from the direct writer; `nil` if the writer leaves the value to the tape.
func directlyWritten(_ value: some DirectEncodable, interning: Bool = false) -> [UInt8]? {
  var writer = BinaryWireWriter(
    depthLimit: 512, interning: interning, estimate: 64, context: _WireContext())
  do throws(WireFailure) {
    try value.encode(to: &writer)
    return writer.finish(checksum: false)
  } catch {
    return nil
  }
}

/// The value of a document from the direct reader; `nil` if the reader rejects the document.
func directlyRead<T: DirectDecodable>(
  _ type: T.Type, _ bytes: [UInt8], depthLimit: Int = 512
) -> T? {
  bytes.withByteView { input in
    do throws(WireFailure) {
      var reader = try BinaryWireReader(input, depthLimit: depthLimit, context: _WireContext())
      let value = try T(from: &reader)
      try reader.finish()
      return value
    } catch {
      return nil
    }
  }
}

/// Whether the direct reader skips the value of a document.
func directlySkips(_ bytes: [UInt8], depthLimit: Int = 512) -> Bool {
  bytes.withByteView { input in
    do throws(WireFailure) {
      var reader = try BinaryWireReader(input, depthLimit: depthLimit, context: _WireContext())
      try reader.skipValue()
      try reader.finish()
      return true
    } catch {
      return false
    }
  }
}

/// The value of a document from the tape; `nil` if the document is invalid.
func readOnTape(_ bytes: [UInt8]) -> AnyValue? {
  bytes.withByteView { input in
    var tape = Tape()
    do throws(WireFailure) {
      var reader = BinaryReader(input)
      try reader.readDocument(into: &tape)
      let view = TapeView(tape, input: input)
      return try AnyValue(view, at: 0)
    } catch {
      return nil
    }
  }
}

/// Whether a document is valid, as the tape has it.
func isReadOnTape(_ bytes: [UInt8]) -> Bool {
  bytes.withByteView { input in
    var tape = Tape()
    var reader = BinaryReader(input)
    return (try? reader.readDocument(into: &tape)) != nil
  }
}

/// The direct reader reads what the tape holds, skips what is a document, and refuses the rest.
func expectAsOnTape(
  _ bytes: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    directlyRead(AnyValue.self, bytes) == readOnTape(bytes), "\(name)",
    sourceLocation: sourceLocation)
  #expect(
    directlySkips(bytes) == isReadOnTape(bytes), "\(name), skipped", sourceLocation: sourceLocation)
}

extension SeededGenerator {
  /// Flips a bit, removes a byte or inserts one, somewhere in `range`.
  mutating func damage(_ bytes: inout [UInt8], in range: Range<Int>) {
    let place = int(range)
    switch int(0..<3) {
    case 0: bytes[place] ^= 1 << UInt8(int(0..<8))
    case 1: bytes.remove(at: place)
    default: bytes.insert(UInt8(int(0..<256)), at: place)
    }
  }
}
