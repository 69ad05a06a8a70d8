#if !hasFeature(Embedded)
extension _Generated {
  /// A type that is `Codable` with the wire form of direct coding.
  public protocol BridgedCodable: DirectDecodable, DirectEncodable, Decodable, Encodable {}
}

extension _Generated.BridgedCodable {
  /// Decodes the value with the code of direct coding.
  public init(from decoder: any Decoder) throws { try self.init(bridging: decoder) }

  /// Encodes the value with the code of direct coding.
  public func encode(to encoder: any Encoder) throws { try bridge(to: encoder) }
}
#endif
