internal import FerryCoding
import FerryEssentials
package import FerryBase

extension AnyValue.Number: ForeignDecimalCoding {
  package static func decimal(
    in container: any SingleValueDecodingContainer, nearest double: Double
  ) -> AnyValue.Number? {
    guard let decimal = try? container.decode(Decimal.self), decimal.isFinite,
      decimal != Decimal(string: double.description)
    else { return nil }
    // A decimal outside of its range is another number.
    let number = AnyValue.Number(text: decimal.description)
    return number.double == double ? number : nil
  }

  package func encodeDecimal(
    to container: inout any SingleValueEncodingContainer, of encoder: any Encoder
  ) throws -> Bool {
    // Every other encoder writes the parts of a decimal as an object.
    let name = String(reflecting: type(of: encoder))
    guard name.hasPrefix("Foundation"), name.hasSuffix("JSONEncoder"),
      let decimal = Decimal(string: text), decimal.isFinite,
      AnyValue.Number(text: decimal.description).double == double
    else { return false }
    try container.encode(decimal)
    return true
  }
}
