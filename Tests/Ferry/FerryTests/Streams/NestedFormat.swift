import Ferry
import FerryCBOR
import FerryMessagePack
import Foundation

/// The bytes that a writer has passed on.
private final class Output { var bytes: [UInt8] = [] }

/// A format of records, for streams inside of the records of other streams.
enum NestedFormat: CaseIterable {
  case recordFile, lines, sequence, array, yaml, cbor, messagePack

  /// Returns a stream of `records`, each flushed by itself.
  func write<Record: Encodable>(_ records: [Record]) throws -> [UInt8] {
    let output = Output()
    let target = StreamTarget.receiver { output.bytes += $0 }
    let writer =
      switch self {
      case .recordFile: try Binary.recordWriter(for: Record.self, to: target)
      case .lines: try JSON.recordWriter(for: Record.self, to: target)
      case .sequence: try JSON.recordWriter(for: Record.self, to: target, as: .sequence)
      case .array: try JSON.recordWriter(for: Record.self, to: target, as: .array)
      case .yaml: try YAML.recordWriter(for: Record.self, to: target)
      case .cbor: try CBOR.recordWriter(for: Record.self, to: target)
      case .messagePack: try MessagePack.recordWriter(for: Record.self, to: target)
      }
    for record in records {
      try writer.write(record)
      try writer.flush()
    }
    try writer.finish()
    return output.bytes
  }

  /// Whether the records have bounds that no damage inside of them moves. Items of CBOR and
  /// MessagePack only follow each other.
  var hasBounds: Bool { self != .cbor && self != .messagePack }

  /// Reads the records that can be read, and counts the errors.
  func read<Record: Decodable>(
    _ type: Record.Type, from bytes: [UInt8], continuing: Bool
  ) -> (records: [Record], errors: Int) {
    let options = StreamOptions(continuesAfterErrors: continuing)
    let stream =
      switch self {
      case .recordFile: Binary.stream(type, from: .bytes(bytes), options: options)
      case .lines: JSON.stream(type, from: .bytes(bytes), options: options)
      case .sequence: JSON.stream(type, from: .bytes(bytes), as: .sequence, options: options)
      case .array: JSON.stream(type, from: .bytes(bytes), as: .elements, options: options)
      case .yaml: YAML.stream(type, from: .bytes(bytes), options: options)
      case .cbor: CBOR.stream(type, from: .bytes(bytes), options: options)
      case .messagePack: MessagePack.stream(type, from: .bytes(bytes), options: options)
      }
    var (records, errors): ([Record], Int) = ([], 0)
    for result in stream {
      do { records.append(try result.get()) } catch { errors += 1 }
    }
    return (records, errors)
  }
}

/// A record that holds a stream of other records in every way in which it can.
struct Envelope: Codable, Equatable {
  var id: Int
  var data = Data()
  var text = ""
  var value: [Inner] = []

  struct Inner: Codable, Equatable { var inner: Int }

  /// Envelopes of which the second one holds a whole stream in `format`, and the third one its end.
  static func holding(_ format: NestedFormat) throws -> [Envelope] {
    let inner = (1...3).map(Inner.init)
    let bytes = try format.write(inner)
    let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    return [
      Envelope(id: 0),
      Envelope(id: 1, data: Data(bytes), text: text, value: inner),
      Envelope(id: 2, data: Data(bytes.dropFirst(bytes.count / 3))),
      Envelope(id: 3),
    ]
  }
}
