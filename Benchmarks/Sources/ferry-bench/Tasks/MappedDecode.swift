import Ferry

extension DataSet {
  /// JSON text to models of another shape.
  ///
  /// The set's own model has a container for every map written by hand, and Ferry with it is what
  /// the ratios are to; the others are the same model with what Ferry has in place of that.
  var mappedDecode: LineUp {
    LineUp(
      baseline: .decoding("hand-written", self, from: json) {
        try JSON.decode(Model.self, from: $0)
      },
      challengers: [
        .reshaping("mapped", [MappedReport].self, from: json),
        .reshaping("coding-tree", [DeepReport].self, from: json),
        foundationDecode(named: "foundation"),
      ])
  }
}

extension Contestant {
  /// A contestant that decodes another model. The answer is right when it is written as it was read.
  fileprivate static func reshaping<Model: BenchmarkModel>(
    _ name: String, _ type: Model.Type, from json: [UInt8]
  ) -> Contestant {
    Contestant(name: name) {
      Trial(
        work: { try JSON.decode(type, from: json) },
        flaw: {
          let document = try JSON.decode(AnyValue.self, from: json)
          let written = try JSON.encode(JSON.decode(type, from: json))
          return try JSON.decode(AnyValue.self, from: written) == document
            ? nil : "a report differs from the document"
        })
    }
  }
}
