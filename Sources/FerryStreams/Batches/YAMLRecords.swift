#if YAML
internal import FerryPath
internal import FerryTape
package import FerryYAML

extension RecordFormat {
  /// The documents of a YAML stream in UTF-8.
  package static func yamlDocuments(_ limits: YAMLReader.Limits = .init()) -> RecordFormat {
    RecordFormat(name: "YAML", reader: YAMLRecords(limits: limits)) { DocumentFraming() }
  }
}

/// Reads YAML documents.
struct YAMLRecords: RecordReading {
  let limits: YAMLReader.Limits

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    list.begin(&tape)
    let ranges = batch.records.ranges
    var next = 0
    while next < ranges.count { next = read(ranges, from: next, of: batch, into: &tape, &list) }
    list.end(&tape)
  }

  /// Reads documents up to the first that is wrong, which takes its reader with it.
  /// - Returns: the number of the one behind.
  private func read(
    _ ranges: [Range<Int>], from first: Int, of batch: Batch, into tape: inout Tape,
    _ list: inout RecordList
  ) -> Int {
    guard let last = ranges.last else { return ranges.count }
    let text = UnsafeBufferPointer(
      rebasing: batch.bytes[ranges[first].lowerBound..<last.upperBound])
    var reader = YAMLReader(text, limits: limits)
    for index in first..<ranges.count {
      let root = tape.count
      do throws(Failure) {
        guard try reader.readDocument(into: &tape) else {
          // A document less than there are marks: a reader of its own will tell.
          append(Failure(.unexpectedEnd, offset: ranges[index].upperBound), nil, &list)
          return index + 1
        }
        list.append(root: root)
      } catch {
        tape.truncate(to: root)
        // With what stands around it, the reader may complain about another document.
        if ranges.count - first > 1, let (failure, problem) = failure(ranges[index], in: batch) {
          append(failure, problem, &list)
        } else {
          let start = ranges[first].lowerBound
          append(Failure(error.kind, offset: start + max(0, error.offset)), reader.problem, &list)
        }
        return index + 1
      }
    }
    return ranges.count
  }

  /// What is wrong with a document that stands alone.
  private func failure(_ range: Range<Int>, in batch: Batch) -> (Failure, String?)? {
    var reader = YAMLReader(
      UnsafeBufferPointer(rebasing: batch.bytes[range]), limits: limits)
    var tape = Tape()
    do throws(Failure) {
      while try reader.readDocument(into: &tape) { tape.clear() }
      return nil
    } catch {
      return (Failure(error.kind, offset: range.lowerBound + max(0, error.offset)), reader.problem)
    }
  }

  private func append(_ failure: Failure, _ problem: String?, _ list: inout RecordList) {
    list.append(failure, problem: problem)
  }

  func offset(ofNode node: Int, root: Int, record index: Int, in batch: Batch) -> Int? {
    let range = batch.records.ranges[index]
    let text = UnsafeBufferPointer(rebasing: batch.bytes[range])
    return YAMLReader.offset(ofNode: node - root, document: 0, in: text, limits: limits)
      .map { range.lowerBound + $0 }
  }

  func pathOfFailure(record index: Int, in batch: Batch) -> WirePath {
    let text = UnsafeBufferPointer(rebasing: batch.bytes[batch.records.ranges[index]])
    var reader = YAMLReader(text, limits: limits)
    var tape = Tape()
    do throws(Failure) {
      _ = try reader.readDocument(into: &tape)
      return .root
    } catch {
      guard let base = text.baseAddress else { return .root }
      let view = TapeView(tape, input: base)
      return WirePath.path(to: view.count, in: view)
    }
  }
}
#endif
