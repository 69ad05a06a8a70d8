import FerryCoding

extension _KeyMappedType where Self: KeyMapped {
  /// Returns the decoder that finds keys by the mapping.
  @_documentation(visibility: internal)
  public static func _mappedDecoder(over decoder: any Decoder) throws -> any Decoder {
    let scope = try MappedScope.plain(self)
    if let tape = tapeDecoder(decoder) { return MappedDecoder(base: tape, scope: scope) }
    func mapped(_ base: some Decoder) -> any Decoder { MappedDecoder(base: base, scope: scope) }
    return mapped(decoder)
  }

  /// Returns the encoder that writes keys by the mapping.
  @_documentation(visibility: internal)
  public static func _mappedEncoder(over encoder: any Encoder) throws -> any Encoder {
    MappedEncoder(base: encoder, plan: try MappingPlan.encoding(self))
  }
}
