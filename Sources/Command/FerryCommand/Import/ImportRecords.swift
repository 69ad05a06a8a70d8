import Ferry

/// The records of an input, one by one, each with the requested columns.
final class ImportRecords {
  /// A warning about a skipped record.
  struct Warning: Error {
    let problem: Problem
  }

  let name: String
  /// The number of the last record, counted from 1.
  private(set) var number = 0
  private let documents: DocumentStream
  /// The root of the last record.
  private var last: Int?
  /// The current document, the index of its next element, and the end of its elements.
  private var elements: (document: TapeDocument, next: Int, end: Int)?

  init(_ name: FileName?, _ options: Options) throws(CommandError) {
    let file = try InputFile(name, as: options.from, takesSeries: true)
    self.name = file.name
    if let text = options.value(of: .at) {
      let path = try WirePath(commandLine: text)
      guard file.format == .json else { throw .usage("--at is for JSON input") }
      guard !path.hasWildcard else { throw .usage("--at takes a path without wildcards") }
      documents = DocumentStream(try DocumentSeriesReader(file, as: .jsonElements(at: path)))
    } else {
      documents = DocumentStream(try DocumentSeriesReader(file, splittingArrays: true))
    }
    splitsArrays = !file.format.isJSON
  }

  /// Whether the elements of an array are records, rather than the array itself.
  private let splitsArrays: Bool

  /// Returns the next record, a warning if the record is invalid, or `nil` at the end.
  /// - Throws: an error of the input as a whole.
  func next(_ columns: [ImportColumn]) throws(CommandError) -> Result<AnyValue, Warning>? {
    while true {
      if let (document, next, end) = elements {
        if next < end {
          elements?.next = document.view.next(next)
          number += 1
          return record(at: document.view.resolved(next), in: document.view, columns)
        }
        elements = nil
      }
      do throws(CommandError) {
        guard let document = try documents.next() else { return nil }
        let root = document.view.resolved(document.root)
        let node = document.view[root]
        if splitsArrays, node.kind == .list {
          elements = (document, root + 1, node.payload)
          continue
        }
        number += 1
        return record(at: root, in: document.view, columns)
      } catch {
        guard case .invalid(let problem) = error, documents.series.whole == nil,
          !documents.hasEndedEarly
        else { throw error }
        number += 1
        return .failure(warning(problem))
      }
    }
  }

  private func record(
    at root: Int, in view: TapeView, _ columns: [ImportColumn]
  ) -> Result<AnyValue, Warning> {
    last = root
    var node = root
    do throws(WireFailure) {
      guard view[root].kind == .map || !columns.isEmpty else {
        return .failure(warning(documents.mismatch(at: root, "an object")))
      }
      if let key = view.firstDuplicateKey(from: root) {
        return failure(WireFailure(.duplicateKey, node: key))
      }
      guard !columns.isEmpty else {
        return .success(try AnyValue(view, at: root))
      }
      var members = AnyValue.Object()
      for column in columns {
        guard let match = column.path.firstMatch(in: view, from: root) else {
          if column.isOptional { continue }
          return missing(column, at: root, in: view)
        }
        let element: Int?
        switch match {
        case .node(let index): (node, element) = (index, nil)
        case .element(let list, let index): (node, element) = (list, index)
        }
        let found = try AnyValue(match, in: view)
        if found.isNull {
          if column.isOptional { continue }
          return null(column, at: node)
        }
        let text = element == nil ? view.text(at: node) : nil
        guard let value = try column.kind.value(found, text: text) else {
          return .failure(
            warning(documents.mismatch(at: node, element: element, column.kind.words)))
        }
        members.append(column.name, value)
      }
      return .success(.object(members))
    } catch {
      return failure(error.node >= 0 ? error : WireFailure(error.kind, node: node))
    }
  }

  // MARK: Warnings

  /// Returns a warning about the last record, with a message of the store.
  func warning(_ message: String) -> Warning {
    guard let last else { return warning(Problem(in: name, message)) }
    var problem = documents.problem(of: WireFailure(.invalidValue, node: last))
    problem.setWords(message)
    return warning(problem)
  }

  private func missing(
    _ column: ImportColumn, at root: Int, in view: TapeView
  ) -> Result<AnyValue, Warning> {
    guard let end = column.path.end(in: view, from: root) else { return null(column, at: root) }
    var problem = documents.problem(of: WireFailure(.keyNotFound, node: end.node))
    problem.describe(end.miss(in: view), of: column.path)
    return .failure(warning(problem))
  }

  private func null(_ column: ImportColumn, at node: Int) -> Result<AnyValue, Warning> {
    var problem = documents.problem(of: WireFailure(.valueNotFound, node: node))
    problem.detail = "expected \(column.kind.words), found null"
    problem.advice = "write '\(column.name)?' to allow null and missing values"
    return .failure(warning(problem))
  }

  private func failure(_ failure: WireFailure) -> Result<AnyValue, Warning> {
    .failure(warning(documents.problem(of: failure)))
  }

  private func warning(_ problem: Problem) -> Warning {
    var problem = problem
    problem.setWords("record \(number) skipped: \(problem.summary)")
    return Warning(problem: problem)
  }
}

extension ImportColumn.Kind {
  /// The expected value in words, for messages.
  fileprivate var words: String {
    switch self {
    case .any: "a value"
    case .integer: "an integer"
    case .real: "a number"
    case .text: "text"
    case .boolean: "true or false"
    }
  }

  /// Returns the value in the form of a column, or `nil` if it has another type. `text` is the source
  /// of a plain scalar in YAML as well.
  fileprivate func value(_ value: AnyValue, text: String?) throws(WireFailure) -> AnyValue? {
    switch self {
    case .any: return value
    case .integer: return value.number?.integer(as: Int64.self).map { .number(.init($0)) }
    case .text: return text.map { .string($0) }
    case .boolean: return value.bool.map { .bool($0) }
    case .real:
      // A value of `.inf` is infinite, a number beyond the doubles is an error, and SQLite has no
      // NaN.
      guard let number = value.number else { return nil }
      if number.double.isNaN || !number.double.isFinite && number.isFinite {
        throw WireFailure(.numberDoesNotFit, node: -1)
      }
      return .number(.init(number.double))
    }
  }
}
