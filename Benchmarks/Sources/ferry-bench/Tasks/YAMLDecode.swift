import Ferry

extension DataSet {
  /// YAML text in memory to a typed model, beside the least that libyaml takes for the text.
  var yamlDecode: LineUp {
    var challengers: [Contestant] = [.decoding("ferry", self, from: yaml, decode: decodeYAML)]
    if let direct {
      challengers.append(.decoding("ferry-direct", self, from: yaml, decode: direct.decodeYAML))
    }
    return LineUp(
      baseline: foundationDecode(named: "foundation-json"),
      challengers: challengers + [libYAMLEvents])
  }
}
