public import FerryBase

/// A reader that moves from one value of a buffer to the next.
@usableFromInline
package protocol RecordWireReader: ~Copyable, WireReader {
  /// Moves to the value that begins at `offset`.
  mutating func begin(at offset: Int)
  /// Checks that the value ends at `end`.
  mutating func finish(at end: Int) throws(WireFailure)
}

extension _DecodedRecords where Value: DirectDecodable {
  /// Decodes the values in `ranges` of `bytes` directly and appends them, up to the first invalid one.
  /// Decoding through the tape finds its error and its location.
  @inlinable
  package func decode<Reader: RecordWireReader & ~Copyable>(
    _ bytes: RawSpan, at ranges: [Range<Int>],
    _ makeReader: (ByteView) throws(WireFailure) -> Reader
  ) {
    bytes.withByteView { bytes in
      do throws(WireFailure) {
        var reader = try makeReader(bytes)
        for range in ranges {
          reader.begin(at: range.lowerBound)
          let value = try Value(from: &reader)
          try reader.finish(at: range.upperBound)
          append(value)
        }
      } catch {}
    }
  }
}
