import FerryBytes
import FerryStreams

/// Colours JSON for a terminal: keys, strings and other scalars.
///
/// It sees all bytes of an output, in pieces that may end anywhere. They are valid JSON, or values of
/// it one after the other.
struct JSONPainter {
  private enum State {
    case outside, scalar
    case string(isEscaped: Bool)
  }

  private static let key = "\u{1B}[1;34m"
  private static let string = "\u{1B}[32m"
  private static let scalar = "\u{1B}[33m"
  private static let end = "\u{1B}[0m"

  private var state = State.outside
  /// Whether each of the containers that are open is a map.
  private var levels: [Bool] = []
  private var isBeforeKey = false

  /// Appends `text` to `output`, with colours.
  mutating func paint(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) {
    for position in text.indices { paint(unsafe text[position], to: &output) }
  }

  private mutating func paint(_ byte: UInt8, to output: inout ByteWriter) {
    switch state {
    case .string(let isEscaped):
      output.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped {
        output.append(text: Self.end)
        state = .outside
      } else {
        state = .string(isEscaped: byte == UInt8(ascii: "\\") && !isEscaped)
      }
    case .scalar where !byte.endsJSONScalar: output.append(byte)
    case .scalar:
      output.append(text: Self.end)
      state = .outside
      paintOutside(byte, to: &output)
    case .outside: paintOutside(byte, to: &output)
    }
  }

  private mutating func paintOutside(_ byte: UInt8, to output: inout ByteWriter) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      isBeforeKey = byte == UInt8(ascii: "{")
      levels.append(isBeforeKey)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
    case UInt8(ascii: ","): isBeforeKey = levels.last ?? false
    case UInt8(ascii: ":"): isBeforeKey = false
    case UInt8(ascii: "\""):
      output.append(text: isBeforeKey ? Self.key : Self.string)
      state = .string(isEscaped: false)
    case _ where !byte.endsJSONScalar:
      output.append(text: Self.scalar)
      state = .scalar
    default: break
    }
    output.append(byte)
  }
}
