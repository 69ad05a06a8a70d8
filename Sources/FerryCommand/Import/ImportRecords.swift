#if SQLite
import FerryBytes
import FerryPath
import FerryStreams
import FerryTape

/// The records of an input, one by one, each with the columns that are asked for.
final class ImportRecords {
  /// A record that does not fit.
  struct Warning: Error {
    let diagnostic: Diagnostic
  }

  let name: String
  /// The number of the last record, from 1.
  private(set) var number = 0
  private let documents: Documents
  /// The last record.
  private var last: (document: Document, root: Int)?
  /// The document at hand, the index of its next element, and the end of them.
  private var elements: (document: Document, next: Int, end: Int)?

  private enum Documents {
    case single(DocumentStream)
    case series(SeriesCursor)
  }

  init(_ options: Options) throws(CommandError) {
    let file = try InputFile(options.operands.first, told: options.from)
    name = file.name
    if let text = options.value(of: .at) {
      let path = try WirePath(commandLine: text)
      guard file.format == .json else { throw .usage("--at is for JSON input") }
      guard !path.hasWildcard else { throw .usage("--at takes a path without wildcards") }
      documents = .series(
        SeriesCursor(try DocumentSeriesReader(file, as: .jsonElements(at: path))))
    } else if let records = file.records(splittingArrays: true) {
      documents = .series(SeriesCursor(try DocumentSeriesReader(file, as: records)))
    } else {
      documents = .single(try DocumentStream(file))
    }
    takesListsApart = [.yaml, .binary, .json5].contains(file.format)
  }

  /// Whether the elements of a document that is a list are records, rather than the list.
  private let takesListsApart: Bool

  /// The next record, or why it is none; `nil` at the end.
  /// - Throws: what is wrong with the input as a whole.
  func next(_ columns: [ImportColumn]) throws(CommandError) -> Result<AnyValue, Warning>? {
    while true {
      if let (document, next, end) = elements {
        if next < end {
          elements?.next = document.view.next(next)
          number += 1
          return record(at: document.view.resolved(next), in: document, columns)
        }
        elements = nil
      }
      do throws(CommandError) {
        guard let document = try nextDocument() else { return nil }
        let root = document.view.resolved(document.root)
        let node = document.view[root]
        if takesListsApart, node.kind == .list {
          elements = (document, root + 1, node.payload)
          continue
        }
        number += 1
        return record(at: root, in: document, columns)
      } catch {
        guard case .invalid(let diagnostic) = error, case .series(let cursor) = documents,
          !cursor.isCutShort
        else { throw error }
        number += 1
        return .failure(warning(diagnostic, nil))
      }
    }
  }

  private func nextDocument() throws(CommandError) -> Document? {
    switch documents {
    case .single(let stream): try stream.next()
    case .series(let cursor): try cursor.next()
    }
  }

  private func record(
    at root: Int, in document: Document, _ columns: [ImportColumn]
  ) -> Result<AnyValue, Warning> {
    last = (document, root)
    let view = document.view
    var node = root
    do throws(Failure) {
      guard view[root].kind == .map || !columns.isEmpty else {
        return failure(Failure(.typeMismatch, node: root), in: document, "map")
      }
      guard !columns.isEmpty else {
        if let key = view.firstDuplicateKey(inMap: root) {
          return failure(Failure(.duplicateKey, node: key), in: document, nil)
        }
        return .success(try AnyValue(view, at: root))
      }
      var members = AnyValue.Object()
      for column in columns {
        guard let match = column.path.firstMatch(in: view, from: root), !match.isNull(in: view)
        else {
          if column.isOptional { continue }
          return missing(column, at: root, in: document)
        }
        node = match.index(in: view)
        guard let value = try column.kind.value(match, in: view) else {
          let element: Int? = if case .element(_, let index) = match { index } else { nil }
          return failure(
            Failure(.typeMismatch, node: node), element: element, in: document,
            column.kind.rawValue)
        }
        members.append(column.name, value)
      }
      return .success(.object(members))
    } catch {
      return failure(error.node >= 0 ? error : Failure(error.kind, node: node), in: document, nil)
    }
  }

  // MARK: Warnings

  /// What is wrong with the last record, in the words of the store.
  func warning(_ message: String) -> Warning {
    guard let last else { return warning(Diagnostic(file: name, message: message), nil) }
    var diagnostic = diagnostic(
      of: Failure(.invalidValue, node: last.root), in: last.document)
    diagnostic.message = message
    return warning(diagnostic, nil)
  }

  private func missing(
    _ column: ImportColumn, at root: Int, in document: Document
  ) -> Result<AnyValue, Warning> {
    var diagnostic = diagnostic(of: Failure(.keyNotFound, node: root), in: document)
    diagnostic.path = column.path
    return .failure(warning(diagnostic, column.kind.rawValue))
  }

  // The elements of packed lists are no nodes.
  private func failure(
    _ failure: Failure, element: Int? = nil, in document: Document, _ type: String?
  ) -> Result<AnyValue, Warning> {
    var diagnostic = diagnostic(of: failure, in: document)
    if let element {
      diagnostic.path = diagnostic.path.appending(WirePath(steps: [.index(element)]))
    }
    return .failure(warning(diagnostic, type))
  }

  private func diagnostic(of failure: Failure, in document: Document) -> Diagnostic {
    switch documents {
    case .single(let stream): stream.diagnostic(of: failure, in: document)
    case .series(let cursor): cursor.diagnostic(of: failure)
    }
  }

  private func warning(_ diagnostic: Diagnostic, _ type: String?) -> Warning {
    var diagnostic = diagnostic
    let expected = type.map { ", expected \($0)" } ?? ""
    diagnostic.message = "record \(number) left out: \(diagnostic.message)\(expected)"
    return Warning(diagnostic: diagnostic)
  }
}

extension PathMatch {
  /// The node, or that of the packed list.
  fileprivate func index(in view: TapeView) -> Int {
    switch self {
    case .node(let index), .element(let index, _): view.resolved(index)
    }
  }

  fileprivate func isNull(in view: TapeView) -> Bool {
    if case .node(let index) = self { view.isNull(at: view.resolved(index)) } else { false }
  }
}

extension ImportColumn.Kind {
  /// What is at a place, or `nil` if it is another kind of value.
  fileprivate func value(_ match: PathMatch, in view: TapeView) throws(Failure) -> AnyValue? {
    guard case .element(_, let element) = match else {
      return try value(view, at: match.index(in: view))
    }
    let list = match.index(in: view)
    switch self {
    case .any, .real: return .number(view.number(element, ofPackedList: list))
    case .integer:
      return view.integer(element, ofPackedList: list).map { .number(.init($0)) }
    case .text, .boolean: return nil
    }
  }

  private func value(_ view: TapeView, at index: Int) throws(Failure) -> AnyValue? {
    switch self {
    case .any: return try AnyValue(view, at: index)
    case .integer: return view.integer(at: index, as: Int64.self).map { .number(.init($0)) }
    case .real: return view.double(at: index).map { .number(.init($0)) }
    case .text: return view.text(at: index).map { .string($0) }
    case .boolean: return view.bool(at: index).map { .bool($0) }
    }
  }
}
#endif
