package import FerryBase

/// The part of `AnyValue.Number` that needs a decimal type of a module that FerryCoding does not
/// import. That module makes `AnyValue.Number` conform.
package protocol ForeignDecimalCoding {
  /// Returns the number in `container` if a decimal has digits that the nearest double, `double`,
  /// does not have.
  static func decimal(
    in container: any SingleValueDecodingContainer, nearest double: Double
  ) -> AnyValue.Number?
  /// Encodes the number as a decimal.
  /// - Returns: `false` if the encoder has no special code for decimals.
  func encodeDecimal(
    to container: inout any SingleValueEncodingContainer, of encoder: any Encoder
  ) throws -> Bool
}

// Coders of other libraries have no numbers as text. So each number goes through the first type
// that holds all of its digits.
extension AnyValue.Number {
  /// Decodes a number; `nil` for another value.
  init?(foreign container: any SingleValueDecodingContainer) {
    if let value = try? container.decode(Int64.self) {
      // Only a double is minus zero.
      let isNegative = value == 0 && (try? container.decode(Double.self))?.sign == .minus
      self = isNegative ? Self(-0.0) : Self(value)
    } else if let value = try? container.decode(UInt64.self) {
      self.init(value)
    } else if let value = try? container.decode(Int128.self) {
      self.init(value)
    } else if let value = try? container.decode(UInt128.self) {
      self.init(value)
    } else if let value = try? container.decode(Double.self) {
      let decimals = Self.self as? any ForeignDecimalCoding.Type
      self = decimals?.decimal(in: container, nearest: value) ?? Self(float: value)
    } else {
      return nil
    }
  }

  /// Encodes the number, as a float if its text has a fraction or an exponent.
  func encode(
    to container: inout any SingleValueEncodingContainer, of encoder: any Encoder
  ) throws {
    let isWhole = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10 }
    if isWhole, text != "-0", try encodeInteger(to: &container) { return }
    if !isFinite { return try container.encode(double) }
    if !isWhole || text == "-0", let value = exactDouble { return try container.encode(value) }
    let decimal = self as? any ForeignDecimalCoding
    if try decimal?.encodeDecimal(to: &container, of: encoder) == true { return }
    if try encodeInteger(to: &container) { return }
    try container.encode(double)
  }

  /// Encodes an integer. Returns `false` if the encoder has no integers of its width.
  private func encodeInteger(to container: inout any SingleValueEncodingContainer) throws -> Bool {
    if let value = integer(as: Int64.self) {
      try container.encode(value)
    } else if let value = integer(as: UInt64.self) {
      try container.encode(value)
    } else if let value = integer(as: Int128.self) {
      return (try? container.encode(value)) != nil
    } else if let value = integer(as: UInt128.self) {
      return (try? container.encode(value)) != nil
    } else {
      return false
    }
    return true
  }
}
