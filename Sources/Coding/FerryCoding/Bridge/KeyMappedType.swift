/// A type whose mapping names its keys: `KeyMapped` of the module of models. Coders give the type a
/// decoder or an encoder of its own.
@_documentation(visibility: internal)
public protocol _KeyMappedType {
  /// Returns the decoder, over the one at the value, that finds keys by the mapping.
  static func _mappedDecoder(over decoder: any Decoder) throws -> any Decoder
  /// Returns the encoder, over the one for the value, that writes keys by the mapping.
  static func _mappedEncoder(over encoder: any Encoder) throws -> any Encoder
}
