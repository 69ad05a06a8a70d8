import Ferry
import FerryCBOR
import FerryMessagePack

extension DataSet {
  /// Ferry's binary format, CBOR and MessagePack to a typed model.
  ///
  /// The megabytes are of the JSON text, so that a rate compares with the JSON tasks' rates.
  var binaryDecode: LineUp {
    LineUp(
      baseline: foundationDecode(named: "foundation-json"),
      challengers: [
        .decoding("ferry", self, from: try Binary.encode(model)) {
          try Binary.decode(Model.self, from: $0)
        },
        .decoding("ferry-plain", self, from: try plainBinaryEncoder().encode(model)) {
          try Binary.decode(Model.self, from: $0)
        },
        .decoding("cbor", self, from: try CBOR.encode(model)) {
          try CBOR.decode(Model.self, from: $0)
        },
        .decoding("messagepack", self, from: try MessagePack.encode(model)) {
          try MessagePack.decode(Model.self, from: $0)
        },
      ])
  }
}

/// An encoder that writes every string where it stands instead of once.
func plainBinaryEncoder() -> Binary.Encoder {
  var encoder = Binary.Encoder()
  encoder.internsTexts = false
  return encoder
}
