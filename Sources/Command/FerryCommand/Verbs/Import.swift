import Ferry
import FerryRecords
import FerrySQLite

/// `ferry import FILE --into DB --table T --map MAPPING`
struct Import: Verb {
  let name = "import"
  let synopsis = "[FILE] --into DATABASE --table NAME [--map COLUMN=PATH]..."
  let summary = "insert records into a table of an SQLite database, in one transaction"
  let discussion = """
    Inserts records into a table of DATABASE, all in one transaction. Records are lines of ndjson,
    a sequence, YAML documents, a record file, or the elements of an array (with --at, of the
    array at PATH). A missing table or database is created.

    Each --map names a column and the path of its value in a record. A type may follow the name:
    any (the default), integer, real, text or boolean. A ? allows a missing or null value:
    'lat:real?=meta.coordinates.lat'. COLUMN alone is its own path. The argument can also be a
    file with an object of columns and paths. Without --map, the members of a record are the
    columns. Arrays and objects become JSON text, true and false become 1 and 0. Numbers become
    integers or reals of 64 bits, or text if neither holds them.

    An invalid record is skipped, with a warning that has its number, location, path and type.
    The other records are inserted. Records with equal keys in an object are skipped too, and without
    --map those with keys that differ only in letter case. So is a truncated last record. If all
    records are skipped, the exit status is 1. If the database reports an error, or a record file is
    truncated, no record is inserted.
    """
  let examples = """
      ferry import cats.ndjson --into cats.db --table cats --map id:integer=cat_id --map name
      ferry import cats.yaml --into cats.db --table cats --map mapping.yaml
      ferry import twitter.json --at statuses --into t.db --table users --map id=user.id_str
      zcat events.gz | ferry import --from ndjson --into events.db --table events
    """
  let options: [Option] = [.from, .yaml, .into, .table, .map, .at, .quiet, .skipped]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let file = try options.onlyFile(of: name)
    guard let database = options.value(of: .into) else { throw .usage("import needs --into") }
    guard let table = options.value(of: .table) else { throw .usage("import needs --table") }
    try Self.requireFile(database)
    guard !table.isEmpty else { throw .usage("--table needs the name of a table") }
    let columns = try ImportColumn.all(options.values(of: .map))
    let records = try ImportRecords(file, options)
    let messages = Messages(colour: options.colour)
    var tally = (stored: 0, skipped: 0)
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
              tally.skipped += 1
              messages.report(records.warning(error.message).problem)
            }
          case .failure(let warning):
            tally.skipped += 1
            messages.report(warning.problem)
          }
        }
      }
    } catch let error as CommandError {
      throw error
    } catch let error as SQLiteError where error.isUnopenedFile {
      throw .system(error.description)
    } catch let error as SQLiteError {
      let place = records.number > 0 ? " at record \(records.number)" : ""
      let needsColumns = columns.isEmpty && error.isOfColumns
      throw .invalid(
        Problem(
          in: database, "the import failed\(place), no record was stored: \(error)",
          hint: needsColumns ? "choose the columns with --map COLUMN=PATH" : nil))
    } catch {
      throw .system("\(error)")
    }
    if !options.has(.quiet) {
      let skipped = tally.skipped == 0 ? "" : ", \(tally.skipped) skipped"
      messages.report(
        "\(records.name): \(tally.stored) \(tally.stored == 1 ? "record" : "records") into "
          + "\(table) of \(database)\(skipped)")
    }
    let isFailure = tally.skipped > 0 && (options.has(.skipped) || tally.stored == 0)
    return isFailure ? ExitCode.invalid : ExitCode.success
  }
}

extension Import {
  /// Throws for a name that SQLite would not open as a file.
  private static func requireFile(_ database: String) throws(CommandError) {
    let meaning: String
    switch database {
    case "": throw .usage("--into needs the path of a file, not an empty text")
    case ":memory:": meaning = "a database in memory"
    case _ where database.hasPrefix("file:"): meaning = "a URI"
    default: return
    }
    throw .usage(
      "--into needs the path of a file, and SQLite reads '\(database)' as \(meaning); "
        + "for a file of that name, write './\(database)'")
  }
}

extension Option {
  fileprivate static let into = Option(
    "into", argument: "DATABASE", "the database file", completing: .file)
  fileprivate static let table = Option("table", argument: "NAME", "the name of the table")
  fileprivate static let map = Option(
    "map", argument: "COLUMN=PATH", "a column, or a file of columns", completing: .file,
    isRepeatable: true)
  fileprivate static let skipped = Option(
    "exit-status", letter: "e", "exit with 1 if a record was skipped")
}
