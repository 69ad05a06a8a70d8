import FerryPath
import FerryTape

/// The documents of an input as they come, with the place of whatever is wrong in one of them.
final class DocumentStream {
  let input: Input
  let format: Format
  private let source: any DocumentSource
  private let lines: LineCounter
  private var tape = Tape()
  private var following = Tape()
  /// What was found behind the first document, where somebody had to know before it is used.
  private var ahead: Ahead?

  private enum Ahead {
    case document(DocumentScope), end, failure(Diagnostic)
  }

  init(_ path: String?, told: Format?) throws(CommandError) {
    input = try Input(path: path)
    format = Format.of(input, told: told)
    source = try makeSource(format, input)
    lines = LineCounter(input.bytes)
  }

  /// Whether reading can go on behind a bad document.
  var recovers: Bool { source.recovers }

  // MARK: Reading

  /// The next document, or `nil` at the end. It is valid until the next call.
  func next() throws(CommandError) -> Document? {
    switch ahead {
    case .document(let scope):
      swap(&tape, &following)
      ahead = nil
      return Document(view: TapeView(tape, input: scope.base), scope: scope)
    case .failure(let diagnostic):
      ahead = .end
      throw .invalid(diagnostic)
    case .end:
      return nil
    case nil:
      break
    }
    tape.clear()
    do throws(Failure) {
      guard try source.next(into: &tape) else { return nil }
      let scope = source.scope
      return Document(view: TapeView(tape, input: scope.base), scope: scope)
    } catch {
      throw .invalid(diagnostic(of: error, reading: tape))
    }
  }

  /// Whether the input is a series; to be asked while the first document is at hand, which stays
  /// valid. It counts where the format does not say.
  func isSeveral() -> Bool {
    switch source.series {
    case .one: return false
    case .many: return true
    case .counted: break
    }
    if ahead == nil {
      following.clear()
      do throws(Failure) {
        ahead = try source.next(into: &following) ? .document(source.scope) : .end
      } catch {
        ahead = .failure(diagnostic(of: error, reading: following))
      }
    }
    if case .end = ahead { return false }
    return true
  }

  /// Whether an input without any document is an empty series; to be asked at its end.
  var isSeries: Bool { source.series != .one }

  // MARK: Complaining

  /// What `failure` means for the person who gave the document.
  func diagnostic(of failure: Failure, in document: Document) -> Diagnostic {
    let offset =
      failure.offset >= 0
      ? failure.offset : source.offset(ofNode: failure.node, in: document.scope)
    let path = WirePath.path(to: failure.node, in: document.view)
    return diagnostic(failure.kind, offset: offset, path: path, scope: document.scope)
  }

  private func diagnostic(of failure: Failure, reading tape: borrowing Tape) -> Diagnostic {
    let scope = source.scope
    let view = TapeView(tape, input: scope.base)
    // The tape ends where the reader stopped.
    let path = WirePath.path(to: failure.node >= 0 ? failure.node : view.count, in: view)
    let offset =
      failure.offset >= 0
      ? failure.offset : source.offset(ofNode: failure.node, in: scope)
    var diagnostic = diagnostic(failure.kind, offset: offset, path: path, scope: scope)
    if let problem = source.problem { diagnostic.message += ": " + problem }
    return diagnostic
  }

  private func diagnostic(
    _ kind: FailureKind, offset: Int?, path: WirePath, scope: DocumentScope
  ) -> Diagnostic {
    var diagnostic = Diagnostic(file: input.name, message: kind.description, path: path)
    if format.isText {
      diagnostic.place = offset.map { offset in
        let end = kind == .unexpectedEnd ? scope.bytes.lastVisible(before: offset) : offset
        return lines.place(of: scope.start + end)
      }
    } else {
      diagnostic.byte = offset.map { scope.start + $0 }
    }
    return diagnostic
  }
}

/// A document on a tape.
struct Document {
  let view: TapeView
  let scope: DocumentScope
}

extension UnsafeBufferPointer<UInt8> {
  /// The offset behind the last byte before `offset` that is no white space: where a person would
  /// go on writing, rather than on an empty line further down.
  fileprivate func lastVisible(before offset: Int) -> Int {
    (self[..<Swift.min(offset, count)].lastIndex { $0 > 0x20 } ?? -1) + 1
  }
}
