import Ferry

extension DataSet {
  /// One value at the end of a large document.
  ///
  /// `ferry` follows the path straight through the bytes and checks what a lazy document checks;
  /// `ferry-element` counts its way to one of the records instead; `ferry-validated` checks all of
  /// the document first, `ferry-decode` decodes it into the model.
  var path: LineUp {
    let records = (try? JSON.document(json).value(at: "records")?.children().count) ?? 0
    return LineUp(
      baseline: foundationDecode(named: "foundation"),
      challengers: [
        .finding("ferry", "7") {
          try JSON.document(json).decode(AnyValue.self, at: "last.id")
        },
        .finding("ferry-element", "true") {
          let path = WirePath(steps: [.key("records"), .index(records - 1), .key("id")])
          return .bool(try JSON.document(json).value(at: path) != nil)
        },
        .finding("ferry-validated", "7") {
          let document = JSON.document(json)
          try document.validate()
          return try document.decode(AnyValue.self, at: "last.id")
        },
        .decoding("ferry-decode", self, from: json) { try JSON.decode(Model.self, from: $0) },
      ])
  }
}

extension Contestant {
  /// A contestant that finds the value which is `answer` as JSON text.
  fileprivate static func finding(
    _ name: String, _ answer: String, find: @escaping () throws -> AnyValue
  ) -> Contestant {
    Contestant(name: name) {
      Trial(
        work: { try find() },
        flaw: {
          let found = try JSON.string(find())
          return found == answer ? nil : "expected \(answer), found \(found)"
        })
    }
  }
}
