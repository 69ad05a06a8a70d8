#if YAML
import FerryCoding
import FerryTape
import FerryYAML

// Many small documents are read onto one tape and decoded then: the parser and the decoder stay in
// the processor's caches for as long as they work, and what is found once per type is found once.
extension YAMLDocumentStream {
  /// Decodes a `T` from each document that is left and hands it to `body`.
  mutating func each<T: Decodable>(_ type: T.Type, _ body: (T) throws -> Void) throws {
    guard !options.rejectsUnknownKeys else {
      while let value = try next(type) { try body(value) }
      return
    }
    var session = DecodingSession.forRecords()
    var roots: [Int] = []
    repeat {
      var end = BatchEnd.full
      unsafe session.beginRecords(input, options) { end = readBatch(into: &$0, roots: &roots) }
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
      if case .failure(let failure) = end { throw explanation(of: failure, type) }
      if case .stream = end { return }
    } while true
  }

  /// Why a batch has no more documents.
  private enum BatchEnd {
    case full
    case stream
    case failure(Failure)
  }

  /// Words on the tape from which on a batch takes no more documents.
  private static var batchWords: Int { 4096 }

  private mutating func readBatch(into tape: inout Tape, roots: inout [Int]) -> BatchEnd {
    roots.removeAll(keepingCapacity: true)
    while tape.count < Self.batchWords {
      let root = tape.count
      do throws(Failure) {
        guard try reader.readDocument(into: &tape) else { return .stream }
      } catch {
        return .failure(error)
      }
      roots.append(root)
    }
    return .full
  }

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
  private mutating func skip(_ count: Int) throws(Failure) {
    var tape = Tape()
    for _ in 0..<count {
      guard try reader.readDocument(into: &tape) else { return }
      tape.clear()
      document += 1
    }
  }
}
#endif
