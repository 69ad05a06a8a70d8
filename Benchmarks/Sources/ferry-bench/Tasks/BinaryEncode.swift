import Ferry
import FerryCBOR
import FerryMessagePack

extension DataSet {
  /// A typed model to Ferry's binary format, CBOR and MessagePack.
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
        .encoding("cbor", self) {
          try CBOR.encode($0)
        } decodedBy: {
          try CBOR.decode(Model.self, from: $0)
        },
        .encoding("messagepack", self) {
          try MessagePack.encode($0)
        } decodedBy: {
          try MessagePack.decode(Model.self, from: $0)
        },
      ])
  }
}
