extension JSON {
  /// Decodes any `Decodable` type from JSON text.
  public final class Decoder: JSONTextDecoder, @unchecked Sendable {
    /// A decoder for RFC 8259, or one that behaves as Foundation's does.
    public override init(preset: JSON.Preset = .strict) {
      super.init(preset: preset)
    }
  }
}
