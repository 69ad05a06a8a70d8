internal import FerryBase
internal import FerryCoders
internal import FerryEssentials

/// Compares a value with a golden file: a document that is kept with the tests.
///
/// ```swift
/// try expectGolden(Booking(guest: "Ada"), "Golden/booking.json")
/// ```
///
/// The file must decode to the value, and the encoded value must have the contents of the file. The
/// error has the differences by path. The layout of a text and the order of its members do not
/// matter. The extension of the name is the format: `json`, `yaml`, `ferry`, `cbor` or `msgpack`.
///
/// A missing file is written, and the error says so. With `FERRY_RECORD=1` in the environment, a file
/// that differs is written again.
/// The path `name` begins at the folder of `test`, the source file of the test.
/// - Throws: ``ExpectationError``, or the error of reading or writing the file.
public func expectGolden<T: Codable & Equatable>(
  _ value: T, _ name: String, test: StaticString = #filePath
) throws {
  guard let format = GoldenFormat(fileExtension: URL(fileURLWithPath: name).pathExtension) else {
    throw ExpectationError("\(name): the extension of the name is not that of a format")
  }
  let file = URL(fileURLWithPath: "\(test)").deletingLastPathComponent().appendingPathComponent(
    name)
  let bytes = try format.encode(value)
  func record() throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file, options: .atomic)
  }
  guard FileManager.default.fileExists(atPath: file.path) else {
    try record()
    throw ExpectationError("\(name): the file did not exist and is written; check it")
  }
  let stored = [UInt8](try Data(contentsOf: file))
  let lines = try format.failures(of: stored, against: value, bytes)
  if lines.isEmpty { return }
  if ProcessInfo.processInfo.environment["FERRY_RECORD"] == "1" { return try record() }
  throw ExpectationError((["\(name):"] + lines).joined(separator: "\n"))
}

/// The format of a golden file.
private struct GoldenFormat {
  let format: TestedFormat
  let isText: Bool

  init?(fileExtension: String) {
    switch fileExtension {
    case "json": (format, isText) = (.json, true)
    #if FERRY_YAML
    case "yaml", "yml": (format, isText) = (.yaml, true)
    #endif
    case "ferry": (format, isText) = (.binary, false)
    case "cbor": (format, isText) = (.cbor, false)
    case "msgpack": (format, isText) = (.messagePack, false)
    default: return nil
    }
  }

  func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    func encode<Format: CodedFormat>(_ format: Format.Type) throws -> [UInt8] {
      try format.encode(value)
    }
    guard format == .json else { return try encode(format.format) }
    let encoder = JSON.Encoder { $0.outputFormatting = .prettyPrinted }
    return try encoder.encode(value) + [0x0A]
  }

  /// Returns the differences of the contents of a file from `value`, which `bytes` are.
  func failures<T: Codable & Equatable>(
    of stored: [UInt8], against value: T, _ bytes: [UInt8]
  ) throws -> [String] {
    func decode<R: Decodable, Format: CodedFormat>(
      _ type: R.Type, _ bytes: [UInt8], _ format: Format.Type
    ) throws -> R {
      try format.decode(type, from: bytes)
    }
    do {
      var lines: [String] = []
      if stored != bytes {
        lines = ExpectationError.differences(
          expected: try decode(AnyValue.self, stored, format.format),
          found: try decode(AnyValue.self, bytes, format.format))
        if lines.isEmpty, !isText {
          let place = zip(stored, bytes).prefix { $0 == $1 }.count
          lines.append("  equal values, but other bytes from offset \(place) on")
        }
      }
      let decoded = try decode(T.self, stored, format.format)
      if decoded != value, lines.isEmpty {
        lines += ["  the file decodes to another value"]
        lines += ExpectationError.differences(expected: decoded, found: value)
      }
      return lines
    } catch {
      return ["  \(error)"]
    }
  }
}
