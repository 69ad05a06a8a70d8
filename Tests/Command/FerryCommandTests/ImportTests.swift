import FerrySQLite
import FerryBase
import Foundation
import Testing

@Suite struct ImportTests {
  static let lines = """
    {"cat_id":1,"name_data":{"preferred":"Tom"},"tags":["a"]}
    {"cat_id":"2","name_data":{"preferred":"Felix"}}
    {"cat_id":3,
    {"cat_id":4,"name_data":{}}
    {"cat_id":5,"name_data":{"preferred":"Salem"},"lat":52.5}

    """
  static let map = ["--map", "id:integer=cat_id", "--map", "name:text=name_data.preferred"]

  /// Runs `ferry import` into a new database, and then a query over it.
  static func run(
    _ arguments: [String], input: String, query: String = "SELECT * FROM cats"
  ) throws -> (result: Tool.Result, rows: [[AnyValue]]) {
    try Tool.withFolder { folder in
      let database = folder.appendingPathComponent("cats.db").path
      let result = try Tool.run(
        ["import", "--into", database, "--table", "cats"] + arguments, input: Data(input.utf8))
      let rows = try? SQLiteStore(path: database, table: "cats").rows(query)
      return (result, rows ?? [])
    }
  }

  @Test("import skips invalid records with a warning and inserts the rest")
  func badRecordsAreWarnedOfAndTheRestGoesIn() throws {
    let (result, rows) = try Self.run(
      ["--from", "ndjson"] + Self.map + ["--map", "lat:real?"], input: Self.lines)
    #expect(result.status == 0)
    #expect(rows == [[1, "Tom", nil], [5, "Salem", 52.5]])
    for warning in [
      "<stdin>:2:11: record 2 skipped: wrong type of value: expected an integer, found text, "
        + "at cat_id\n",
      "<stdin>:3:13: record 3 skipped: ",
      "<stdin>:4:25: record 4 skipped: missing key: `preferred`, at name_data\n",
      "2 records into cats of ",
    ] {
      #expect(result.errors.contains(warning), "\(result.errors)")
    }
    #expect(result.errors.hasSuffix(", 3 skipped\n"))
    let strict = try Self.run(
      ["--from", "ndjson", "-e", "-q"] + Self.map, input: Self.lines)
    #expect(strict.result.status == 1 && strict.rows.count == 2)
    #expect(!strict.result.errors.contains("into cats"))
  }

