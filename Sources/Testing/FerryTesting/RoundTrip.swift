public import FerryBase
internal import FerryCBOR
internal import FerryCoders
internal import FerryMessagePack

/// A format that a value goes through in tests.
public enum TestedFormat: String, CaseIterable, Sendable {
  /// JSON.
  case json
  /// The binary format.
  case binary
  #if FERRY_YAML
  /// YAML.
  case yaml
  #endif
  /// CBOR.
  case cbor
  /// MessagePack.
  case messagePack
}

/// Encodes a value in each format, decodes it again, and compares it with the original.
///
/// The error lists all formats that fail, with the differences by path. Any test framework shows it:
///
/// ```swift
/// try expectRoundTrip(Booking(guest: "Ada"))
/// ```
/// - Throws: ``ExpectationError``.
@_disfavoredOverload
public func expectRoundTrip<T: Codable & Equatable>(
  _ value: T, through formats: [TestedFormat] = TestedFormat.allCases
) throws(ExpectationError) {
  try check(value, formats.map { ($0.rawValue, $0.throughTape(T.self)) })
}

/// Encodes a value in each format, decodes it again, and compares it with the original: directly, and
/// as a `Codable` type.
/// - Throws: ``ExpectationError``.
public func expectRoundTrip<T: Codable & DirectCodable & Equatable>(
  _ value: T, through formats: [TestedFormat] = TestedFormat.allCases
) throws(ExpectationError) {
  try check(
    value,
    formats.flatMap { format in
      [
        ("\(format.rawValue), directly", format.directly(T.self)),
        ("\(format.rawValue), as Codable", format.throughTape(T.self)),
      ]
    })
}

/// Checks random values of a `@DirectCodable` or `KeyMapped` type with
/// `expectRoundTrip(_:through:)`. The error names the seed, which gives the same values again.
/// - Throws: ``ExpectationError``.
public func expectRoundTrip<T: Codable & DirectCodable & Equatable>(
  ofRandom type: T.Type, count: Int = 100, seed: UInt64 = .random(in: 0 ... .max),
  through formats: [TestedFormat] = TestedFormat.allCases
) throws(ExpectationError) {
  for value in try randomValues(of: type, count: count, seed: seed) {
    do throws(ExpectationError) {
      try expectRoundTrip(value, through: formats)
    } catch {
      throw ExpectationError("\(error)\nwith the value \(value) of the seed \(seed)")
    }
  }
}

private func check<T: Codable & Equatable>(
  _ value: T, _ ways: [(name: String, run: (T) throws -> T)]
) throws(ExpectationError) {
  var lines: [String] = []
  for (name, run) in ways {
    do {
      let result = try run(value)
      guard result != value else { continue }
      lines.append("\(name): another '\(T.self)' comes back")
      lines += ExpectationError.differences(expected: value, found: result)
    } catch {
      lines.append("\(name): \(error)")
    }
  }
  if !lines.isEmpty { throw ExpectationError(lines.joined(separator: "\n")) }
}

extension TestedFormat {
  /// A format by its type, so that each way of coding is written once.
  var format: any CodedFormat.Type {
    switch self {
    case .json: JSON.self
    case .binary: Binary.self
    #if FERRY_YAML
    case .yaml: YAML.self
    #endif
    case .cbor: CBOR.self
    case .messagePack: MessagePack.self
    }
  }

  func throughTape<T: Codable>(_ type: T.Type) -> (T) throws -> T {
    func pass<Format: CodedFormat>(_ format: Format.Type) -> (T) throws -> T {
      { try format.decode(T.self, from: format.encode($0)) }
    }
    return pass(format)
  }

  func directly<T: DirectCodable>(_ type: T.Type) -> (T) throws -> T {
    func pass<Format: CodedFormat>(_ format: Format.Type) -> (T) throws -> T {
      { try format.decode(T.self, from: format.encode($0)) }
    }
    return pass(format)
  }
}
