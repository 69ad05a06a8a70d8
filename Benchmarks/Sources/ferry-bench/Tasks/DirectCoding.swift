import Ferry
import FerryCBOR
import FerryMessagePack
import Foundation

/// Direct coding of one set's model.
///
/// Closures instead of a protocol's requirement: the compiler sees the model's own type here, and
/// sets whose model is only `Codable` need nothing.
struct DirectCoding<Model: BenchmarkModel> {
  let decodeJSON: ([UInt8]) throws -> Model
  let encodeJSON: (Model) throws -> [UInt8]
  let encodeEscapingJSON: (Model) throws -> [UInt8]
  let decodeBinary: ([UInt8]) throws -> Model
  let encodeBinary: (Model) throws -> [UInt8]
  let encodePlainBinary: (Model) throws -> [UInt8]
  let decodeCBOR: ([UInt8]) throws -> Model
  let encodeCBOR: (Model) throws -> [UInt8]
  let decodeMessagePack: ([UInt8]) throws -> Model
  let encodeMessagePack: (Model) throws -> [UInt8]
  let decodeYAML: ([UInt8]) throws -> Model
  /// The same model in a module of its own, as in most apps, if there is one.
  let elsewhere: DirectCodingElsewhere<Model>?
}

/// Direct coding of a set's model that another module defines.
struct DirectCodingElsewhere<Model: BenchmarkModel> {
  let decodeJSON: (DataSet<Model>) -> Contestant
  let encodeJSON: (DataSet<Model>) -> Contestant
  let decodeBinary: (DataSet<Model>) -> Contestant
  let encodeBinary: (DataSet<Model>) -> Contestant

  init<Other: DirectCodable & Codable>(_ type: Other.Type) {
    func contestant<Input, Answer>(
      _ set: DataSet<Model>, _ input: @escaping () throws -> Input,
      work: @escaping (Input) throws -> Answer, result: @escaping (Answer) throws -> Other
    ) -> Contestant {
      Contestant(name: "ferry-elsewhere") {
        let input = try input()
        return Trial(
          work: { try work(input) },
          flaw: {
            let json = try JSONEncoder().encode(result(work(input)))
            return try set.difference(of: JSONDecoder().decode(Model.self, from: json))
          })
      }
    }
    func model(of set: DataSet<Model>) -> () throws -> Other {
      { try JSON.decode(Other.self, from: set.json) }
    }
    decodeJSON = { set in
      contestant(set, { set.json }, work: { try JSON.decode(Other.self, from: $0) }) { $0 }
    }
    encodeJSON = { set in
      contestant(set, model(of: set), work: { try JSON.encode($0) }) {
        try JSON.decode(Other.self, from: $0)
      }
    }
    decodeBinary = { set in
      contestant(
        set, { try Binary.encode(model(of: set)()) },
        work: { try Binary.decode(Other.self, from: $0) }
      ) { $0 }
    }
    encodeBinary = { set in
      contestant(set, model(of: set), work: { try Binary.encode($0) }) {
        try Binary.decode(Other.self, from: $0)
      }
    }
  }
}

extension DirectCoding where Model: DirectCodable {
  init(elsewhere: DirectCodingElsewhere<Model>? = nil) {
    self.elsewhere = elsewhere
    decodeJSON = { try JSON.decode(Model.self, from: $0) }
    encodeJSON = { try JSON.encode($0) }
    let escaping = JSON.Encoder(preset: .foundation)
    encodeEscapingJSON = { try escaping.encode($0) }
    decodeBinary = { try Binary.decode(Model.self, from: $0) }
    encodeBinary = { try Binary.encode($0) }
    let plain = plainBinaryEncoder()
    encodePlainBinary = { try plain.encode($0) }
    decodeCBOR = { try CBOR.decode(Model.self, from: $0) }
    encodeCBOR = { try CBOR.encode($0) }
    decodeMessagePack = { try MessagePack.decode(Model.self, from: $0) }
    encodeMessagePack = { try MessagePack.encode($0) }
    decodeYAML = { try YAML.decode(Model.self, from: $0) }
  }
}