  @Test(
    "a record with equal keys in an object is skipped, with and without --map",
    arguments: [[], ["--map", "id"], ["--map", "x=u.id"]])
  func equalKeys(_ map: [String]) throws {
    let input = """
      {"id":4,"id":5,"u":{"id":1}}
      {"id":1,"u":{"id":1,"id":2}}
      {"id":2,"u":{"id":3}}

      """
    let (result, rows) = try Self.run(["--from", "ndjson"] + map, input: input)
    #expect(rows.count == 1, "\(rows)")
    #expect(
      result.errors.contains("<stdin>:1:9: record 1 skipped: duplicate key"), "\(result.errors)")
    #expect(result.errors.contains("<stdin>:2:21: record 2 skipped: duplicate key"))
  }

  private static let types = "SELECT typeof(a), a FROM cats"
  private static let infinity = AnyValue.number(.init(Double.infinity))
  private static let minusInfinity = AnyValue.number(.init(-Double.infinity))

  @Test(
    "numbers are stored as SQLite's own type of the same value",
    arguments: [
      ("1e2", "integer", 100), ("100e-2", "integer", 1), ("-5e0", "integer", -5),
      ("9223372036854775807", "integer", 9_223_372_036_854_775_807),
      ("9223372036854775808", "text", "9223372036854775808"), ("1.0", "real", 1.0),
      ("5e-1", "real", 0.5), ("1e400", "text", "1e400"), (".inf", "real", infinity),
      ("-.inf", "real", minusInfinity), (".nan", "text", "NaN"),
    ] as [(String, String, AnyValue)])
  func types(number: String, type: String, value: AnyValue) throws {
    let (result, rows) = try Self.run(
      ["--from", "yaml"], input: "a: \(number)\n", query: Self.types)
    #expect(result.status == 0)
    #expect(rows == [[.string(type), value]])
  }

  @Test("a column of reals takes infinity, and warns of numbers beyond the doubles and of NaN")
  func reals() throws {
    let numbers = ["1e400", "-1e400", ".inf", "-.inf", ".nan", "1e308", "1e-400", "7"]
    let (result, rows) = try Self.run(
      ["--from", "yaml", "--map", "a:real"], input: numbers.map { "- {a: \($0)}\n" }.joined(),
      query: Self.types)
    #expect(rows.allSatisfy { $0[0] == "real" })
    #expect(rows.map { $0[1] } == [Self.infinity, Self.minusInfinity, 1e308, 0, 7])
    for record in [1, 2, 5] {
      #expect(result.errors.contains("record \(record) skipped: "), "\(result.errors)")
    }
  }

  @Test(
    "Case 32: 9,993 of 10,000 records are stored, 7 warnings have number, path and location",
    arguments: Tool.formats)
  func manyRecords(_ format: String) throws {
    let bad: Set<Int> = [1, 2, 500, 501, 7777, 9999, 10000]
    let lines = (1...10000).map { number in
      "{\"cat\":{\"id\":\(bad.contains(number) ? "\"none\"" : "\(number)")}}"
    }
    let records = try Tool.run(
      ["convert", "--from", "ndjson", "--to", format],
      input: Data(lines.joined(separator: "\n").utf8))
    try Tool.withFolder { folder in
      let database = folder.appendingPathComponent("cats.db").path
      let result = try Tool.run(
        [
          "import", "--from", format, "--into", database, "--table", "cats", "--map",
          "id:integer=cat.id",
        ], input: records.data)
      let warnings = result.errors.split(separator: "\n").filter { $0.contains(" skipped: ") }
      #expect(warnings.count == 7)
      for (warning, number) in zip(warnings, bad.sorted()) {
        #expect(warning.contains("record \(number) skipped: "), "\(warning)")
        #expect(warning.hasSuffix(": expected an integer, found text, at cat.id"), "\(warning)")
        #expect(warning.hasPrefix("ferry: <stdin>:"), "\(warning)")
      }
      let rows = try SQLiteStore(path: database, table: "cats").rows(
        "SELECT count(*), sum(id) FROM cats")
      #expect(rows == [[9993, .number(.init(50_005_000 - bad.reduce(0, +)))]])
    }
  }

  @Test("without --map, the members of a record are the columns")
  func membersAreColumnsWithoutAMapping() throws {
    let (result, rows) = try Self.run(
      [], input: #"[{"a":1,"b":{"c":[1]}},7,{"a":18446744073709551615}]"#)
    #expect(result.status == 0)
    #expect(rows == [[1, #"{"c":[1]}"#], ["18446744073709551615", nil]])
    #expect(
      result.errors.contains("record 2 skipped: wrong type of value: expected an object, found"))
  }

  @Test("records are read from a path in a document")
  func partsOfADocument() throws {
    let text = #"{"x":1,"data":{"cats":[{"id":1},{"id":2}]},"y":0}"#
    #expect(try Self.run(["--at", "data.cats"], input: text).rows == [[1], [2]])
    if Tool.hasYAML {
      let yaml = "- id: 1\n- id: 2\n"
      #expect(try Self.run(["--from", "yaml"], input: yaml).rows == [[1], [2]])
      let documents = "id: 1\n---\nid: 2\n"
      #expect(try Self.run(["--from", "yaml"], input: documents).rows == [[1], [2]])
    }
  }

  @Test("import reads elements of packed arrays")
  func elementsOfPackedLists() throws {
    let text = try Tool.run("convert", "--to", "binary", input: #"[{"n":[7,8,9]},{"n":[1.5]}]"#)
    try Tool.withFolder { folder in
      let database = folder.appendingPathComponent("cats.db").path
      let result = try Tool.run(
        ["import", "--into", database, "--table", "cats", "--map", "n:integer=n[0]"],
        input: text.data)
      #expect(result.errors.contains("record 2 skipped: "), "\(result.errors)")
      #expect(result.errors.contains(", at [1].n[0]\n"), "\(result.errors)")
      #expect(try SQLiteStore(path: database, table: "cats").rows("SELECT n FROM cats") == [[7]])
    }
  }

  @Test("a mapping may be in a file")
  func mappingsInAFile() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("map.json").path
      try Data(#"{"id:integer":"cat_id","name?":"/name_data/preferred"}"#.utf8)
        .write(to: URL(fileURLWithPath: file))
      let (_, rows) = try Self.run(["--from", "ndjson", "--map", file], input: Self.lines)
      #expect(rows == [[1, "Tom"], [4, nil], [5, "Salem"]])
    }
  }

  @Test("a database error rolls the import back")
  func anErrorOfTheDatabaseTakesEverythingBack()
    throws
  {
    try Tool.withFolder { folder in
      let database = folder.appendingPathComponent("cats.db").path
      var store = try SQLiteStore(
        path: database, table: "cats", columns: [SQLiteColumn("id", type: "INTEGER UNIQUE")])
      try store.transaction { try $0.insert(["id": 0]) }
      let result = try Tool.run(
        ["import", "--from", "ndjson", "--into", database, "--table", "cats"],
        input: Data("{\"id\":1}\n{\"id\":2}\n{\"id\":1}\n".utf8))
      #expect(result.status == 1)
      #expect(
        result.errors.contains(
          "the import failed at record 3, no record was stored: UNIQUE constraint failed"))
      #expect(try store.rows("SELECT id FROM cats") == [[0]])
    }
  }

  @Test(
    "a database that is not a file is wrong usage",
    arguments: [
      ("", "--into needs the path of a file, not an empty text"),
      (
        ":memory:",
        "--into needs the path of a file, and SQLite reads ':memory:' as a database in memory; "
          + "for a file of that name, write './:memory:'"
      ),
      (
        "file:x?mode=memory",
        "--into needs the path of a file, and SQLite reads 'file:x?mode=memory' as a URI; "
          + "for a file of that name, write './file:x?mode=memory'"
      ),
    ])
  func noFile(_ database: String, _ message: String) throws {
    let result = try Tool.run("import", "--into", database, "--table", "t", input: "[{\"a\":1}]")
    #expect(result.status == 2)
    #expect(result.errors == "ferry: \(message)\nTry 'ferry import --help'.\n")
  }

  @Test("a path is the name of a file, even if SQLite would read it as a URI")
  func names() throws {
    try Tool.withFolder { folder in
      for name in ["./:memory:", "./file:x?mode=memory", "FILE:y", ":z:"] {
        let result = try Tool.shell(
          "cd \"$1\" && echo '{\"a\":1}' | \"$0\" import --into '\(name)' --table t",
          folder.path)
        #expect(result.status == 0, "\(result.errors)")
        let file = folder.appendingPathComponent(name).path
        #expect(FileManager.default.fileExists(atPath: file), "\(name)")
      }
    }
  }

  @Test("a record that no table can hold is skipped, and the others are inserted")
  func unfitRecords() throws {
    let lines = """
      {}
      {"a":1}
      {"a":2,"a":3}
      {"a":4,"A":5}
      {"a\\u0000b":6}
      {"b":7,"n":[1e999]}
      {"a":8

      """
    let (result, rows) = try Self.run(
      ["--from", "ndjson"], input: lines, query: "SELECT * FROM cats")
    #expect(result.status == 0)
    #expect(rows == [[1, nil, nil], [nil, 7, "[1e999]"]])
    let messages = result.errors.replacing(/into cats of .*,\x20/, with: "into cats, ")
    #expect(
      messages == #"""
        ferry: <stdin>:1:1: record 1 skipped: a table needs a column, and the record has no members
        {}
        ^
        ferry: <stdin>:3:8: record 3 skipped: duplicate key, at a
        {"a":2,"a":3}
               ^
        <stdin>:3:2: the first occurrence
        {"a":2,"a":3}
         ^
        ferry: <stdin>:4:1: record 4 skipped: SQLite does not distinguish the columns 'a' and 'A'
        {"a":4,"A":5}
        ^
        ferry: <stdin>:5:1: record 5 skipped: the name of a column cannot contain a NUL character
        {"a\u0000b":6}
        ^
        ferry: <stdin>:7:7: record 7 skipped: unexpected end of input
        {"a":8
              ^
        ferry: <stdin>: 2 records into cats, 5 skipped

        """#)
  }

  @Test("a record that is nested too deep is skipped")
  func deepRecords() throws {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    let (result, rows) = try Self.run(
      ["--from", "ndjson"], input: "{\"a\":1}\n{\"a\":\(deep)}\n{\"a\":2}\n")
    #expect(result.status == 0 && rows == [[1], [2]])
    #expect(result.errors.contains("record 2 skipped: "), "\(result.errors)")
  }

  @Test("more columns than SQLite allows are an error with their number, not the whole statement")
  func tooManyColumns() throws {
    let keys = (0..<3000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let (result, _) = try Self.run(["--from", "ndjson"], input: "{\"a\":1}\n{\(keys)}\n")
    #expect(result.status == 1)
    let message = result.errors.replacing(
      /^ferry: .*: the import/, with: "ferry: cats.db: the import")
    #expect(
      message == """
        ferry: cats.db: the import failed at record 2, no record was stored: table 'cats' would \
        have 3001 columns, and SQLite allows at most 2000
        hint: choose the columns with --map COLUMN=PATH

        """)
  }

  @Test("a statement that failed is shown in part")
  func longStatements() throws {
    try Tool.withFolder { folder in
      let database = folder.appendingPathComponent("cats.db").path
      var store = try SQLiteStore(path: database, table: "cats", columns: [SQLiteColumn("id")])
      try store.transaction { try $0.insert(["id": 0]) }
      let keys = (0..<100).map { "\"k\($0)\":1" }.joined(separator: ",")
      let result = try Tool.run(
        ["import", "--into", database, "--table", "cats"], input: Data("{\(keys)}\n".utf8))
      #expect(
        result.errors == """
          ferry: \(database): the import failed at record 1, no record was stored: table cats has \
          no column named k0 (INSERT INTO "cats" ("k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", \
          "k11", "k12", "k13", "k14", "k15…)
          hint: choose the columns with --map COLUMN=PATH

          """)
    }
  }

  @Test("a database that cannot be opened is an error")
  func aDatabaseThatCannotBeOpened() throws {
    let path = "/no/such/folder/cats.db"
    let result = try Tool.run("import", "--into", path, "--table", "cats", input: "[]")
    #expect(result.status == 2)
    #expect(result.errors == "ferry: \(path): unable to open database file\n")
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("text.db").path
      try Data("this is no database, but text".utf8).write(to: URL(fileURLWithPath: file))
      let result = try Tool.run("import", "--into", file, "--table", "cats", input: "[]")
      #expect(
        result.status == 1
          && result.errors.hasPrefix("ferry: \(file): the import failed, no record was stored: "))
    }
  }

  @Test(
    "a truncated input inserts no record",
    arguments: ["[{\"id\":1},{\"id\":2}", "[{\"id\":1},{\"id\":2}] 7"])
  func brokenInput(_ text: String) throws {
    let (result, rows) = try Self.run(["--from", "json"], input: text)
    #expect(result.status == 1 && rows.isEmpty)
  }

  @Test(
    "wrong usage of import is an error with status 2",
    arguments: [
      ["--into", "x.db"], ["--table", "t"],
      ["--into", "x.db", "--table", "t", "--map", "a:date=b"],
      ["--into", "x.db", "--table", "t", "--map", "a=b", "--map", "a=c"],
      ["--into", "x.db", "--table", "t", "--map", "a=b[*]"],
      ["--into", "x.db", "--table", "t", "--map", "=b"], ["a", "b"],
    ])
  func usage(_ arguments: [String]) throws {
    let result = try Tool.run(["import"] + arguments)
    #expect(result.status == 2 && !result.errors.isEmpty)
  }
}
