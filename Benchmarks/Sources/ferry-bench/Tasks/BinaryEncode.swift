import Ferry

extension DataSet {
  /// A typed model to Ferry's binary format.
  var binaryEncode: LineUp {
    let plain = plainBinaryEncoder()
    return LineUp(
      baseline: foundationEncode(named: "foundation-json"),
      challengers: [
        .encoding("ferry", self) {
          try Binary.encode($0)
        } decodedBy: {
          try Binary.decode(Model.self, from: $0)
        },
        .encoding("ferry-plain", self) {
          try plain.encode($0)
        } decodedBy: {
          try Binary.decode(Model.self, from: $0)
        },
      ])
  }
}
