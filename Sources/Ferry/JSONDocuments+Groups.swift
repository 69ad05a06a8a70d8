import FerryBytes
import FerryCoding
import FerryJSON
import FerryTape

/// A type that a long document is decoded as in groups of elements: an array.
protocol GroupDecodable {
  static func decode(
    from input: UnsafeBufferPointer<UInt8>, _ options: CodingOptions,
    _ reading: JSONReadingOptions, place: (Int) -> SourcePlace
  ) throws -> Self?
}

extension Array: GroupDecodable where Element: Decodable {
  /// The elements of the list that `input` is, or `nil` if it is something else.
  static func decode(
    from input: UnsafeBufferPointer<UInt8>, _ options: CodingOptions,
    _ reading: JSONReadingOptions, place: (Int) -> SourcePlace
  ) throws -> [Element]? {
    var reading = reading
    // The list itself is one level.
    reading.depthLimit -= 1
    var reader = unsafe JSONReader(input, options: reading)
    // What is wrong in front of the list is told by the ordinary way.
    guard reading.depthLimit >= 0, (try? reader.enterList()) == true else { return nil }
    var start = reader.offset
    var end = start
    var isFirst = true
    return try unsafe DecodingSession.decodeElements(
      of: [Element].self, input: input, options: options,
      read: { tape, wordCount throws(WireFailure) in
        start = reader.offset
        let hasMore = try reader.readElements(into: &tape, upTo: wordCount, isFirst: isFirst)
        isFirst = false
        end = reader.offset
        return hasMore
      },
      elementsLeft: { count in
        // A little more than it looks like, for growing costs more.
        Int(Double(input.count - end) / Double(end) * Double(count) * 1.02) + 16
      },
      offsetOfNode: {
        unsafe JSONReader.offset(ofNode: $0, inElementsFrom: start, of: input, options: reading)
      },
      place: place)
  }
}

extension JSONDocuments {
  /// Bytes of a document that is worth the groups.
  static let groupedByteCount = 1 << 18

  /// The value of a long list, decoded in groups; `nil` if that is not the way for it.
  @inline(never)
  func decodeInGroups<T: Decodable>(
    _ type: T.Type, from input: UnsafeBufferPointer<UInt8>, _ options: CodingOptions,
    _ settings: Settings, place: (Int) -> SourcePlace
  ) throws -> T? {
    guard !settings.reading.assumesTopLevelDictionary,
      settings.reading.duplicateKeys == .first, let list = type as? any GroupDecodable.Type
    else { return nil }
    return try unsafe list.decode(from: input, options, settings.reading, place: place) as? T
  }
}
