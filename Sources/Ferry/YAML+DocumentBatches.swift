#if YAML
import FerryCoding
import FerryTape
import FerryYAML

// Many small documents are read onto one tape and decoded then: the parser and the decoder stay in
// the processor's caches for as long as they work, and what is found once per type is found once.
extension YAMLDocumentStream {
  /// Decodes a `T` from each document that is left and hands it to `body`.
  mutating func each<T: Decodable>(_ type: T.Type, _ body: (T) throws -> Void) throws {
    var session = DecodingSession.forRecords()
    var roots: [Int] = []
    var isEnd = false
    while !isEnd {
      var failure: WireFailure?
      roots.removeAll(keepingCapacity: true)
      unsafe session.beginRecords(input, options) { tape in
        do throws(WireFailure) {
          isEnd = try reader.readDocuments(into: &tape, roots: &roots, upTo: Self.batchWords)
        } catch {
          failure = error
        }
      }
      for root in roots {
        let value: T
        do {
          value = try session.record(type, at: root)
        } catch {
          throw explanation(of: error, type)
        }
        document += 1
        try body(value)
      }
      DecodingSession.endRecords(&session)
      if let failure { throw explanation(of: failure, type) }
    }
  }

  /// Words on the tape from which on a batch takes no more documents.
  private static var batchWords: Int { 4096 }

  /// What decoding the document alone has to say, with the path and the place in it: nobody pays
  /// for that as long as all is well.
  private func explanation<T: Decodable>(of error: any Error, _ type: T.Type) -> any Error {
    do {
      var stream = unsafe YAMLDocumentStream(input, options, settings, file: file)
      try stream.skip(document)
      _ = try stream.next(type)
      return error
    } catch {
      return error
    }
  }

  /// Moves behind the next `count` documents.
  private mutating func skip(_ count: Int) throws(WireFailure) {
    var tape = Tape()
    for _ in 0..<count {
      guard try reader.readDocument(into: &tape) else { return }
      tape.clear()
      document += 1
    }
  }
}
#endif
