import FerryTape

extension YAMLReader {
  /// Byte offset in `input` of the value that became node `node` of document number `document`,
  /// from 0, which is found by reading again: errors are rare, and places cost memory.
  /// - Returns: nil where there is no such node.
  package static func offset(
    ofNode node: Int, document: Int, in input: UnsafeBufferPointer<UInt8>,
    limits: Limits = Limits()
  ) -> Int? {
    for hasSurrogates in [false, true] {
      do throws(Failure) {
        var reader = YAMLReader(input, limits: limits)
        if hasSurrogates { _ = try reader.resolveSurrogates() }
        return try reader.findNode(node, document: document)
      } catch {
        guard error.kind == .loneSurrogate else { return nil }
      }
    }
    return nil
  }

  private mutating func findNode(_ node: Int, document: Int) throws(Failure) -> Int? {
    if let failure = input.failure { throw failure }
    var tape = Tape()
    for _ in 0..<document {
      tape.clear()
      if try !readDocument(into: &tape) { return nil }
    }
    tape.clear()
    guard try startDocument() else { return nil }
    while tape.count <= node {
      if try step(into: &tape) { return nil }
    }
    return eventOffset
  }
}
