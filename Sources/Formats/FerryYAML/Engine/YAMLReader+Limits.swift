package import FerryBase

extension YAMLReader {
  /// The limits for a stream.
  package struct Limits: Sendable {
    /// The maximum number of bytes of the whole stream.
    package var bytes: Int
    /// The maximum number of nested arrays and objects, with aliases followed.
    package var depth: Int
    /// The maximum number of words on the tape of one document.
    package var words: Int
    /// The maximum number of bytes of one scalar.
    package var scalarBytes: Int
    /// The maximum number of words that all aliases of one document represent. Each 64 bytes of
    /// text count as one more word.
    package var aliasExpansion: Int
    /// The maximum number of members that the merge keys of one document visit.
    package var mergedPairs: Int
    /// The maximum number of documents in the stream.
    package var documents: Int
    /// The maximum number of directives before one document.
    package var directives: Int

    package init(
      bytes: Int = .max, depth: Int = OpenContainer.standardLimit, words: Int = .max,
      scalarBytes: Int = .max,
      aliasExpansion: Int = 1_000_000, mergedPairs: Int = 1_000_000, documents: Int = .max,
      directives: Int = 64
    ) {
      self.bytes = bytes
      self.depth = depth
      self.words = words
      self.scalarBytes = scalarBytes
      self.aliasExpansion = aliasExpansion
      self.mergedPairs = mergedPairs
      self.documents = documents
      self.directives = directives
    }
  }

  /// The rules where YAML leaves a choice.
  package struct Rules: Sendable {
    /// The meaning of a plain key `<<`.
    package enum MergeKeys: Sendable {
      /// The members of its value become members of the object, unless the object itself has their
      /// keys (YAML 1.1).
      case merge
      /// The key has no special meaning (YAML 1.2).
      case keep
      /// The key is an error.
      case refuse
    }

    /// The meaning of tags that are not those of YAML's schemas.
    package enum OwnTags: Sendable {
      /// They have no meaning.
      case skip
      /// The tape has them, see ``NodeKind/tagged``.
      case keep
      /// They are errors.
      case refuse
    }

    package var mergeKeys = MergeKeys.merge
    package var ownTags = OwnTags.skip
    /// The tags that have a meaning for the caller, so that the tape keeps them. A tag with a similar
    /// name is an error, and so is one of these tags before a key.
    package var knownTags: Set<String> = []
    /// Whether a tag before a key is skipped. If false and tags are kept, it is an error, because keys
    /// are text.
    package var skipsKeyTags = false
    /// Whether the tape has the tags of sets and ordered maps, see ``CollectionTag``.
    package var keepsCollectionTags = false
    package var duplicateKeys = DuplicateKeyStrategy.error
    /// The additions to the core schema for plain scalars.
    package var schema = PlainSchema()
    /// Whether `!!timestamp` makes a timestamp in quotes a plain scalar. If false, timestamps keep
    /// their quotes, for a document that is rewritten.
    package var resolvesTimestamps = false

    package init() {}
  }
}

/// A scan of the directives before a document, before libyaml reads them. The parser compares each
/// `%TAG` with all earlier ones and copies a prefix for each use, so their number and length are
/// limited.
enum DirectiveScan {
  private static var lineLimit: Int { 1024 }

  /// Returns whether more than `limit` directives follow, or a directive of more than 1024 bytes.
  static func exceeds(_ limit: Int, in text: ByteView) -> Bool {
    var count = 0
    var index = 0
    while index < text.count {
      let start = index
      switch text[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        index += 1
        continue
      case UInt8(ascii: "%"):
        count += 1
        if count > limit { return true }
      case UInt8(ascii: "#"), UInt8(ascii: "."), 0xEF:
        // A comment, the end of a document, or a byte order mark. Text that starts like one of them
        // only makes the scan longer.
        break
      default:
        return false
      }
      while index < text.count, text[index] != UInt8(ascii: "\n"), text[index] != 0 {
        index += 1
      }
      if text[start] == UInt8(ascii: "%"), index - start > lineLimit { return true }
      if index < text.count, text[index] == 0 { return false }
    }
    return false
  }
}
