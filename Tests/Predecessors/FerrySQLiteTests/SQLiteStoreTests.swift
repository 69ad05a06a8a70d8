import FerryMLObject
import FerrySQLite
import FerryTestSupport
import Foundation
import Testing

@Suite struct SQLiteStoreTests {
  struct Cat: MLObject, Equatable {
    var catID: Int
    var preferredName: String
    var location: Location?

    struct Location: MLObject, Equatable {
      var lat: Double
    }
  }

  /// Lends the path of a database in a folder that is gone afterwards.
  static func withDatabase<R>(_ body: (String) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.appendingPathComponent("cats.db").path)
  }

  static func rows(_ path: String, _ query: String) throws -> [[AnyValue]] {
    try SQLiteStore(path: path, table: "cats").rows(query)
  }

  @Test(
    "Case 32: 9,993 of 10,000 records are in the database, 7 warnings have a problem and a location"
  )
  func importWithWarnings() throws {
    let bad: Set<Int> = [1, 2, 500, 501, 7777, 9999, 10000]
    let records: [AnyValue] = (1...10000).map { number in
      ["cat_id": bad.contains(number) ? "none" : .number(.init(number)), "preferred_name": "x"]
    }
    let text = Data(try JSON.encode(records))
    try Self.withDatabase { path in
      var store = try SQLiteStore(path: path, table: "cats")
      let result = try Cat.importArray(from: text, into: &store)
      #expect(result.warnings.map(\.record) == bad.sorted())
      #expect(result.warnings.allSatisfy { $0.path == "cat_id" && $0.place != nil })
      #expect(
        try Self.rows(path, "SELECT count(*), min(cat_id), max(cat_id) FROM cats")
          == [[9993, 3, 9998]])
    }
  }

  @Test("Case 32: after an error of the database no record is stored")
  func storeError() throws {
    try Self.withDatabase { path in
      let columns = [SQLiteColumn("cat_id", type: "INTEGER PRIMARY KEY"), SQLiteColumn("name")]
      var store = try SQLiteStore(path: path, table: "cats", columns: columns)
      let error = #expect(throws: SQLiteError.self) {
        try store.transaction { store in
          for number in [1, 2, 3, 2] { try store.insert(["cat_id": .number(.init(number))]) }
        }
      }
      #expect(error?.code == 1555, "\(error.map(\.description) ?? "")")
      #expect(try Self.rows(path, "SELECT name FROM sqlite_master").isEmpty)
      // The same store goes on.
      try store.transaction { try $0.insert(["cat_id": 7]) }
      #expect(try Self.rows(path, "SELECT cat_id, name FROM cats") == [[7, nil]])
    }
  }

  @Test("a new member adds a column")
  func membersBecomeColumnsAsTheyCome() throws {
    try Self.withDatabase { path in
      var store = try SQLiteStore(path: path, table: "ca\"ts")
      try store.transaction { store in
        try store.insert(["a": 1, "b": [1, ["x": true]]])
        try store.insert(["b": true, "c d": "é\u{0}x", "A": 2.5])
        try store.insert([:])
      }
      #expect(
        try Self.rows(path, "SELECT * FROM \"ca\"\"ts\"") == [
          [1, #"[1,{"x":true}]"#, nil], [2.5, 1, "é\u{0}x"], [nil, nil, nil],
        ])
    }
  }

  @Test(
    "numbers are stored without loss",
    arguments: [
      ("1", "integer"), ("-9223372036854775808", "integer"), ("9223372036854775807", "integer"),
      ("9223372036854775808", "text"), ("1.5", "real"), ("1e3", "integer"), ("0.1", "real"),
      ("1e1000", "text"), ("0.1234567890123456789", "text"), ("3.14159265358979312", "text"),
      ("0.00012345678901234567", "real"), ("9007199254740993.5", "text"), ("1e-400", "text"),
      ("-4.9e-324", "text"), ("5e-324", "real"), ("1.7976931348623157e308", "real"),
      ("123456789012345.670", "real"), ("0.0", "real"), ("0e5", "integer"),
    ])
  func numbers(_ text: String, _ type: String) throws {
    let number = try JSON.decode(AnyValue.self, from: text)
    try Self.withDatabase { path in
      var store = try SQLiteStore(path: path, table: "cats")
      try store.transaction { try $0.insert(["n": number]) }
      let row = try #require(try Self.rows(path, "SELECT typeof(n), n FROM cats").first)
      #expect(row[0] == .string(type))
      #expect(row[1] == (type == "text" ? .string(text) : number))
    }
  }

  @Test("bytes become blobs")
  func bytesAreBlobs() throws {
    try Self.withDatabase { path in
      var store = try SQLiteStore(path: path, table: "cats")
      try store.transaction { store in
        try store.insert(["b": .bytes([0, 1, 255])])
        try store.insert(["b": .bytes([])])
      }
      #expect(
        try Self.rows(path, "SELECT typeof(b), b FROM cats")
          == [["blob", .bytes([0, 1, 255])], ["blob", .bytes([])]])
    }
  }

  @Test("an existing table is not changed")
  func aTableThatIsThereIsNotChanged() throws {
    try Self.withDatabase { path in
      var first = try SQLiteStore(path: path, table: "cats", columns: [SQLiteColumn("ID")])
      try first.transaction { try $0.insert(["id": 1]) }
      var second = try SQLiteStore(path: path, table: "cats")
      #expect(throws: SQLiteError.self) {
        try second.transaction { store in
          try store.insert(["id": 2])
          try store.insert(["id": 3, "name": "x"])
        }
      }
      #expect(try Self.rows(path, "SELECT * FROM cats") == [[1]])
    }
  }

  @Test("a value that is not an object is an error")
  func whatIsNoRecordIsAnError() throws {
    try Self.withDatabase { path in
      var store = try SQLiteStore(path: path, table: "cats")
      for record in [1, [1], ["a": 1, "A": 2], ["a\u{0}b": 1], [:]] as [AnyValue] {
        #expect(throws: SQLiteError.self) { try store.transaction { try $0.insert(record) } }
      }
      #expect(throws: SQLiteError.self) { try SQLiteStore(path: path + "/no/such", table: "t") }
      #expect(throws: SQLiteError.self) { try SQLiteStore(path: path, table: "a\u{0}b") }
    }
  }

  @Test("arrays and objects become JSON text")
  func childrenAreJSONText() throws {
    try Self.withDatabase { path in
      var store = try SQLiteStore(path: path, table: "cats")
      let cat = try Cat.imported(
        from: ["cat_id": 1, "preferred_name": "J", "location": ["lat": 52.374]], into: &store)
      #expect(cat.location?.lat == 52.374)
      #expect(
        try Self.rows(path, "SELECT cat_id, preferred_name, location FROM cats")
          == [[1, "J", #"{"lat":52.374}"#]])
    }
  }
}
