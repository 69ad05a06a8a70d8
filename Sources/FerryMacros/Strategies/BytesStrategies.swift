public import Foundation

/// Bytes as text.
public struct _BytesInText: WireStrategy, Sendable {
  enum Alphabet { case base64, base64URL, hexadecimal }
  let alphabet: Alphabet

  /// Reads bytes from text.
  public func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> Data {
    let start = reader.position
    guard let data = bytes(try reader.readString()) else {
      throw reader.invalid(
        "Encountered Data is not valid \(name).", at: start, expecting: .bytes(in: name))
    }
    return data
  }

  /// Writes bytes as text.
  public func write<Writer: WireWriter & ~Copyable>(
    _ value: Data, to writer: inout Writer
  ) throws(WireFailure) {
    try writer.write(text(value))
  }

  private var name: String {
    switch alphabet {
    case .base64: "Base64"
    case .base64URL: "Base64URL"
    case .hexadecimal: "hexadecimal text"
    }
  }

  private func bytes(_ text: String) -> Data? {
    switch alphabet {
    case .base64: return Data(base64Encoded: text)
    case .base64URL:
      guard !text.contains(where: { $0 == "+" || $0 == "/" }) else { return nil }
      let plain = text.replacing("-", with: "+").replacing("_", with: "/")
      let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
      return Data(base64Encoded: plain + padding)
    case .hexadecimal:
      let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
      guard digits.count.isMultiple(of: 2) else { return nil }
      var data = Data(capacity: digits.count / 2)
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digits[index], let low = digits[index + 1] else { return nil }
        data.append(UInt8(high << 4 | low))
      }
      return data
    }
  }

  private func text(_ data: Data) -> String {
    switch alphabet {
    case .base64: return data.base64EncodedString()
    case .base64URL:
      return data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        .replacing("=", with: "")
    case .hexadecimal:
      let digits = Array("0123456789abcdef")
      return String(data.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
  }
}

extension WireStrategy where Self == _BytesInText {
  /// Bytes as base64 (RFC 4648, section 4).
  public static var base64: _BytesInText { _BytesInText(alphabet: .base64) }
  /// Bytes as base64 for URLs, without padding (RFC 4648, section 5).
  public static var base64URL: _BytesInText { _BytesInText(alphabet: .base64URL) }
  /// Bytes as two hexadecimal digits each.
  public static var hexadecimal: _BytesInText { _BytesInText(alphabet: .hexadecimal) }
}
