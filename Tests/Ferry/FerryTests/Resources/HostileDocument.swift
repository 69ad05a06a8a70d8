import Ferry
import FerryCBOR
import FerryMessagePack

/// A document that states or contains many elements, and the call that decodes it.
struct HostileDocument {
  let name: String
  let way: Way
  let bytes: [UInt8]
  /// The number of elements that are there.
  var count = 0
  /// Whether the elements are the members of an object.
  var isObject = false

  /// A format, and for JSON the way of coding.
  enum Way: CaseIterable {
    case json, jsonByTape, binary, yaml, cbor, messagePack

    static var all: [Way] {
      #if FERRY_YAML
      return allCases
      #else
      return allCases.filter { $0 != .yaml }
      #endif
    }

    func encode(_ value: AnyValue) throws -> [UInt8] {
      switch self {
      case .json, .jsonByTape: try JSON.encode(value)
      case .binary: try Binary.encode(value)
      case .cbor: try CBOR.encode(value)
      case .messagePack: try MessagePack.encode(value)
      case .yaml: try Array(JSON.encode(value))
      }
    }

    func decode<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) throws -> T {
      switch self {
      case .json: try JSON.decode(type, from: bytes)
      case .jsonByTape:
        try JSON.Decoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
          .decode(type, from: bytes)
      case .binary: try Binary.decode(type, from: bytes)
      case .cbor: try CBOR.decode(type, from: bytes)
      case .messagePack: try MessagePack.decode(type, from: bytes)
      case .yaml: try decodeYAML(type, bytes)
      }
    }

    func decode<T: DirectDecodable & Decodable>(_ type: T.Type, _ bytes: [UInt8]) throws -> T {
      switch self {
      case .json: try JSON.decode(type, from: bytes)
      case .jsonByTape:
        try JSON.Decoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
          .decode(type, from: bytes)
      case .binary: try Binary.decode(type, from: bytes)
      case .cbor: try CBOR.decode(type, from: bytes)
      case .messagePack: try MessagePack.decode(type, from: bytes)
      case .yaml: try decodeYAML(type, bytes)
      }
    }

    #if FERRY_YAML
    private func decodeYAML<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) throws -> T {
      try YAML.decode(type, from: bytes)
    }
    private func decodeYAML<T: DirectDecodable & Decodable>(
      _ type: T.Type, _ bytes: [UInt8]
    ) throws -> T { try YAML.decode(type, from: bytes) }
    #else
    private func decodeYAML<T>(_ type: T.Type, _ bytes: [UInt8]) throws -> T { fatalError() }
    #endif
  }

  // MARK: Elements of the wrong type

  /// Arrays and objects of `count` values that no model accepts.
  static func wrongElements(_ count: Int) throws -> [HostileDocument] {
    var members = AnyValue.Object()
    for number in 0..<count { members["\(number)"] = 0.5 }
    let truths = AnyValue.array(Array(repeating: true, count: count))
    let values: [(name: String, value: AnyValue)] = [
      ("numbers", .array(Array(repeating: 0.5, count: count))), ("truth values", truths),
      ("members", .object(members)),
    ]
    var documents = try Way.all.flatMap { way in
      try values.map {
        HostileDocument(
          name: "\(count) \($0.name) of \(way)", way: way, bytes: try way.encode($0.value),
          count: count, isObject: $0.value.object != nil)
      }
    }
    let smallest = Binary.Encoder { $0.packing = .smallest }
    documents.append(
      HostileDocument(
        name: "\(count) bits", way: .binary, bytes: try smallest.encode(truths), count: count))
    return documents
  }

  // MARK: Counts and lengths

  /// Documents of each binary format with each kind of count or length, which is false.
  static func falseCounts() -> [HostileDocument] {
    let exponents = [10, 13, 16, 20, 24, 28, 31, 32, 40, 48, 62, 63] as [UInt64]
    var counts: [UInt64] = [.max]
    for exponent in exponents {
      let count = UInt64(1) << exponent
      counts += [count - 1, count]
    }
    return counts.flatMap { cbor($0) + messagePack($0) + binary($0) }
  }

  /// Contents behind a count: elements of one byte that are there.
  private static let contents = [UInt8](repeating: 1, count: 100)

  private static func cbor(_ count: UInt64) -> [HostileDocument] {
    // Bytes, text, array, map, and each inside of an array, a map and an indefinite array.
    documents(
      .cbor, heads: [0x5B, 0x7B, 0x9B, 0xBB], in: [[], [0x81], [0xA1, 0x61, 0x61], [0x9F]],
      bigEndian(count, 8), count)
  }

  private static func messagePack(_ count: UInt64) -> [HostileDocument] {
    guard count <= UInt32.max else { return [] }
    // Bytes, extension, text, array, map, and each inside of an array and a map.
    return documents(
      .messagePack, heads: [0xC6, 0xC9, 0xDB, 0xDD, 0xDF], in: [[], [0x91], [0x81, 0xA1, 0x61]],
      bigEndian(count, 4), count)
  }

  private static func bigEndian(_ count: UInt64, _ width: UInt64) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
  }

  private static func documents(
    _ way: Way, heads: [UInt8], in containers: [[UInt8]], _ bytes: [UInt8], _ count: UInt64
  ) -> [HostileDocument] {
    heads.flatMap { head in
      containers.map { container in
        let start = container + [head]
        return HostileDocument(
          name: "\(way) \(start) \(count)", way: way, bytes: joined(start, bytes, contents))
      }
    }
  }

  private static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

  /// A length of the binary format (Format.md).
  static func length(_ value: UInt64) -> [UInt8] {
    let widths: [(limit: UInt64, prefix: UInt8, count: Int)] = [
      (1 << 7, 0, 1), (1 << 14, 0x80, 2), (1 << 21, 0xC0, 3), (1 << 28, 0xE0, 4),
    ]
    let width = widths.first { value < $0.limit } ?? (0, 0xF0, 9)
    var bytes = (0..<width.count).reversed().map { byte in
      byte >= 8 ? 0 : UInt8(truncatingIfNeeded: value >> UInt64(8 * byte))
    }
    bytes[0] |= width.prefix
    return bytes
  }

  private static func binary(_ count: UInt64) -> [HostileDocument] {
    // A tag, or a tag and the bytes before the count: arrays, objects, texts, bytes, numbers, blocks of
    // numbers and bits, rows of numbers, references.
    let places: [[UInt8]] = [
      [0xEE], [0xF1], [0xF1, 100], [0xF2], [0xF3], [0xF3, 100, 1], [0xF3, 100, 0x11],
      [0xF3, 100, 0x28], [0xF3, 100, 0x29], [0xF3, 100, 0x30], [0xF3, 100, 0x22, 1], [0xF5],
      [0xF5, 100, 0], [0xF6], [0xF9], [0xFA], [0xFB], [0xFC], [0xFC, 100, 1, 1],
      [0xFC, 100, 2, 0x11], [0x80], [0xA1],
    ]
    // Tables with the key `a` and a key list of it.
    let head: [UInt8] = [0xB5, 0x20, 7, 1, 1, 0x61, 1, 1, 0, 0]
    let documents = places.map { joined(head, $0, length(count), contents) }
    let starts: [[UInt8]] = [[], [0], [0, 0], [1], [1, 1, 0x61], [1, 1, 0x61, 1]]
    let tables = starts.map { start in
      let tables = joined(start, length(count), contents)
      return joined([0xB5, 0x20], length(UInt64(tables.count)), tables)
    }
    return (documents + tables).map {
      HostileDocument(name: "binary \($0.prefix(20)) \(count)", way: .binary, bytes: $0)
    }
  }
}
