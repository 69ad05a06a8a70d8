#if !hasFeature(Embedded)
internal import FerryCoding
public import FerryEssentials
internal import FerryModels

/// Reads and writes a number as text.
@attached(peer)
public macro As(_ strategy: _NumberInText) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// Reads and writes a value as JSON in a string. The strategies of Ferry's coders and the `userInfo` of
/// every coder apply to the JSON as well.
@attached(peer)
public macro As(_ strategy: _EmbeddedJSON) =
  #externalMacro(module: "FerryMacrosPlugin", type: "AttributeMacro")

/// A number that is text in the document: `"42"`. Numbers without quotes can be read as well.
///
/// Infinity and NaN have no such text. They follow the coder's strategy for these numbers, which in
/// JSON is an error by default.
public struct _NumberInText: Sendable {
  /// A number that is text in the document.
  public static var text: _NumberInText { _NumberInText() }
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a whole number from its text.
  public mutating func read<T: FixedWidthInteger & Sendable>(
    _ type: T.Type, as strategy: _NumberInText
  ) throws(WireFailure) -> T {
    guard try nextKind() != .bool else { throw mismatch(type, at: position) }
    let start = position
    let text = mark()
    do throws(WireFailure) {
      return try readTolerantly(type)
    } catch {
      rewind(to: text)
      throw try unfit(error, type, at: start)
    }
  }

  /// Returns the failure for a value that is not a `type` in quotes.
  private mutating func unfit(
    _ failure: WireFailure, _ type: any Any.Type, at start: Int
  ) throws(WireFailure) -> WireFailure {
    guard try nextKind() == .string else { return failure }
    let text = try readString()
    return mismatch(
      type, "Expected to decode \(type) but found a string instead.", at: start,
      expecting: (Tolerance.float(.string(text)) as Double?)
        .map { _ in Problem.Expectation.number }
        ?? .form("\(type) as text, such as \"42\"", hint: nil))
  }

  /// Reads a number from its text.
  public mutating func read(
    _ type: Double.Type, as strategy: _NumberInText
  ) throws(WireFailure) -> Double {
    try float { (reader: inout Self) throws(WireFailure) in
      try reader.readTolerantly(type)
    } otherwise: { (reader: inout Self) throws(WireFailure) in
      try reader.readDouble()
    }
  }

  /// Reads a number from its text.
  public mutating func read(
    _ type: Float.Type, as strategy: _NumberInText
  ) throws(WireFailure) -> Float {
    try float { (reader: inout Self) throws(WireFailure) in
      try reader.readTolerantly(type)
    } otherwise: { (reader: inout Self) throws(WireFailure) in
      try reader.readFloat()
    }
  }

  /// Reads a number from its text, or with `otherwise` from the decoder's form of an infinity or
  /// NaN.
  private mutating func float<T>(
    _ read: (inout Self) throws(WireFailure) -> T, otherwise: (inout Self) throws(WireFailure) -> T
  ) throws(WireFailure) -> T {
    guard try nextKind() != .bool else { throw mismatch(T.self, at: position) }
    let start = mark()
    do throws(WireFailure) {
      return try read(&self)
    } catch {
      rewind(to: start)
      let failure = error
      do throws(WireFailure) { return try otherwise(&self) } catch {
        rewind(to: start)
        throw try unfit(failure, T.self, at: position)
      }
    }
  }

  /// Reports a type that is not a number.
  @available(*, unavailable, message: "@As(.text) is for whole numbers, Double and Float")
  @_disfavoredOverload
  public mutating func read<T>(_ type: T.Type, as strategy: _NumberInText) throws(WireFailure) -> T
  {
    throw mismatch(type, at: position)
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes a whole number as text.
  public mutating func write<T: FixedWidthInteger & Sendable>(
    _ value: T, as strategy: _NumberInText
  ) throws(WireFailure) {
    try write(String(value))
  }

  /// Writes a number as text.
  public mutating func write(_ value: Double, as strategy: _NumberInText) throws(WireFailure) {
    if value.isFinite { try write(value.description) } else { try write(value) }
  }

  /// Writes a number as text.
  public mutating func write(_ value: Float, as strategy: _NumberInText) throws(WireFailure) {
    if value.isFinite { try write(value.description) } else { try write(value) }
  }

  /// Reports a type that is not a number.
  @available(*, unavailable, message: "@As(.text) is for whole numbers, Double and Float")
  @_disfavoredOverload
  public mutating func write<T>(_ value: T, as strategy: _NumberInText) throws(WireFailure) {}
}

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

/// A value that is JSON in a string: `"{\"id\":1}"`.
public struct _EmbeddedJSON: Sendable {
  /// A value that is JSON in a string.
  public static var json: _EmbeddedJSON { _EmbeddedJSON() }
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a value from JSON in a string.
  public mutating func read<T: Decodable>(
    _ type: T.Type, as strategy: _EmbeddedJSON
  ) throws(WireFailure) -> T {
    let start = position
    let text = try readString()
    do {
      return try TreeCoding.decode(
        type, fromJSON: text.utf8, CodingOptions(embeddedIn: context))
    } catch {
      throw failure(embedding: error, at: start)
    }
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes a value as JSON in a string.
  public mutating func write<T: Encodable>(
    _ value: T, as strategy: _EmbeddedJSON
  ) throws(WireFailure) {
    let text: String
    do {
      let json = try TreeCoding.json(value, CodingOptions(embeddedIn: context))
      text = String(decoding: json, as: UTF8.self)
    } catch {
      throw failure(error)
    }
    try write(text)
  }
}
#endif
