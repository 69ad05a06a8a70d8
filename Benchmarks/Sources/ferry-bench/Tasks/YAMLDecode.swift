import Ferry

extension DataSet {
  /// YAML text in memory to a typed model, beside the least that libyaml takes for the text.
  var yamlDecode: LineUp {
    LineUp(
      baseline: foundationDecode(named: "foundation-json"),
      challengers: [
        .decoding("ferry", self, from: yaml, decode: decodeYAML),
        libYAMLEvents,
      ])
  }
}
