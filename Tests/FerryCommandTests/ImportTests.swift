#if SQLite
import FerrySQLite
import FerryTape
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

  @Test func badRecordsAreWarnedOfAndTheRestGoesIn() throws {
    let (result, rows) = try Self.run(
      ["--from", "ndjson"] + Self.map + ["--map", "lat:real?"], input: Self.lines)
    #expect(result.status == 0)
    #expect(rows == [[1, "Tom", nil], [5, "Salem", 52.5]])
    for warning in [
      "<stdin>:2:11: record 2 left out: wrong type of value, expected integer, at cat_id\n",
      "<stdin>:3:13: record 3 left out: ",
      "<stdin>:4:1: record 4 left out: missing key, expected text, at name_data.preferred\n",
      "2 records into cats of ",
    ] {
      #expect(result.errors.contains(warning), "\(result.errors)")
    }
    #expect(result.errors.hasSuffix(", 3 left out\n"))
    let strict = try Self.run(
      ["--from", "ndjson", "-e", "-q"] + Self.map, input: Self.lines)
    #expect(strict.result.status == 1 && strict.rows.count == 2)
    #expect(!strict.result.errors.contains("into cats"))
  }

  @Test(
    "Case 32: 9,993 of 10,000 records are stored, 7 warnings say number, path and place",
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
      let warnings = result.errors.split(separator: "\n").filter { $0.contains(" left out: ") }
      #expect(warnings.count == 7)
      for (warning, number) in zip(warnings, bad.sorted()) {
        #expect(warning.contains("record \(number) left out: "), "\(warning)")
        #expect(warning.hasSuffix(", expected integer, at cat.id"), "\(warning)")
        #expect(warning.hasPrefix("ferry: <stdin>:"), "\(warning)")
      }
      let rows = try SQLiteStore(path: database, table: "cats").rows(
        "SELECT count(*), sum(id) FROM cats")
      #expect(rows == [[9993, .number(.init(50_005_000 - bad.reduce(0, +)))]])
    }
  }

  @Test func membersAreColumnsWithoutAMapping() throws {
    let (result, rows) = try Self.run(
      [], input: #"[{"a":1,"b":{"c":[1]}},7,{"a":18446744073709551615}]"#)
    #expect(result.status == 0)
    #expect(rows == [[1, #"{"c":[1]}"#], ["18446744073709551615", nil]])
    #expect(result.errors.contains("record 2 left out: wrong type of value, expected map"))
  }

  @Test func partsOfADocument() throws {
    let text = #"{"x":1,"data":{"cats":[{"id":1},{"id":2}]},"y":0}"#
    #expect(try Self.run(["--at", "data.cats"], input: text).rows == [[1], [2]])
    if Tool.hasYAML {
      let yaml = "- id: 1\n- id: 2\n"
      #expect(try Self.run(["--from", "yaml"], input: yaml).rows == [[1], [2]])
      let documents = "id: 1\n---\nid: 2\n"
      #expect(try Self.run(["--from", "yaml"], input: documents).rows == [[1], [2]])
    }
  }

  @Test func elementsOfPackedLists() throws {
    let text = try Tool.run("convert", "--to", "binary", input: #"[{"n":[7,8,9]},{"n":[1.5]}]"#)
    try Tool.withFolder { folder in
      let database = folder.appendingPathComponent("cats.db").path
      let result = try Tool.run(
        ["import", "--into", database, "--table", "cats", "--map", "n:integer=n[0]"],
        input: text.data)
      #expect(result.errors.contains("record 2 left out: "), "\(result.errors)")
      #expect(result.errors.contains(", at [1].n[0]\n"), "\(result.errors)")
      #expect(try SQLiteStore(path: database, table: "cats").rows("SELECT n FROM cats") == [[7]])
    }
  }

  @Test func mappingsInAFile() throws {
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("map.json").path
      try Data(#"{"id:integer":"cat_id","name?":"/name_data/preferred"}"#.utf8)
        .write(to: URL(fileURLWithPath: file))
      let (_, rows) = try Self.run(["--from", "ndjson", "--map", file], input: Self.lines)
      #expect(rows == [[1, "Tom"], [4, nil], [5, "Salem"]])
    }
  }

  @Test func anErrorOfTheDatabaseTakesEverythingBack() throws {
    try Tool.withFolder { folder in
      let database = folder.appendingPathComponent("cats.db").path
      var store = try SQLiteStore(
        path: database, table: "cats", columns: [SQLiteColumn("id", type: "INTEGER UNIQUE")])
      try store.transaction { try $0.insert(["id": 0]) }
      let result = try Tool.run(
        ["import", "--from", "ndjson", "--into", database, "--table", "cats"],
        input: Data("{\"id\":1}\n{\"id\":2}\n{\"id\":1}\n".utf8))
      #expect(result.status == 1)
      #expect(result.errors.contains("nothing is stored, at record 3: UNIQUE constraint failed"))
      #expect(try store.rows("SELECT id FROM cats") == [[0]])
    }
  }

  @Test func aDatabaseThatCannotBeOpened() throws {
    let path = "/no/such/folder/cats.db"
    let result = try Tool.run("import", "--into", path, "--table", "cats", input: "[]")
    #expect(result.status == 2)
    #expect(result.errors == "ferry: \(path): unable to open database file\n")
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("text.db").path
      try Data("this is no database, but text".utf8).write(to: URL(fileURLWithPath: file))
      let result = try Tool.run("import", "--into", file, "--table", "cats", input: "[]")
      #expect(result.status == 1 && result.errors.hasPrefix("ferry: \(file): nothing is stored: "))
    }
  }

  @Test(
    "an input that breaks off takes everything back",
    arguments: [
      "[{\"id\":1},{\"id\":2}", "[{\"id\":1},{\"id\":2}] 7",
    ])
  func brokenInput(_ text: String) throws {
    let (result, rows) = try Self.run(["--from", "json"], input: text)
    #expect(result.status == 1 && rows.isEmpty)
  }

  @Test(arguments: [
    ["--into", "x.db"], ["--table", "t"], ["--into", "x.db", "--table", "t", "--map", "a:date=b"],
    ["--into", "x.db", "--table", "t", "--map", "a=b", "--map", "a=c"],
    ["--into", "x.db", "--table", "t", "--map", "a=b[*]"],
    ["--into", "x.db", "--table", "t", "--map", "=b"], ["a", "b"],
  ])
  func usage(_ arguments: [String]) throws {
    let result = try Tool.run(["import"] + arguments)
    #expect(result.status == 2 && !result.errors.isEmpty)
  }
}
#endif
