import Ferry
import FerrySQLite

/// A column of an import: the path and the type of its values.
struct ImportColumn {
  /// The type of a value. The names are those of the command line.
  enum Kind: String, CaseIterable {
    case any, integer, real, text, boolean
  }

  let name: String
  let kind: Kind
  let isOptional: Bool
  let path: WirePath

  /// The column of a new table. A column without a type stores values unchanged.
  var declaration: SQLiteColumn {
    SQLiteColumn(
      name, type: kind == .any ? nil : kind.rawValue.uppercased(), isRequired: !isOptional)
  }

  /// Parses a column: `NAME[:TYPE][?]`.
  private init(_ words: String, at path: WirePath?) throws(CommandError) {
    var rest = words[...]
    isOptional = rest.last == "?"
    if isOptional { rest.removeLast() }
    if let colon = rest.lastIndex(of: ":") {
      let word = rest[rest.index(after: colon)...]
      guard let kind = Kind(rawValue: String(word)) else {
        let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw .usage("unknown column type '\(word)'; the types are \(kinds)")
      }
      self.kind = kind
      rest = rest[..<colon]
    } else {
      kind = .any
    }
    name = String(rest)
    guard !name.isEmpty else { throw .usage("--map COLUMN=PATH needs the name of a column") }
    self.path = path ?? WirePath(keys: name)
  }

  /// Returns the columns of the `--map` arguments.
  static func all(_ arguments: [String]) throws(CommandError) -> [ImportColumn] {
    var columns: [ImportColumn] = []
    for argument in arguments {
      let assignment = Assignment(argument)
      if let path = assignment.value {
        columns.append(try ImportColumn(assignment.path, at: WirePath(commandLine: path)))
      } else if argument.contains(where: { $0 == "." || $0 == "/" }) {
        columns += try file(argument)
      } else {
        columns.append(try ImportColumn(argument, at: nil))
      }
    }
    for (position, column) in columns.enumerated() {
      if column.path.hasWildcard { throw .usage("'\(column.path)' leads to more than one value") }
      if columns[..<position].contains(where: { $0.name == column.name }) {
        throw .usage("column '\(column.name)' is given twice")
      }
    }
    return columns
  }

  /// Returns the columns of a file in any format: an object whose keys are columns and whose values
  /// are paths.
  private static func file(_ name: String) throws(CommandError) -> [ImportColumn] {
    let stream = try DocumentStream(InputFile(FileName(name), as: nil))
    guard let document = try stream.next() else {
      throw .usage("\(name): expected an object of columns, found an empty file")
    }
    let view = document.view
    let root = view.resolved(document.root)
    guard view[root].kind == .map else {
      throw .invalid(stream.mismatch(at: root, "an object of columns"))
    }
    var columns: [ImportColumn] = []
    for key in view.keys(ofMap: root) {
      let member = view.next(key)
      let value = view.resolved(member)
      guard let path = view.text(at: value) else {
        throw .invalid(stream.mismatch(at: value, "a path"))
      }
      columns.append(
        try ImportColumn(
          view.string(view[view.resolved(key)]), at: WirePath(commandLine: path)))
    }
    return columns
  }
}
