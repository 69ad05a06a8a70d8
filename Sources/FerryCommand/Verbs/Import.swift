#if SQLite
import FerryBytes
import FerryPath
import FerryRecords
import FerrySQLite
import FerryTape

/// `ferry import FILE --into DB --table T --map MAPPING`
struct Import: Verb {
  let name = "import"
  let synopsis = "[FILE] --into DATABASE --table NAME [--map COLUMN=PATH]..."
  let summary = "records into a table of an SQLite database, in one transaction"
  let discussion = """
    Reads records (lines of ndjson, a sequence, YAML documents, a record file, the elements of
    a list, with --at those of the list at PATH) and puts them into a table of DATABASE, all in
    one transaction. Table and database are made when they are not there.

    Each --map names a column and the path of its value in a record; a type may follow the
    name: any (the default), integer, real, text or boolean, and a ? for a value that may be
    missing or null: 'lat:real?=meta.coordinates.lat'. COLUMN alone is its own path. Instead,
    it can be a file with a map of columns to paths. Without --map, the members of a record are
    columns. Lists and maps become JSON text, true and false 1 and 0. Numbers become integers
    or reals of 64 bits; those that neither holds become text.

    A record that does not fit is left out, with a warning that has its number, place, path
    and type; the others go in. So are records with a key twice, or with keys that differ in
    letter case alone, where members are columns, and a last record that is cut off. When the
    database refuses something, or a record file is cut off, nothing goes in.
    """
  let examples = """
      ferry import cats.ndjson --into cats.db --table cats --map id:integer=cat_id --map name
      ferry import cats.yaml --into cats.db --table cats --map mapping.yaml
      ferry import twitter.json --at statuses --into t.db --table users --map id=user.id_str
      zcat events.gz | ferry import --from ndjson --into events.db --table events
    """
  let options: [Option] = [.from, .into, .table, .map, .at, .quiet, .leftOut]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let file = try options.onlyFile(of: name)
    guard let database = options.value(of: .into) else { throw .usage("import needs --into") }
    guard let table = options.value(of: .table) else { throw .usage("import needs --table") }
    try Self.requireFile(database)
    guard !table.isEmpty else { throw .usage("--table needs the name of a table") }
    let columns = try ImportColumn.all(options.values(of: .map))
    let records = try ImportRecords(file, options)
    let messages = Messages(colour: options.colour)
    var tally = (stored: 0, leftOut: 0)
    do {
      var store = try SQLiteStore(
        path: database, table: table, columns: columns.map(\.declaration))
      try store.transaction { store in
        while let record = try records.next(columns) {
          switch record {
          case .success(let value):
            do throws(SQLiteError) {
              try store.insert(value)
              tally.stored += 1
            } catch {
              guard error.isOfRecord else { throw error }
              tally.leftOut += 1
              messages.report(records.warning(error.message).diagnostic)
            }
          case .failure(let warning):
            tally.leftOut += 1
            messages.report(warning.diagnostic)
          }
        }
      }
    } catch let error as CommandError {
      throw error
    } catch let error as SQLiteError where error.isUnopenedFile {
      throw .system(error.description)
    } catch let error as SQLiteError {
      let place = records.number > 0 ? ", at record \(records.number)" : ""
      var diagnostic = Diagnostic(file: database, message: "nothing is stored\(place): \(error)")
      if columns.isEmpty, error.isOfColumns {
        diagnostic.hint = "--map COLUMN=PATH chooses what is stored, and in which columns"
      }
      throw .invalid(diagnostic)
    } catch {
      throw .system("\(error)")
    }
    if !options.has(.quiet) {
      let left = tally.leftOut == 0 ? "" : ", \(tally.leftOut) left out"
      messages.report(
        "\(records.name): \(tally.stored) \(tally.stored == 1 ? "record" : "records") into "
          + "\(table) of \(database)\(left)")
    }
    return options.has(.leftOut) && tally.leftOut > 0 ? ExitCode.invalid : ExitCode.success
  }
}

extension Import {
  /// Refuses what SQLite would open as a database that nobody sees again.
  private static func requireFile(_ database: String) throws(CommandError) {
    let meaning: String
    switch database {
    case "": throw .usage("--into needs the path of a file, not an empty text")
    case ":memory:": meaning = "a database in memory, gone at once"
    case _ where database.hasPrefix("file:"): meaning = "a URI"
    default: return
    }
    throw .usage(
      "--into needs the path of a file; SQLite takes '\(database)' for \(meaning); "
        + "a file of that name is './\(database)'")
  }
}

extension SQLiteError {
  /// Whether columns are at fault that the members of records asked for: `SQLITE_ERROR`.
  fileprivate var isOfColumns: Bool { code & 0xFF == 1 }

  /// Whether there is no database to ask: `SQLITE_CANTOPEN`, before any statement.
  fileprivate var isUnopenedFile: Bool { code & 0xFF == 14 && statement == nil }
}

extension Option {
  fileprivate static let into = Option(
    "into", argument: "DATABASE", "the file of the database", completing: .file)
  fileprivate static let table = Option("table", argument: "NAME", "the table")
  fileprivate static let map = Option(
    "map", argument: "COLUMN=PATH", "a column, or a file with a map of columns", completing: .file,
    isRepeatable: true)
  fileprivate static let leftOut = Option(
    "exit-status", letter: "e", "exit with 1 when a record was left out")
}
#endif
