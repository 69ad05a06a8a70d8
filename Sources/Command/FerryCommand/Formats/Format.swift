import FerryBinaryEngine
import FerryBase
import FerryItems
import FerryJSONEngine

/// A format that the command reads or writes.
enum Format: String, CaseIterable {
  case json, json5, ndjson, seq, yaml, binary, cbor, messagepack

  /// Each format with its other names, the extensions of its files and, if it is binary, its items.
  private static let table:
    [(format: Format, names: [String], extensions: [String], items: ItemFormat?)] =
      [
        (.json, [], ["json", "geojson", "webmanifest"], nil),
        (.json5, [], ["json5", "jsonc"], nil),
        (.ndjson, ["jsonl"], ["ndjson", "jsonl"], nil),
        (.seq, ["json-seq"], ["seq", "json-seq"], nil),
        (.yaml, ["yml"], ["yaml", "yml"], nil),
        (.binary, [], ["ferry"], nil),
        (.cbor, [], ["cbor", "cborseq"], .cbor),
        (.messagepack, ["msgpack"], ["msgpack", "mpk"], .messagePack),
      ]

  /// Parses the argument of an option.
  init(option name: String) throws(CommandError) {
    let lowercased = name.lowercased()
    let alias = Self.table.first { $0.names.contains(lowercased) }
    guard let format = alias?.format ?? Format(rawValue: lowercased) else {
      let known = Format.names.joined(separator: ", ")
      throw .usage("unknown format '\(name)'; the formats are \(known)")
    }
    self = format
  }

  /// Finds the format by the extension of a file name. Returns `nil` for an unknown extension.
  init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: "."), !fileName[dot...].contains("/") else { return nil }
    let suffix = fileName[fileName.index(after: dot)...].lowercased()
    guard let line = Self.table.first(where: { $0.extensions.contains(suffix) }) else { return nil }
    self = line.format
  }

  /// Returns whether a file is a text in Markdown, by the extension of its name.
  static func isMarkdown(fileName: String) -> Bool {
    [".md", ".markdown", ".mdx"].contains { fileName.lowercased().hasSuffix($0) }
  }

  /// The names of all formats.
  static let names = allCases.map(\.rawValue)

  /// Whether errors in this format have lines and columns.
  var isText: Bool { self != .binary && items == nil }

  /// The hint for an input whose format is not guessed.
  static let unguessed = "CBOR and MessagePack need --from cbor or --from messagepack"

  /// The format of the items in a document; `nil` for a format without items.
  var items: ItemFormat? { Self.table.first { $0.format == self }?.items }
}

extension Format {
  /// Returns the format that `bytes` look like. If `records` is true, a single line with an object
  /// or a scalar is one record of ndjson, not a JSON document.
  static func guess(
    _ bytes: ByteView, records: Bool = false
  ) -> Format {
    if BinaryReader.looksLikeRecordFile(bytes) || BinaryReader.looksLikeDocument(bytes) {
      return .binary
    }
    // The tag of a document that names its format (RFC 8949, section 3.4.6).
    if bytes.starts(with: [0xD9, 0xD9, 0xF7]) { return .cbor }
    let text = visibleText(of: bytes)
    // An empty input is a series without documents.
    guard let first = text.first else { return .ndjson }
    if first == 0x1E { return .seq }
    if text.starts(with: "//".utf8) || text.starts(with: "/*".utf8) { return .json5 }

    let isBracket = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let line = text.prefix { $0 != 0x0A }
    let isOnlyLine = !text[line.endIndex...].contains { $0 > 0x20 }
    let isRecord = !isOnlyLine || records && first != UInt8(ascii: "[")
    // A single line with a bracket needs no further check, even if it is long.
    if isBracket, isOnlyLine {
      return isRecord && !ByteView(rebasing: line).areSeveralJSONValues ? .ndjson : .json
    }
    if isValue(ByteView(rebasing: line)) { return isRecord ? .ndjson : .json }
    // The line is not a JSON value. It is an invalid record, the start of a long value, or YAML.
    // YAML starts with a bracket only in flow style, which is usually JSON.
    if isBracket {
      return isRecordLine(line, before: text[line.endIndex...]) ? .ndjson : .json
    }
    #if FERRY_YAML
    return .yaml
    #else
    return .json
    #endif
  }

  /// Returns whether `guess` has the same result for every text that begins with `head`.
  static func isDecided(by head: ByteView, records: Bool) -> Bool {
    let text = visibleText(of: head)
    guard let end = text.firstIndex(of: 0x0A) else { return false }
    if text[end...].contains(where: { $0 > 0x20 }) { return true }
    guard records else { return false }
    switch text.first {
    case UInt8(ascii: "["): return false
    case UInt8(ascii: "{"): return isValue(ByteView(rebasing: text[..<end]))
    default: return true
    }
  }

  /// Returns whether text that is not JSON may be YAML. Several lines that begin like one scalar
  /// without quotes are valid YAML, but more likely text in another format.
  static func mayBeYAML(_ bytes: ByteView) -> Bool {
    let lines = visibleText(of: bytes).split { $0 == 0x0A }
      .filter { !$0.allSatisfy(\.isBlank) && $0.first != UInt8(ascii: "#") }
    guard lines.count > 1, let line = lines.first, let first = line.first else { return true }
    if "-?:[]{}&*!|>'\"%@`".utf8.contains(first) { return true }
    return line.indices.contains {
      line[$0] == UInt8(ascii: ":") && ($0 + 1 == line.endIndex || line[$0 + 1].isBlank)
    }
  }

  /// Returns the bytes after a byte order mark and blanks.
  private static func visibleText(
    of bytes: ByteView
  ) -> Slice<ByteView> {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = bytes.starts(with: mark) ? mark.count : 0
    return bytes[start...].drop(while: \.isBlank)
  }

  /// Returns whether `line` ends with a closing bracket and the next line begins with the same
  /// bracket as `line`. Such lines are records: within JSON, only a comma or a closing bracket
  /// follows a closing bracket.
  private static func isRecordLine(
    _ line: Slice<ByteView>, before rest: Slice<ByteView>
  ) -> Bool {
    guard let last = line.last(where: { !$0.isBlank }),
      let next = rest.first(where: { !$0.isBlank })
    else { return false }
    return next == line.first && [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(last)
  }

  private static func isValue(_ line: ByteView) -> Bool {
    JSONReader.read(Array(line)) { _ in true } ?? false
  }
}

/// A compression of files. Other commands unpack such files.
enum Compression: String, CaseIterable {
  case gzip, zstd, xz, bzip2, zip

  /// Finds the compression by the first bytes of a file. No format of the command begins with them.
  init?(of head: ByteView) {
    let found = Self.allCases.first { head.starts(with: $0.signature) }
    guard let found else { return nil }
    self = found
  }

  private var signature: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .bzip2: Array("BZh91AY&SY".utf8)
    case .zip: Array("PK\u{03}\u{04}".utf8)
    }
  }

  /// Returns the error for the compressed input `file`, with a hint.
  func problem(in file: String) -> Problem {
    let command = self == .zip ? "unzip -p" : "\(rawValue) -dc"
    return Problem(
      in: file, "the input is compressed with \(rawValue)",
      hint: "decompress the input first: \(command) FILE | ferry ...")
  }
}
