internal import FerryCoders
internal import FerryBase

/// A framing of server-sent events, by the rules of the HTML Standard of the WHATWG, section 9.2.6
/// (Interpreting an event stream). A record is the data of an event.
///
/// The data may stand in several lines. The bytes that do not belong to it become white space, so
/// that the reader finds one record and its errors have the places of the stream. A line of data has no
/// carriage return, so ``data(in:)`` finds this white space again:
///
/// ```
/// data: {"a":       the record begins at the brace
/// data:  1}         "data: " becomes carriage returns and a tab
/// id: 7             becomes carriage returns
///                   the empty line ends the event
/// ```
struct EventFraming: Framing {
  private enum Line {
    /// All bytes of the line are the first bytes of the name "data".
    case name(count: Int)
    /// A colon follows the name, and possibly a space that does not belong to the value.
    case colon
    case value(start: Int)
    case other
  }

  private var scanned = 0
  private var line = Line.name(count: 0)
  /// The range from the start of the first data of the event that is not blank to the end of the
  /// last.
  private var data: Range<Int>?
  private var isAtStart = true
  /// Whether the previous line ended with a carriage return, so that a line feed belongs to it.
  private var ignoresLineFeed = false
  /// Whether the framing skips the incomplete event.
  private var isPassing = false
  private(set) var isDone = false

  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  func mayEnd(with byte: UInt8) -> Bool { byte == Self.lineFeed || byte == Self.carriageReturn }

  var passesRecords: Bool { true }

  mutating func passRecord() -> Int {
    defer {
      isPassing = true
      data = nil
    }
    return start
  }

  mutating func drop(_ count: Int) {
    scanned -= count
    data = data.map { $0.lowerBound - count..<$0.upperBound - count }
    if case .value(let start) = line { line = .value(start: start - count) }
  }

  /// The offset where the incomplete record begins.
  private var start: Int {
    if isPassing { return scanned }
    if let data { return data.lowerBound }
    return if case .value(let start) = line { start } else { scanned }
  }

  mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    if isAtStart {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      guard window.count >= mark.count || isLast else { return 0 }
      if window.starts(with: mark) { scanned = mark.count }
      isAtStart = false
    }
    while scanned < window.count, !isDone {
      step(window[scanned], of: window, &found)
      scanned += 1
    }
    // An event without the empty line behind it is incomplete and does not count.
    return isLast ? window.count : start
  }

  private mutating func step(_ byte: UInt8, of window: ByteView, _ found: inout RecordRanges) {
    let endsLine = ignoresLineFeed && byte == Self.lineFeed
    ignoresLineFeed = byte == Self.carriageReturn
    if endsLine { return }
    let name: StaticString = "data"
    switch (line, byte) {
    case (.name(0), Self.lineFeed), (.name(0), Self.carriageReturn): endEvent(of: window, &found)
    case (_, Self.lineFeed), (_, Self.carriageReturn): endLine(of: window, &found)
    case (.name(name.utf8CodeUnitCount), UInt8(ascii: ":")): line = .colon
    case (.name(let count), _):
      let name = ByteView(name)
      line = count < name.count && byte == name[count] ? .name(count: count + 1) : .other
    case (.colon, 0x20): line = .value(start: scanned + 1)
    case (.colon, _): line = .value(start: scanned)
    case (.value, _), (.other, _): break
    }
  }

  private mutating func endLine(of window: ByteView, _ found: inout RecordRanges) {
    let start: Int? =
      switch line {
      case .name(4), .colon: scanned
      case .value(let start): start
      case .name, .other: nil
      }
    line = .name(count: 0)
    guard let start, !isPassing else { return }
    if let data {
      found.blanks.append(data.upperBound..<start)
      self.data = data.lowerBound..<scanned
    } else if let value = window.withoutBlankStart(start..<scanned) {
      data = value.lowerBound..<scanned
    }
  }

  /// Returns the data of an event, or a part of it, as the standard has it: with a line feed between two
  /// lines.
  static func data(in bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(carriageReturn) else { return bytes }
    var data: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == lineFeed || byte == carriageReturn else {
        data.append(byte)
        continue
      }
      data.append(lineFeed)
      // The filled bytes end with a tab.
      while index < bytes.count, bytes[index] == lineFeed || bytes[index] == carriageReturn {
        index += 1
      }
      index += 1
    }
    return data
  }

  private mutating func endEvent(of window: ByteView, _ found: inout RecordRanges) {
    defer {
      data = nil
      isPassing = false
    }
    guard let data else { return }
    if window[data].elementsEqual("[DONE]".utf8) {
      isDone = true
    } else {
      found.blanks.append(data.upperBound..<scanned)
      found.ranges.append(data.lowerBound..<scanned)
    }
  }
}
