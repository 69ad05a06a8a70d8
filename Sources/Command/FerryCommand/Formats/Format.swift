import Ferry
import FerryBinaryEngine
import FerryCBOR
import FerryItems
import FerryLayers
import FerryMessagePack

/// A format that the command reads or writes.
final class Format: Sendable {
  /// The name of the format for `--from`, for `--to` and in messages.
  let name: String
  /// The extensions of its files, which the options accept as names as well.
  let extensions: [String]
  /// The description in help texts, in a few words.
  let meaning: String
  /// Whether errors in this format have lines and columns.
  let isText: Bool
  /// The format of the items in a document; `nil` for a format without items.
  let items: ItemFormat?
  /// Returns the records of a series, or `nil` for a format without series. Documents that are
  /// written in the same format keep all that only this format has.
  let series: @Sendable (_ isSameFormat: Bool) -> RecordFormat?
  /// The record format that reads a single document; `nil` if it is that of a series.
  private let single: RecordFormat?
  private let makeWriting: Writing?

  /// Returns a writer of one document, or of several.
  typealias Writing = @Sendable (_ several: Bool, _ layout: Layout) -> any RecordWriting

  /// All formats. A new `CodedFormat` is a line here.
  static let all: [Format] = [
    Format(
      "json", ["json", "geojson", "webmanifest"], "one JSON value",
      single: .jsonLines(), series: { _ in .jsonElements(at: .root) }
    ) {
      $0
        ? JSONPartWriting(.element, $1.json) as any RecordWriting
        : JSONRecordWriting(.lines, $1.json)
    },
    Format(
      "json5", ["json5", "jsonc"], "JSON with comments; input only", single: .jsonLines(.json5)),
    Format(
      "ndjson", ["ndjson", "jsonl"], "one JSON value per line", series: { _ in .jsonLines() }
    ) { JSONRecordWriting(.lines, $1.json) },
    Format(
      "seq", ["seq", "json-seq"], "JSON text sequence, RFC 7464",
      single: .jsonLines(), series: { _ in .jsonSequence() }
    ) { JSONRecordWriting(.sequence, $1.json) },
    yamlFormat,
    Format(
      "binary", ["ferry"], "Ferry's format, or a record file", isText: false,
      single: .binaryDocument(), series: { _ in .recordFile() }
    ) {
      var options = BinaryWriter.Options()
      options.writesExtensions = $1.isSameFormat
      return $0 ? BinaryRecordWriting(options) as any RecordWriting : BinaryDocumentWriting(options)
    },
    Format(
      "cbor", ["cbor", "cborseq"], "CBOR, or a CBOR sequence", CBOR.self, items: .cbor,
      reading: keepHints, writing: keepExtensions),
    Format(
      "messagepack", ["msgpack", "mpk"], "one document or several", MessagePack.self,
      items: .messagePack, writing: keepExtensions),
  ]

  static let json = known("json")
  static let json5 = known("json5")
  static let ndjson = known("ndjson")
  static let seq = known("seq")
  static let yaml = known("yaml")
  static let binary = known("binary")
  static let cbor = known("cbor")

  private static func known(_ name: String) -> Format { all.first { $0.name == name } ?? all[0] }

  #if FERRY_YAML
  private static let yamlFormat = Format(
    "yaml", ["yaml", "yml"], "one document or several",
    series: { _ in .yamlDocuments(.init(), yamlRules) }
  ) { YAMLRecordWriting($1.yaml(several: $0)) }
  #else
  private static let yamlFormat = Format("yaml", ["yaml", "yml"], "missing in this build")
  #endif

  private init(
    _ name: String, _ extensions: [String], _ meaning: String, isText: Bool = true,
    items: ItemFormat? = nil, single: RecordFormat? = nil,
    series: @escaping @Sendable (_ isSameFormat: Bool) -> RecordFormat? = { _ in nil },
    writing: Writing? = nil
  ) {
    (self.name, self.extensions, self.meaning, self.isText) = (name, extensions, meaning, isText)
    (self.items, self.single, self.series, makeWriting) = (items, single, series, writing)
  }

