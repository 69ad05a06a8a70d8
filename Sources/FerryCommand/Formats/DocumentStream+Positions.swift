import FerryBytes
import FerryJSON
import FerryStreams
import FerryTape

#if YAML
import FerryYAML
#endif

extension DocumentStream {
  /// Where the value began that became `node` of a single document; `nil` in formats without lines.
  func place(ofNode node: Int) -> SourcePlace? {
    guard series.format.isText, let input = series.whole, let offset = offset(ofNode: node) else {
      return nil
    }
    return unsafe SourcePlace(offset: offset, inText: UnsafeRawBufferPointer(input.bytes))
  }

  /// The same without the text around it.
  func position(ofNode node: Int) -> (line: Int, column: Int)? {
    if let positions, positions.indices.contains(node) { return positions[node] }
    return place(ofNode: node).map { ($0.line, $0.column) }
  }

  /// Line and column of every node of a single document; `nil` in formats without lines, and where
  /// each has to be looked for.
  func allPositions(of view: TapeView) -> [(line: Int, column: Int)]? {
    guard let input = series.whole, let offsets = unsafe offsets(of: view, in: input.bytes) else {
      return nil
    }
    var cursor = unsafe PlaceCursor(UnsafeRawBufferPointer(input.bytes))
    return offsets.map { offset in
      cursor.move(to: offset)
      return (cursor.line, cursor.column)
    }
  }

  /// Where in `bytes` the values began that became the words of `view`, behind the one for the list
  /// of documents.
  private func offsets(of view: TapeView, in bytes: UnsafeBufferPointer<UInt8>) -> [Int]? {
    switch series.format {
    case .json, .ndjson, .seq: return unsafe [0] + JSONReader.offsets(of: view, from: 1, in: bytes)
    case .yaml:
      #if YAML
      return unsafe [0] + YAMLReader.offsets(in: bytes)
      #else
      return nil
      #endif
    case .json5, .binary: return nil
    }
  }
}
