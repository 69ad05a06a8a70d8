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
          list.append(Failure(.unexpectedEnd, offset: ranges[index].upperBound))
          return index + 1
        }
        list.append(root: root)
      } catch {
        tape.truncate(to: root)
        if ranges.count - first > 1 {
          // With what stands around it, the reader may complain about another document.
          readAlone(ranges[index], of: batch, into: &tape, &list)
        } else {
          let (failure, remark) = Self.placed(error, by: reader, from: ranges[first].lowerBound)
          list.append(failure, remark: remark)
        }
        return index + 1
      }
    }
    return ranges.count
  }

  /// Reads a document without what stands around it.
  private func readAlone(
    _ range: Range<Int>, of batch: Batch, into tape: inout Tape, _ list: inout RecordList
  ) {
    var reader = YAMLReader(
      UnsafeBufferPointer(rebasing: batch.bytes[range]), limits: limits)
    let root = tape.count
    var rest = Tape()
    do throws(Failure) {
      guard try reader.readDocument(into: &tape) else {
        return list.append(Failure(.unexpectedEnd, offset: range.upperBound))
      }
      while try reader.readDocument(into: &rest) { rest.clear() }
      list.append(root: root)
    } catch {
      tape.truncate(to: root)
      let (failure, remark) = Self.placed(error, by: reader, from: range.lowerBound)
      list.append(failure, remark: remark)
    }
  }

  /// A failure of a reader of the buffer from `start` on, and what it has to say about it.
  private static func placed(
    _ failure: Failure, by reader: borrowing YAMLReader, from start: Int
  ) -> (Failure, FailureRemark) {
    var remark = reader.remark(on: failure)
    // Whoever wants the path to what could not be read asks for it.
    remark.hasPath = false
    remark.notes = remark.notes.map { (start + $0.offset, $0.text) }
    return (Failure(failure.kind, offset: start + max(0, failure.offset)), remark)
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
