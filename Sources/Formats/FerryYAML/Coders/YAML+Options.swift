internal import FerryCoders

extension YAML {
  /// The initial options of a decoder.
  public enum Preset: Sendable {
    /// YAML 1.2 with merge keys. Unknown keys are skipped, and plain scalars have the type that the
    /// model requests.
    case standard
    /// Like `standard`, but ``FormatDecoder/unknownKeys`` are errors and
    /// ``YAML/Decoder/rejectsAmbiguousScalars`` is true.
    case strict
    /// Like `standard`, but ``YAML/Decoder/acceptsYAML11`` is true.
    case yaml11
  }

  /// The meaning of a plain key `<<`. In quotes it is an ordinary key.
  public enum MergeKeyStrategy: Sendable {
    /// Adds the members of its value, an object or an array of objects, to the object around it.
    /// The object's own members take precedence; among several objects, the first one wins. This is
    /// the type *merge* of YAML 1.1.
    case merge
    /// Reads it as an ordinary key (YAML 1.2).
    case off
    /// Throws an error.
    case error
  }

  /// The limits for a document, besides ``FormatDecoder/depthLimit``. Decoding throws an error
  /// beyond any of them.
  public struct Limits: Sendable, Equatable {
    /// The maximum size of the whole input in bytes.
    public var bytes: Int
    /// The ``FormatDecoder/depthLimit`` of these limits.
    var depth: Int
    /// The approximate maximum number of values in one document. Each takes a word of memory.
    public var nodes: Int
    /// The maximum size of one scalar in bytes.
    public var scalarBytes: Int
    /// The maximum number of values that all aliases of one document expand to. Every 64 bytes of
    /// their text count as one more value.
    public var aliasExpansion: Int
    /// The maximum number of pairs that the merge keys of one document visit.
    public var mergedPairs: Int
    /// The maximum number of documents in a stream.
    public var documents: Int
    /// The maximum number of directives before one document.
    public var directives: Int

    /// Limits for your own files. The size is not limited, but all features that expand few bytes
    /// to many values are. `depthLimit` is 512.
    public static let trusted = Limits(YAMLReader.Limits())

    /// Limits for input from unknown sources: 16 MiB, a million values, and scalars of 1 MiB.
    /// Aliases expand to at most 100,000 values, as many pairs are merged, and a stream has at most
    /// 10,000 documents. `depthLimit` is 128.
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
