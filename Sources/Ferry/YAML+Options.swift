#if YAML
import FerryYAML

extension YAML {
  /// The options that a decoder begins with.
  public enum Preset: Sendable {
    /// YAML 1.2 with merge keys; unknown keys are skipped, plain scalars have the type that the model asks for.
    case standard
    /// The same with ``FormatDecoder/unknownKeys`` as errors and ``YAML/Decoder/rejectsAmbiguousScalars``.
    case strict
    /// The same as `standard` with ``YAML/Decoder/acceptsYAML11``.
    case yaml11
  }

  /// What becomes of a plain key `<<`. In quotes it is a key as any other.
  public enum MergeKeyStrategy: Sendable {
    /// The pairs of its value, a map or a list of maps, are added to the map unless it has their
    /// keys itself; of several maps the first wins (the type merge of YAML 1.1).
    case merge
    /// It is a key as any other (YAML 1.2).
    case off
    /// It is an error.
    case error
  }

  /// What a document may ask for beside ``FormatDecoder/depthLimit``. Beyond any of these decoding
  /// ends with an error.
  public struct Limits: Sendable, Equatable {
    /// Bytes of the whole input.
    public var bytes: Int
    /// The ``FormatDecoder/depthLimit`` that these limits bring along.
    var depth: Int
    /// Values of one document, roughly: a word of memory each.
    public var nodes: Int
    /// Bytes of one scalar.
    public var scalarBytes: Int
    /// Values that all aliases of one document stand for; 64 bytes of text in them count as one more.
    public var aliasExpansion: Int
    /// Pairs that the merge keys of one document look at.
    public var mergedPairs: Int
    /// Documents in a stream.
    public var documents: Int
    /// Directives in front of one document.
    public var directives: Int

    /// For files of one's own: size is not limited, but everything that lets few bytes stand for many
    /// values is, and `depthLimit` is 512.
    public static let trusted = Limits(YAMLReader.Limits())

    /// For input from anywhere: 16 MiB, a million values, scalars of 1 MiB, 100,000 values behind
    /// aliases and as many merged pairs, 10,000 documents, and a `depthLimit` of 128.
    public static let untrusted = Limits(
      YAMLReader.Limits(
        bytes: 16 << 20, depth: 128, words: 1_000_000, scalarBytes: 1 << 20,
        aliasExpansion: 100_000, mergedPairs: 100_000, documents: 10_000, directives: 16))

    init(_ limits: YAMLReader.Limits) {
      bytes = limits.bytes
      depth = limits.depth
      nodes = limits.words
      scalarBytes = limits.scalarBytes
      aliasExpansion = limits.aliasExpansion
      mergedPairs = limits.mergedPairs
      documents = limits.documents
      directives = limits.directives
    }

    var reading: YAMLReader.Limits {
      YAMLReader.Limits(
        bytes: bytes, depth: depth, words: nodes, scalarBytes: scalarBytes,
        aliasExpansion: aliasExpansion, mergedPairs: mergedPairs, documents: documents,
        directives: directives)
    }
  }
}

extension YAML.MergeKeyStrategy {
  init(_ rule: YAMLReader.Rules.MergeKeys) {
    switch rule {
    case .merge: self = .merge
    case .keep: self = .off
    case .refuse: self = .error
    }
  }

  var rule: YAMLReader.Rules.MergeKeys {
    switch self {
    case .merge: .merge
    case .off: .keep
    case .error: .refuse
    }
  }
}
#endif
