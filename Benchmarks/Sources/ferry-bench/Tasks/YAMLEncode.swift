import Ferry

extension DataSet {
  /// A typed model to YAML text in memory, beside the least that libyaml takes for the document.
  ///
  /// A set of many documents is encoded as one list of them, by every contestant.
  var yamlEncode: LineUp {
    LineUp(
      baseline: foundationEncode(named: "foundation-json"),
      challengers: [
        .encoding("ferry", self) {
          try YAML.encode($0)
        } decodedBy: {
          try YAML.decode(Model.self, from: $0)
        },
        libYAMLEmit,
      ])
  }
}
