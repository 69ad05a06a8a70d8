import Ferry

extension DataSet {
  /// JSON text in memory to a typed model.
  var jsonDecode: LineUp {
    LineUp(
      baseline: foundationDecode(named: "foundation"),
      challengers: [
        .decoding("ferry", self, from: json) { try JSON.decode(Model.self, from: $0) }
      ])
  }
}