extension DataSet {
  /// JSON text to a typed model, without a tape in between.
  var jsonDecodeDirect: LineUp {
    var challengers: [Contestant] = []
    if let direct {
      challengers.append(.decoding("ferry", self, from: json) { try direct.decodeJSON($0) })
      if let elsewhere = direct.elsewhere { challengers.append(elsewhere.decodeJSON(self)) }
    }
    return LineUp(baseline: foundationDecode(named: "foundation"), challengers: challengers)
  }

  /// A typed model to JSON text, without a tape in between.
  var jsonEncodeDirect: LineUp {
    var challengers: [Contestant] = []
    if let direct {
      challengers.append(
        .encoding("ferry", self) {
          try direct.encodeJSON($0)
        } decodedBy: {
          try JSON.decode(Model.self, from: $0)
        })
      challengers.append(
        .encoding("ferry-slashes", self) {
          try direct.encodeEscapingJSON($0)
        } decodedBy: {
          try JSON.decode(Model.self, from: $0)
        })
      if let elsewhere = direct.elsewhere { challengers.append(elsewhere.encodeJSON(self)) }
    }
    return LineUp(baseline: foundationEncode(named: "foundation"), challengers: challengers)
  }

  /// Ferry's binary format to a typed model, without a tape in between.
  var binaryDecodeDirect: LineUp {
    var challengers: [Contestant] = []
    if let direct {
      challengers.append(
        .decoding("ferry", self, from: try direct.encodeBinary(model)) {
          try direct.decodeBinary($0)
        })
      challengers.append(
        .decoding("ferry-plain", self, from: try direct.encodePlainBinary(model)) {
          try direct.decodeBinary($0)
        })
      challengers.append(
        .decoding("cbor", self, from: try direct.encodeCBOR(model)) { try direct.decodeCBOR($0) })
      challengers.append(
        .decoding("messagepack", self, from: try direct.encodeMessagePack(model)) {
          try direct.decodeMessagePack($0)
        })
      challengers.append(
        .decoding("json", self, from: try direct.encodeJSON(model)) { try direct.decodeJSON($0) })
      challengers.append(
        .decoding("yaml", self, from: try YAML.encode(model)) { try direct.decodeYAML($0) })
      if let elsewhere = direct.elsewhere { challengers.append(elsewhere.decodeBinary(self)) }
    }
    return LineUp(baseline: foundationDecode(named: "foundation-json"), challengers: challengers)
  }

  /// A typed model to Ferry's binary format, without a tape in between.
  var binaryEncodeDirect: LineUp {
    var challengers: [Contestant] = []
    if let direct {
      challengers.append(
        .encoding("ferry", self) {
          try direct.encodeBinary($0)
        } decodedBy: {
          try Binary.decode(Model.self, from: $0)
        })
      challengers.append(
        .encoding("ferry-plain", self) {
          try direct.encodePlainBinary($0)
        } decodedBy: {
          try Binary.decode(Model.self, from: $0)
        })
      challengers.append(
        .encoding("cbor", self) {
          try direct.encodeCBOR($0)
        } decodedBy: {
          try CBOR.decode(Model.self, from: $0)
        })
      challengers.append(
        .encoding("messagepack", self) {
          try direct.encodeMessagePack($0)
        } decodedBy: {
          try MessagePack.decode(Model.self, from: $0)
        })
      challengers.append(
        .encoding("json", self) {
          try direct.encodeJSON($0)
        } decodedBy: {
          try JSON.decode(Model.self, from: $0)
        })
      challengers.append(
        .encoding("yaml", self) {
          try YAML.encode($0)
        } decodedBy: {
          try YAML.decode(Model.self, from: $0)
        })
      if let elsewhere = direct.elsewhere { challengers.append(elsewhere.encodeBinary(self)) }
    }
    return LineUp(baseline: foundationEncode(named: "foundation-json"), challengers: challengers)
  }
}
