public import FerryBase
public import FerryCoders
public import FerryJSONEngine

/// The bytes of a JSON value, see ``Raw``.
public typealias RawJSON = Raw<JSON>

extension JSON: CodedFormat {
  /// JSON in UTF-8.
  public static var _sourceFormat: _SourceFormat { .json }

  /// The reference behaviour of a coder.
  public enum Preset: Sendable {
    /// RFC 8259. A number that is too small for its type becomes zero. An integer is read
    /// exactly, in any spelling (`1.0`, `1e38`), or is an error. `/` is written as it is.
    case standard
    /// Like `standard`, but ``FormatDecoder/unknownKeys`` and ``JSON/Decoder/duplicateKeys`` are
    /// errors. An encoder is like `standard`.
    case strict
    /// Foundation's coders, with their leniencies. Trailing commas are accepted, `/` is written as
    /// `\/`, and a nonzero number that rounds to zero is an error. An integer with a fraction or
    /// exponent is the nearest double if that is whole (`1.00000000000000001` is 1). From 2^53 on,
    /// its fraction is cut off.
    case foundation
  }
}
