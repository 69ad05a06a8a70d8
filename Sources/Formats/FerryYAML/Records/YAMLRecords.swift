package import FerryCoders
internal import FerryBase

extension RecordFormat {
  /// The format of a stream of YAML documents in UTF-8.
  package static func yamlDocuments(
    _ limits: YAMLReader.Limits = .init(), _ rules: YAMLReader.Rules = .init()
  ) -> RecordFormat {
    RecordFormat(name: "YAML", reader: YAMLRecords(limits: limits, rules: rules)) {
      DocumentFraming()
    }
  }
}

/// A reader of YAML documents.
struct YAMLRecords: RecordReading {
  let limits: YAMLReader.Limits
  let rules: YAMLReader.Rules

  var source: any TapeSource { YAMLSource(limits: limits, rules: rules) }

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    list.begin(&tape)
    if let roots = readTogether(batch, into: &tape) {
      for root in roots { list.append(root: root) }
    } else {
      for range in batch.records.ranges { readAlone(range, of: batch, into: &tape, &list) }
    }
    list.end(&tape)
  }

  /// Reads all documents of `batch` with one reader, which is faster.
  ///
  /// All ranges but the first have to begin with `---`. Otherwise a range may begin with other
  /// marks, behind characters that only libyaml treats as line breaks. The library skips these
  /// marks between documents, but rejects them at the start of a stream.
  /// - Returns: the roots of the documents, or `nil` unless each range contains exactly one
  ///   document. If the result is `nil`, the tape is unchanged.
  private func readTogether(_ batch: Batch, into tape: inout Tape) -> [Int]? {
    let ranges = batch.records.ranges
    guard ranges.count > 1, let first = ranges.first, let last = ranges.last,
      ranges.dropFirst().allSatisfy({ batch.bytes[$0].starts(with: "---".utf8) })
    else { return nil }
    let start = tape.count
    var reader = YAMLReader(
      ByteView(rebasing: batch.bytes[first.lowerBound..<last.upperBound]),
      limits: limits, rules: rules)
    var roots: [Int] = []
    roots.reserveCapacity(ranges.count)
    do throws(WireFailure) {
      _ = try reader.readDocuments(into: &tape, roots: &roots)
      // Each range begins a document, so equal numbers mean one document in each range.
      if roots.count == ranges.count { return roots }
    } catch {
      // The result for a document must not depend on the documents around it.
    }
    tape.truncate(to: start)
    return nil
  }

  /// Reads a document without the documents around it.
  private func readAlone(
    _ range: Range<Int>, of batch: Batch, into tape: inout Tape, _ list: inout RecordList
  ) {
    var reader = YAMLReader(
      ByteView(rebasing: batch.bytes[range]), limits: limits, rules: rules)
    let root = tape.count
    do throws(WireFailure) {
      guard try reader.readDocument(into: &tape) else {
        return list.append(Problem(.unexpectedEnd, .offset(range.upperBound)))
      }
      if let other = try reader.startOfAnotherDocument() {
        throw WireFailure(.trailingContent, offset: other)
      }
      list.append(root: root)
    } catch {
      tape.truncate(to: root)
      list.append(Self.problem(error, of: reader, from: range.lowerBound))
    }
  }

  /// Returns the problem of a failure of `reader`, with offsets in the buffer. The text of the reader
  /// begins at `start` of the buffer.
  private static func problem(
    _ failure: WireFailure, of reader: borrowing YAMLReader, from start: Int
  ) -> Problem {
    var problem = reader.problem(failure)
    if failure.kind == .trailingContent { problem.detail = "expected one document, found another" }
    // The caller finds the path with `pathOfFailure` if it needs it.
    problem.hasPath = false
    return problem.located {
      if case .offset(let offset) = $0 { .offset(start + offset) } else { .offset(start) }
    }
  }
}
