public import Ferry
import FerryCoding
public import FerryMacros
internal import FerryBase

/// A duration as text with units: `1h30m`, `250ms`.
public struct DurationText: WireStrategy, Sendable {
  static let expectation = "Expected a duration with units, such as 30s, 1h30m or 1.5ms."

  /// Reads a duration: numbers with the units `d`, `h`, `m`, `s`, `ms`, `us` and `ns`, from large to
  /// small. Only zero may lack a unit.
  public func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> Duration {
    let position = reader.position
    guard let duration = UnitText.duration(try reader.read(String.self)) else {
      throw reader.invalid(Self.expectation, at: position)
    }
    return duration
  }

  /// Writes a duration.
  public func write<Writer: WireWriter & ~Copyable>(
    _ value: Duration, to writer: inout Writer
  ) throws(WireFailure) {
    try writer.write(UnitText.text(of: value))
  }
}

/// A number of bytes as text with a unit: `64MiB`, `1500MB`.
public struct ByteCountText: WireStrategy, Sendable {
  static let expectation = "Expected a size such as 64MiB, 1.5 GB or 512."

  /// Reads a number of bytes, or a number with a unit: `kB`, `MB` and so on are powers of 1000,
  /// `KiB`, `MiB` and so on are powers of 1024. `B` may be missing. The size must be whole bytes.
  public func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> Int {
    let position = reader.position
    if try reader.nextKind() == .number { return try reader.read(Int.self) }
    guard let count = UnitText.byteCount(try reader.read(String.self)) else {
      throw reader.invalid(Self.expectation, at: position)
    }
    return count
  }

  /// Writes a number of bytes in the unit with the smallest integer, or without a unit.
  public func write<Writer: WireWriter & ~Copyable>(
    _ value: Int, to writer: inout Writer
  ) throws(WireFailure) {
    let text = UnitText.text(ofBytes: value)
    if text.last?.isLetter == true { try writer.write(text) } else { try writer.write(value) }
  }
}

extension WireStrategy where Self == DurationText {
  /// A duration as `1h30m`.
  public static var duration: DurationText { DurationText() }
}

extension WireStrategy where Self == ByteCountText {
  /// A number of bytes as `64MiB`.
  public static var byteCount: ByteCountText { ByteCountText() }
}

// MARK: - Plain Codable types

/// The form of a `Duration` in documents.
public enum DurationDecodingStrategy: Sendable {
  /// The type decodes itself: an array of two numbers.
  case deferredToDuration
  /// Text with units, see ``DurationText``.
  case units
}

extension FormatDecoder {
  /// The form of a `Duration`; `.deferredToDuration` by default.
  public var durationDecodingStrategy: DurationDecodingStrategy {
    get { bridges(DurationDecoding.self) ? .units : .deferredToDuration }
    set {
      switch newValue {
      case .deferredToDuration: addBridge(nil)
      case .units: addBridge { DurationDecoding(inner: $0) }
      }
    }
  }
}

/// A bridge that decodes durations from text.
private struct DurationDecoding: DecodingBridge {
  let inner: any DecodingBridge

  var context: (any AnyObject & Sendable)? { inner.context }

  func decodes(_ type: any Decodable.Type) -> Bool {
    type == Duration.self || inner.decodes(type)
  }

  func decode<T: Decodable>(_ type: T.Type, from decoder: TapeDecoder) throws -> T {
    guard type == Duration.self else { return try inner.decode(type, from: decoder) }
    guard let value = UnitText.duration(try decoder.decode(String.self)) as? T else {
      throw decoder.corrupted(DurationText.expectation)
    }
    return value
  }
}

/// A number of bytes for plain `Codable` models: `64MiB`, see ``ByteCountText``.
///
/// ```swift
/// struct Cache: Codable {
///   var size: ByteCount       // size: 64MiB
/// }
/// ```
public struct ByteCount: Hashable, Sendable {
  /// The number of bytes.
  public var bytes: Int

  /// Creates a number of bytes.
  public init(_ bytes: Int) { self.bytes = bytes }
}

extension ByteCount: DirectDecodable, DirectEncodable, Codable {
  /// Reads a size.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self.init(try ByteCountText().read(from: &reader))
  }

  /// Writes the size.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try ByteCountText().write(bytes, to: &writer)
  }

  /// Decodes a size.
  public init(from decoder: any Decoder) throws { try self.init(bridging: decoder) }

  /// Encodes the size.
  public func encode(to encoder: any Encoder) throws { try bridge(to: encoder) }
}

extension ByteCount: DescribedForm {
  /// A number, or text with a unit.
  package static var form: AnyValue {
    let text: AnyValue = ["type": "string", "pattern": "^[0-9.]+ ?([kKMGTPE]i?)?B?$"]
    return ["anyOf": [["type": "integer"], text]]
  }
}

extension ByteCount: CustomStringConvertible {
  /// The size as it is written.
  public var description: String { UnitText.text(ofBytes: bytes) }
}
