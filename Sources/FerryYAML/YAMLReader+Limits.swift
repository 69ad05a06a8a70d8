import FerryBytes
import FerryTape

extension YAMLReader {
  /// What a stream may ask for.
  package struct Limits: Sendable {
    /// Bytes of the whole stream.
    package var bytes: Int
    /// Lists and maps inside each other, aliases followed.
    package var depth: Int
    /// Words on the tape of one document.
    package var words: Int
    /// Bytes of one scalar.
    package var scalarBytes: Int
    /// Words that all aliases of one document stand for; 64 bytes of text are a word more.
    package var aliasExpansion: Int
    /// Pairs that the merge keys of one document look at.
    package var mergedPairs: Int
    /// Documents in the stream.
    package var documents: Int
    /// Directives in front of one document.
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

  /// How a stream is understood where YAML leaves a choice.
  package struct Rules: Sendable {
    /// What becomes of a plain key `<<`.
    package enum MergeKeys: Sendable {
      /// Its value's pairs become the map's, unless the map has their keys itself (YAML 1.1).
      case merge
      /// It is a key as any other (YAML 1.2).
      case keep
      /// It is refused.
      case refuse
    }

    package var mergeKeys = MergeKeys.merge
    package var duplicateKeys = DuplicateKeyStrategy.error
    /// What plain scalars mean beside the core schema.
    package var schema = PlainSchema()
    /// Whether `!!timestamp` makes a plain scalar of a timestamp in quotes. A document that is
    /// rewritten keeps them.
    package var resolvesTimestamps = false

    package init() {}
  }
}

/// A look at the directives in front of a document before libyaml takes them all: it compares each
/// `%TAG` with all before it and copies a prefix for each use, so few and short ones are let through.
enum DirectiveScan {
  private static var lineLimit: Int { 1024 }

  /// Whether more than `limit` directives follow, or one of more than 1024 bytes.
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
        // A comment, the end of a document, a byte order mark. Text that starts in such a way only
        // makes the look longer.
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
