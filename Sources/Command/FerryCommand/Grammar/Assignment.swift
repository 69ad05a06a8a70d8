import Ferry
import FerryLayers

/// An argument `PATH` or `PATH=VALUE`, such as `server.port=8080`.
///
/// Blanks around the sign are ignored. A sign in brackets is part of a key: `["a=b"]`.
struct Assignment {
  let path: String
  /// The value, or `nil` without a sign.
  let value: String?
  /// The value with the blanks before it, unless a blank is before the sign as well.
  let exactValue: String?

  /// Parses an argument that sets a value. The sign is the first `=`.
  init(_ argument: String) {
    let start = Self.positions(of: "=", in: argument).first
    self.init(argument, sign: start.map { $0..<argument.utf8.index(after: $0) })
  }

  private init(_ argument: String, sign range: Range<String.Index>?) {
    guard let range else {
      (path, value, exactValue) = (argument, nil, nil)
      return
    }
    let before = argument[..<range.lowerBound]
    path = String(before.reversed().drop { $0 == " " }.reversed())
    value = String(argument[range.upperBound...].drop { $0 == " " })
    exactValue = before.last == " " ? value : String(argument[range.upperBound...])
  }

  /// Parses a line `path = value`. The sign is the first `=` with blanks around it, or else the first
  /// one. Returns `nil` for a line without a sign.
  init?(line: String) {
    let signs = Self.positions(of: "=", in: line)
    let spaced = signs.first { sign in
      let after = line.utf8.index(after: sign)
      return line.utf8[..<sign].last?.isBlank ?? true && line.utf8[after...].first?.isBlank ?? true
    }
    guard let sign = spaced ?? signs.first else { return nil }
    path = Self.trimmed(line[..<sign])
    value = Self.trimmed(line[line.utf8.index(after: sign)...])
    exactValue = value
  }

  /// Returns the text without blanks at its ends.
  private static func trimmed(_ text: Substring) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { !$0.isBlank }),
      let last = bytes.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(text[first..<bytes.index(after: last)])
  }

  /// Returns the positions of `signs` outside brackets.
  private static func positions(of signs: String, in argument: String) -> [String.Index] {
    var positions: [String.Index] = []
    var depth = 0
    var quote: UInt8?
    var before: UInt8?
    for (index, byte) in zip(argument.utf8.indices, argument.utf8) {
      // The character after a backslash is part of a key.
      if before == UInt8(ascii: "\\") {
        before = nil
        continue
      }
      switch byte {
      case _ where quote != nil: if byte == quote { quote = nil }
      case UInt8(ascii: "\""), UInt8(ascii: "'"): if before == UInt8(ascii: "[") { quote = byte }
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth = max(0, depth - 1)
      case _ where depth == 0 && signs.utf8.contains(byte): positions.append(index)
      default: break
      }
      before = byte
    }
    return positions
  }
}

extension WirePath {
  /// Parses a path that a person typed. As in jq, a dot may come first, and `[]` means `[*]`.
  ///
  /// A text with a leading slash is a JSON Pointer. To start a path with a key that begins with a
  /// slash, write `\/`.
  init(commandLine text: String) throws(CommandError) {
    do throws(Problem) {
      self = try WirePath(typed: text)
    } catch {
      throw .refused(error)
    }
  }
}
