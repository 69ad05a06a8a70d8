extension JSON {
  /// Encodes any `Encodable` type as JSON text.
  public final class Encoder: JSONTextEncoder, @unchecked Sendable {
    /// What the text is like before any option is set.
    public enum Preset: Sendable {
      /// As Foundation writes it: compact, `/` as `\/`. Keys keep the order of encoding.
      case foundation
      /// RFC 8785: keys in the order of their UTF-16 code units, numbers as ECMAScript writes
      /// them, no escape that is not needed. The same value is always the same bytes, so they can
      /// be hashed and signed. The output formatting has no effect.
      case canonical
    }

    /// An encoder that writes what Foundation's does, or canonical JSON.
    public init(preset: Preset = .foundation) {
      super.init(preset: preset)
    }
  }
}
