package import FerryBase

/// A file with lines `NAME=value`.
package struct VariablesFile {
  /// One variable.
  package struct Line {
    package let name: String
    package let value: String
    package let isQuoted: Bool
    /// The location of the value. Its excerpt ends with the value, because a comment may follow.
    package fileprivate(set) var place: SourcePlace
  }

  private let bytes: [UInt8]
  /// The name of the file in locations.
  package let name: String

  package init(_ bytes: [UInt8], name: String) { (self.bytes, self.name) = (bytes, name) }

  /// Returns the text of a value that is text in quotes as a whole; `nil` for any other value.
  package static func unquoted(_ value: String) -> String? {
    let file = VariablesFile(Array("_=\(value)".utf8), name: "")
    guard let lines = try? file.lines(), lines.count == 1, lines[0].isQuoted else { return nil }
    return lines[0].value
  }

  /// Returns the variables in the order of the file.
  /// - Throws: The failure of a line that is not a variable.
  package func lines() throws(Problem) -> [Line] {
    if let offset = bytes.withByteView({ UTF8Validation.firstIllFormedOffset(in: $0) }) {
      throw error(.invalidUTF8, at: offset, nil)
    }
    // A byte order mark is not a part of the first name.
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var lines: [Line] = []
    while position < bytes.count {
      skipBlanks(&position)
      guard position < bytes.count else { break }
      if isEndOfLine(position) || bytes[position] == UInt8(ascii: "#") {
        skipLine(&position)
      } else {
        lines.append(try line(&position))
      }
    }
    bytes.withByteView { text in
      var cursor = PlaceCursor(text)
      for index in lines.indices {
        let place = lines[index].place
        cursor.move(to: place.offset)
        lines[index].place = SourcePlace(
          file: name, line: cursor.line, column: cursor.column, offset: place.offset,
          excerpt: place.excerpt, caret: place.caret)
      }
    }
    return lines
  }

  private func line(_ position: inout Int) throws(Problem) -> Line {
    let start = position
    if bytes[start...].starts(with: "export".utf8), start + 6 < bytes.count, isBlank(start + 6) {
      position += 6
      skipBlanks(&position)
    }
    let nameStart = position
    while position < bytes.count, !isEndOfLine(position), bytes[position] != UInt8(ascii: "=") {
      position += 1
    }
    let name = text(nameStart..<position).trimmed
    guard position < bytes.count, bytes[position] == UInt8(ascii: "="), !name.isEmpty,
      name.utf8.allSatisfy(Self.isNameByte)
    else { throw error(.invalidValue, at: start, "expected a line `NAME=value`") }
    position += 1
    skipBlanks(&position)
    let valueStart = position
    let quote = position < bytes.count ? bytes[position] : 0
    let isQuoted = quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"")
    let (value, end) = isQuoted ? try quoted(quote, &position) : plain(&position)
    let shown = text(start..<end).prefix { !$0.isNewline }
    let place = SourcePlace(offset: valueStart - start, in: String(shown))
    return Line(name: name, value: value, isQuoted: isQuoted, place: place.at(offset: valueStart))
  }

  /// Reads a value without quotes up to the end of the line or a comment.
  private func plain(_ position: inout Int) -> (value: String, end: Int) {
    let start = position
    while position < bytes.count, !isEndOfLine(position) {
      if bytes[position] == UInt8(ascii: "#"), position == start || isBlank(position - 1) { break }
      position += 1
    }
    let value = text(start..<position).trimmed
    skipLine(&position)
    return (value, start + value.utf8.count)
  }

  /// Reads a value in quotes and the rest of its line.
  private func quoted(
    _ quote: UInt8, _ position: inout Int
  ) throws(Problem) -> (value: String, end: Int) {
    let start = position
    position += 1
    var value: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      if quote == UInt8(ascii: "\""), bytes[position] == UInt8(ascii: "\\"),
        position + 1 < bytes.count
      {
        position += 1
        value += Self.unescaped(bytes[position])
      } else {
        value.append(bytes[position])
      }
      position += 1
    }
    guard position < bytes.count else {
      throw error(.unterminatedString, at: start, nil)
    }
    position += 1
    let end = position
    skipBlanks(&position)
    guard position >= bytes.count || isEndOfLine(position) || bytes[position] == UInt8(ascii: "#")
    else { throw error(.trailingContent, at: position, nil) }
    skipLine(&position)
    return (String(decoding: value, as: UTF8.self), end)
  }

  /// Returns the meaning of a character after a backslash. An unknown escape stays as it is.
  private static func unescaped(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "n"): [UInt8(ascii: "\n")]
    case UInt8(ascii: "r"): [UInt8(ascii: "\r")]
    case UInt8(ascii: "t"): [UInt8(ascii: "\t")]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"): [byte]
    default: [UInt8(ascii: "\\"), byte]
    }
  }

  // MARK: Characters

  /// Returns whether the byte is a letter, a digit, or one of `_`, `.` and `-`.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private func isBlank(_ position: Int) -> Bool {
    bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t")
  }

  private func isEndOfLine(_ position: Int) -> Bool {
    bytes[position] == UInt8(ascii: "\n") || bytes[position] == UInt8(ascii: "\r")
  }

  private func skipBlanks(_ position: inout Int) {
    while position < bytes.count, isBlank(position) { position += 1 }
  }

  private func skipLine(_ position: inout Int) {
    while position < bytes.count, !isEndOfLine(position) { position += 1 }
    position = min(position + 1, bytes.count)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func error(_ kind: FailureKind, at offset: Int, _ detail: String?) -> Problem {
    var place = bytes.withByteView { SourcePlace(offset: offset, inText: $0) }
    place.file = name
    return Problem(kind, place: place, detail: detail)
  }
}

extension String {
  /// The text without blanks around it.
  package var trimmed: String {
    String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }
}
