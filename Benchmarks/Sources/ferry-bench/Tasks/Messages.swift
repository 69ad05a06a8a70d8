import Ferry
import FerryCBOR
import FerryMessagePack
import Foundation

// One record a call, as between servers: what a call costs beside its few bytes.

extension DataSet {
  /// Records from a document each.
  var messageDecode: LineUp {
    guard let set = self as? DataSet<[Record]> else { return nobody }
    return set.decodeMessages(
      direct: [
        .decoding("ferry-direct", set, from: try set.model.map { try JSON.encode($0) }) {
          try $0.map { try JSON.decode(Record.self, from: $0) }
        },
        .decoding("binary-direct", set, from: try set.model.map { try Binary.encode($0) }) {
          try $0.map { try Binary.decode(Record.self, from: $0) }
        },
        .decoding("cbor-direct", set, from: try set.model.map { try CBOR.encode($0) }) {
          try $0.map { try CBOR.decode(Record.self, from: $0) }
        },
        .decoding(
          "messagepack-direct", set, from: try set.model.map { try MessagePack.encode($0) }
        ) {
          try $0.map { try MessagePack.decode(Record.self, from: $0) }
        },
      ])
  }

  /// Records to a document each.
  var messageEncode: LineUp {
    guard let set = self as? DataSet<[Record]> else { return nobody }
    return set.encodeMessages(
      direct: [
        .encoding("ferry-direct", set) {
          try $0.map { try JSON.encode($0) }
        } decodedBy: {
          try $0.map { try JSON.decode(Record.self, from: $0) }
        },
        .encoding("binary-direct", set) {
          try $0.map { try Binary.encode($0) }
        } decodedBy: {
          try $0.map { try Binary.decode(Record.self, from: $0) }
        },
        .encoding("cbor-direct", set) {
          try $0.map { try CBOR.encode($0) }
        } decodedBy: {
          try $0.map { try CBOR.decode(Record.self, from: $0) }
        },
        .encoding("messagepack-direct", set) {
          try $0.map { try MessagePack.encode($0) }
        } decodedBy: {
          try $0.map { try MessagePack.decode(Record.self, from: $0) }
        },
      ])
  }
}

extension DataSet {
  /// The contestants for a type that is only known to be `Codable`, and those of direct coding.
  fileprivate func decodeMessages<Element: BenchmarkModel>(direct: [Contestant]) -> LineUp
  where Model == [Element] {
    let decoder = JSONDecoder()
    return LineUp(
      baseline: .decoding("foundation", self, from: try model.map { Data(try JSON.encode($0)) }) {
        try $0.map { try decoder.decode(Element.self, from: $0) }
      },
      challengers: [
        .decoding("ferry", self, from: try model.map { try JSON.encode($0) }) {
          try $0.map { try JSON.decode(Element.self, from: $0) }
        },
        .decoding("binary", self, from: try model.map { try Binary.encode($0) }) {
          try $0.map { try Binary.decode(Element.self, from: $0) }
        },
      ] + direct)
  }

  fileprivate func encodeMessages<Element: BenchmarkModel>(direct: [Contestant]) -> LineUp
  where Model == [Element] {
    let encoder = JSONEncoder()
    return LineUp(
      baseline: .encoding("foundation", self) {
        try $0.map { try encoder.encode($0) }
      } decodedBy: {
        try $0.map { try JSON.decode(Element.self, from: $0) }
      },
      challengers: [
        .encoding("ferry", self) {
          try $0.map { try JSON.encode($0) }
        } decodedBy: {
          try $0.map { try JSON.decode(Element.self, from: $0) }
        },
        .encoding("binary", self) {
          try $0.map { try Binary.encode($0) }
        } decodedBy: {
          try $0.map { try Binary.decode(Element.self, from: $0) }
        },
      ] + direct)
  }
}
