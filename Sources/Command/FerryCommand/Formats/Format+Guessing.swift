import Ferry
import FerryBinaryEngine

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
    (try? JSON.decode(AnyValue.self, from: line)) != nil
  }
}
