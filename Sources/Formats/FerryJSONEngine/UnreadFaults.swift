internal import FerryBase

/// The invalid strings and numbers of a document.
///
/// Foundation scans a document for the ends of its strings and numbers. It checks a string or a number
/// when a model reads it. So a document is scanned here in the same way, into a copy of the same
/// length. A mark and blanks replace each invalid value, and an empty key each invalid key:
///
/// ```
/// {"a": "\ud800", "\x": 1}
/// {"a": *       , ""  : 1}
/// ```
///
/// A reader then checks the structure of the copy. The ranges on its tape are those of the document.
struct UnreadFaults {
  /// The copy of the document.
  private(set) var text: [UInt8]
  /// The offsets of the contents of invalid keys.
  private(set) var keys: Set<Int> = []

  /// The failures of strings and numbers. The mark of a failure is its number in this list, from 1:
  /// a byte that no value begins with.
  private static let kinds: [FailureKind] = [
    .invalidNumber, .invalidEscape, .loneSurrogate, .controlCharacter, .invalidUTF8,
  ]

  /// Returns the failure of the value that a mark stands for.
  static func kind(ofMark mark: UInt8) -> FailureKind? {
    1...kinds.count ~= Int(mark) ? kinds[Int(mark) - 1] : nil
  }

  /// Returns whether a failure may be that of an unread string or number.
  static func mayExplain(_ kind: FailureKind) -> Bool {
    // A date such as 2020-01-02 is the number 2020, without a comma behind it.
    kinds.contains(kind) || kind == .missingComma
  }

  /// Scans `input`.
  /// - Returns: `nil` if no string and no number is invalid, or if one has no end.
  init?(_ input: ByteView, _ options: JSONReadingOptions) {
    text = Array(input)
    var hasFaults = false
    var place = 0
    while place < input.count {
      let start = place
      let byte = input[start]
      switch byte {
      case ASCII.quote,
        ASCII.apostrophe where byte == ASCII.quote || options.allows(.singleQuotes):
        guard let end = Self.endOfString(in: input, from: start, options) else { return nil }
        place = end
      case ASCII.minus, ASCII.zero...ASCII.nine,
        ASCII.plus where byte != ASCII.plus || options.allows(.numberForms):
        place = Self.endOfNumber(in: input, from: start, options)
      case ASCII.slash where options.allows(.comments):
        place = Self.endOfComment(in: input, from: start)
        continue
      default:
        if Self.kind(ofMark: byte) != nil { return nil }
        place += 1
        // The rest of a word, such as a literal or a key of JSON5, is not a number.
        while place < input.count, Self.isWord(input[place - 1]), Self.isWord(input[place]) {
          place += 1
        }
        continue
      }
      let token = ByteView(rebasing: input[start..<place])
      guard let kind = Self.failure(of: token, options) else { continue }
      hasFaults = true
      let isKey = input[place...].first { $0 > ASCII.space } == ASCII.colon
      for index in start..<place { text[index] = ASCII.space }
      if isKey, place - start > 1 {
        text[start] = ASCII.quote
        text[start + 1] = ASCII.quote
        keys.insert(start + 1)
      } else {
        text[start] = UInt8((Self.kinds.firstIndex(of: kind) ?? 0) + 1)
      }
    }
    if !hasFaults { return nil }
  }

  /// Returns the failure of a string or a number; `nil` if it is valid.
  private static func failure(of token: ByteView, _ options: JSONReadingOptions) -> FailureKind? {
    var options = options
    options.checksUnreadValues = true
    options.assumesTopLevelDictionary = false
    var reader = JSONReader(token, options: options)
    var sink = CheckedSkip()
    do throws(WireFailure) {
      try reader.start()
      try reader.readValue(into: &sink, in: OpenBrackets())
      try reader.finish()
      return nil
    } catch {
      return error.kind
    }
  }

  // MARK: Ends of tokens

  private static func endOfString(
    in input: ByteView, from start: Int, _ options: JSONReadingOptions
  ) -> Int? {
    let quote = input[start]
    var place = start + 1
    while place < input.count {
      if input[place] == quote { return place + 1 }
      guard input[place] == ASCII.backslash else {
        place += 1
        continue
      }
      guard place + 1 < input.count else { return nil }
      let escape = input[place + 1]
      place += 2
      let isShort = options.allows(.textForms) && escape == UInt8(ascii: "x")
      let digits = escape == UInt8(ascii: "u") ? 4 : isShort ? 2 : 0
      guard place + digits <= input.count, !input[place..<place + digits].contains(quote) else {
        return nil
      }
      place += digits
    }
    return nil
  }

  private static func endOfNumber(
    in input: ByteView, from start: Int, _ options: JSONReadingOptions
  ) -> Int {
    let signs = [ASCII.point, ASCII.plus, ASCII.minus, UInt8(ascii: "e"), UInt8(ascii: "E")]
    return input[(start + 1)...].firstIndex {
      !ASCII.isDigit($0) && !signs.contains($0) && !(options.allows(.numberForms) && isLetter($0))
    } ?? input.count
  }

  private static func endOfComment(in input: ByteView, from start: Int) -> Int {
    let rest = input[(start + 1)...]
    if rest.first == ASCII.slash {
      return rest.firstIndex { $0 == ASCII.newline || $0 == 0x0D } ?? input.count
    }
    let end = rest.dropFirst().indices.first {
      input[$0] == UInt8(ascii: "*") && $0 + 1 < input.count && input[$0 + 1] == ASCII.slash
    }
    return end.map { $0 + 2 } ?? input.count
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 &- 0x61 < 26 }

  private static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
      || byte == UInt8(ascii: "$")
  }
}

extension JSONReader {
  /// Reads the document again, after a failure of the whole document, with values that fail only if
  /// the decoder reads them. The tape has `root` words before the document.
  /// - Throws: the same failure if the document has another fault.
  @inline(never)
  func readDeferringFaults(
    after failure: WireFailure, from root: Int, into tape: inout Tape
  ) throws(WireFailure) {
    guard UnreadFaults.mayExplain(failure.kind),
      let faults = UnreadFaults(bytes.input, options)
    else { throw failure }
    var marking = options
    marking.readsFaultMarks = true
    tape.truncate(to: root)
    do throws(WireFailure) {
      try faults.text.withByteView { text throws(WireFailure) in
        var reader = JSONReader(text, options: marking)
        try reader.readWholeDocument(into: &tape)
      }
    } catch {
      if error.kind == .nodeLimit { throw error }
      // The values before the failure give its path.
      tape.truncate(to: root)
      var reader = JSONReader(bytes.input, options: options)
      return try reader.readWholeDocument(into: &tape)
    }
    let view = TapeView(tape, input: bytes.input)
    for header in faults.keys.isEmpty ? [] : view.maps(from: root) {
      let node = view[header]
      let isUnreadable = view.keys(ofMap: header).contains {
        view[$0].kind == .text && faults.keys.contains(view[$0].payload)
      }
      guard isUnreadable else { continue }
      tape.replace(header, with: Node(.continuation, length: node.length, payload: node.payload))
    }
  }
}
