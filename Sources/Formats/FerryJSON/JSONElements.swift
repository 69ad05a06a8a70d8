internal import FerryBase
internal import FerryCoding
internal import FerryJSONEngine

extension JSONReading {
  /// The minimum size, in bytes, of a document that is decoded in groups.
  static let groupedByteCount = 1 << 18

  /// Decodes a long array in groups. Returns `nil` if the type or the options do not allow it.
  @inline(never)
  func decodeInGroups<T: Decodable>(
    _ type: T.Type, from cursor: inout PlaceCursor, _ coding: CodingOptions
  ) throws -> T? {
    // The check of unknown keys needs the model's keys for the whole document.
    guard !coding.rules.rejectsUnknownKeys, !options.assumesTopLevelDictionary,
      options.duplicateKeys == .first, let list = type as? any GroupDecodable.Type
    else { return nil }
    return try list.decode(from: &cursor, coding, self) as? T
  }
}

/// A type that a long document can be decoded to in groups of elements: an array.
private protocol GroupDecodable {
  /// Decodes the elements of the array in the input of `cursor`. Returns `nil` for any other value.
  static func decode(
    from cursor: inout PlaceCursor, _ coding: CodingOptions, _ reading: JSONReading
  ) throws -> Self?
}

extension Array: GroupDecodable where Element: Decodable {
  static func decode(
    from cursor: inout PlaceCursor, _ coding: CodingOptions, _ reading: JSONReading
  ) throws -> [Element]? {
    guard var elements = JSONElements(cursor.input, reading) else { return nil }
    return try DecodingSession.decodeElements(
      of: [Element].self, from: &elements, &cursor, options: coding)
  }
}

/// The groups of elements of an array.
private struct JSONElements: ElementSource, ~Copyable {
  private let reading: JSONReading
  private let byteCount: Int
  private var reader: JSONReader
  /// The offset of the group that was read last.
  private var start: Int
  private var isFirst = true
  var wordCount = DecodingSession.groupWordCount
  private(set) var hasMore = true

  /// Enters the array in `input`; `nil` for any other value. Ordinary decoding reports errors before
  /// the array.
  init?(_ input: ByteView, _ reading: JSONReading) {
    var options = reading.options
    // The array itself is one level.
    options.depthLimit -= 1
    self.reading = reading
    byteCount = input.count
    reader = JSONReader(input, options: options)
    start = 0
    guard options.depthLimit >= 0, (try? reader.enterList()) == true else { return nil }
  }

  mutating func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    start = reader.offset
    hasMore = try reader.readElements(into: &tape, upTo: wordCount, isFirst: isFirst)
    isFirst = false
  }

  func offset(ofNode node: Int, in input: ByteView) -> Int? {
    JSONReader.offset(ofNode: node, inElementsFrom: start, of: input, options: reading.options)
  }

  func problem(_ failure: WireFailure, in input: ByteView) -> Problem {
    reading.problem(failure, in: input)
  }

  func elementsLeft(after count: Int) -> Int {
    // The estimate has a small reserve, because growing the array costs more.
    let end = reader.offset
    return Int(Double(byteCount - end) / Double(end) * Double(count) * 1.02) + 16
  }
}