  /// Creates a format whose documents follow one another. `reading` and `writing` change the coders;
  /// they get whether documents keep all that only this format has.
  private convenience init<Coded: CodedFormat>(
    _ name: String, _ extensions: [String], _ meaning: String, _ format: Coded.Type,
    isText: Bool = false, items: ItemFormat? = nil,
    reading: @escaping @Sendable (inout Coded.Decoder, _ isSameFormat: Bool) -> Void = { _, _ in },
    writing: @escaping @Sendable (inout Coded.Encoder, _ isSameFormat: Bool) -> Void = { _, _ in }
  ) where Coded.Records == ConsecutiveRecords, Coded.RecordLayout == ConsecutiveRecords {
    self.init(name, extensions, meaning, isText: isText, items: items) { isSameFormat in
      Coded.Decoder { reading(&$0, isSameFormat) }._state.recordFormat(ConsecutiveRecords()).0
    } writing: { _, layout in
      Coded.Encoder { writing(&$0, layout.isSameFormat) }._state.recordWriting(ConsecutiveRecords())
    }
  }

  @Sendable private static func keepHints(_ decoder: inout some ItemDecoder, _ isSameFormat: Bool) {
    decoder.changeReading { $0.keepsHints = isSameFormat }
  }

  @Sendable private static func keepExtensions(
    _ encoder: inout some ItemEncoder, _ isSameFormat: Bool
  ) {
    encoder.changeWriting { $0.writesExtensions = isSameFormat }
  }
}

extension Format: Equatable {
  static func == (left: Format, right: Format) -> Bool { left === right }
}

extension Format {
  /// The names of all formats.
  static let names = all.map(\.name)

  /// Returns the format that the argument of an option names.
  static func named(_ name: String) throws(CommandError) -> Format {
    let lowercased = name.lowercased()
    let format = all.first { $0.name == lowercased || $0.extensions.contains(lowercased) }
    guard let format else {
      let known = names.joined(separator: ", ")
      throw .usage("unknown format '\(name)'; the formats are \(known)")
    }
    return format
  }

  /// Returns the format that the extension of a file name means, or `nil`.
  static func ofFile(_ name: String) -> Format? {
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
    let suffix = name[name.index(after: dot)...].lowercased()
    return all.first { $0.extensions.contains(suffix) }
  }

  /// Returns whether a file is a text in Markdown, by the extension of its name.
  static func isMarkdown(fileName: String) -> Bool {
    [".md", ".markdown", ".mdx"].contains { fileName.lowercased().hasSuffix($0) }
  }

  /// Whether documents are JSON text.
  var isJSON: Bool { self == .json || self == .ndjson || self == .seq }

  /// The hint for an input whose format is not guessed.
  static let unguessed = "CBOR and MessagePack need --from cbor or --from messagepack"

  /// Throws if this format cannot be written.
  func requireWriting() throws(CommandError) {
    guard makeWriting == nil else { return }
    throw .usage(
      self == .json5
        ? "ferry only reads json5; write json instead" : "this ferry was built without YAML")
  }

  /// Returns a writer of one document, or of several. `isRaw` is as for ``DocumentWriter``.
  func writing(several: Bool, _ layout: Layout, isRaw: Bool) -> any RecordWriting {
    var layout = layout
    layout.isSameFormat = (layout.source ?? self) == self
    guard !isRaw, let makeWriting else { return JSONPartWriting(.raw, layout.json) }
    return makeWriting(several, layout)
  }

  /// Returns the record format that reads a single document.
  func document(isSameFormat: Bool = false) throws(CommandError) -> RecordFormat {
    guard let format = single ?? series(isSameFormat) else {
      throw .usage("this ferry was built without YAML")
    }
    return format
  }

  /// Returns the record format of one document that is a layer of a document of `target`.
  func layer(for target: Format) throws(CommandError) -> RecordFormat {
    #if FERRY_YAML
    if self == .yaml {
      var rules = Self.yamlRules
      rules.knownTags = [LayeredTree.replaceTag]
      return .yamlDocuments(.init(), rules)
    }
    #endif
    return try document(isSameFormat: target == self)
  }

  /// Returns how compact JSON text is copied to one document, or to one of several. Returns `nil`
  /// if this format cannot copy text.
  func copying(several: Bool) -> RecordCopying? {
    switch self {
    case .json where several: RecordCopying(before: UInt8(ascii: ","))
    case .seq: RecordCopying(before: 0x1E, after: UInt8(ascii: "\n"))
    case .json, .ndjson: RecordCopying(after: UInt8(ascii: "\n"))
    default: nil
    }
  }
}

extension Options {
  /// The format of the output by its name: that of `--to`, or else of the file of `-o`.
  var namedFormat: Format? { to ?? file(of: .output).flatMap { Format.ofFile($0.description) } }
}
