import FerryBinary
import FerryJSON
import FerryTape

extension Format {
  /// The format of an input: as told, else by the name of the file, else by what is in it.
  static func of(_ input: Input, told: Format?) -> Format {
    unsafe told ?? Format(fileName: input.name) ?? guess(input.bytes)
  }

  /// The format that `bytes` look like.
  static func guess(_ bytes: UnsafeBufferPointer<UInt8>) -> Format {
    if unsafe BinaryReader.looksLikeRecordFile(bytes) || BinaryReader.looksLikeDocument(bytes) {
      return .binary
    }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var text = unsafe bytes[...]
    if unsafe text.starts(with: byteOrderMark) { unsafe text = unsafe text.dropFirst(3) }
    unsafe text = text.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    // Nothing at all is no document of any kind: a stream of none.
    guard let first = unsafe text.first else { return .ndjson }
    if first == 0x1E { return .seq }
    if unsafe text.starts(with: "//".utf8) || text.starts(with: "/*".utf8) { return .json5 }

    let isBracket = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    let line = unsafe text.prefix { $0 != 0x0A }
    let isOnlyLine = unsafe !text[line.endIndex...].contains { $0 > 0x20 }
    // One long line need not be read to know.
    if isBracket, isOnlyLine { return .json }
    if unsafe isValue(UnsafeBufferPointer(rebasing: line)) { return isOnlyLine ? .json : .ndjson }
    // A line that is no value: the start of a long one, or YAML, which has no brackets there
    // unless it is in flow style, and then it is JSON most of the time.
    if isBracket { return .json }
    #if YAML
    return .yaml
    #else
    return .json
    #endif
  }

  private static func isValue(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    var reader = unsafe JSONReader(line)
    var tape = Tape()
    do throws(Failure) {
      try reader.readDocument(into: &tape)
      return true
    } catch {
      return false
    }
  }
}
