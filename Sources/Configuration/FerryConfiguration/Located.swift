import FerryCoding
import FerryMacros
internal import FerryBase

/// A value with its origin in a ``LayeredConfiguration``, so that a program can report its own
/// findings with a location.
///
/// ```swift
/// struct Server: Decodable {
///   var port: Located<Int>
/// }
///
/// guard server.port.value < 1024 else { return }
/// print("\(server.port): use a port below 1024")       // site.yaml:2:9: use a port below 1024
/// ```
public struct Located<Value> {
  /// The value itself.
  public var value: Value
  /// The origin of the value; `nil` for a value that no configuration has decoded.
  public let origin: LayeredConfiguration.Origin?

  /// Creates a value without an origin.
  public init(_ value: Value) {
    self.value = value
    origin = nil
  }

  /// The name of the layer: a file, or an environment variable.
  public var source: String? { origin?.layer }
  /// The line, from 1; `nil` for a layer without lines.
  public var line: Int? { origin?.place?.line }
  /// The column, from 1, in Unicode scalars; `nil` for a layer without lines.
  public var column: Int? { origin?.place?.column }
}

extension Located: WrappedValues {
  package static var wrapped: any Any.Type { Value.self }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}

extension Located: CustomStringConvertible {
  /// The origin: `file:line:column`, or the name of the layer.
  public var description: String { origin?.description ?? "a value without an origin" }
}

extension Located: Decodable where Value: Decodable {
  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Value.self)
    guard let decoder = decoder as? TapeDecoder,
      let call = decoder.userInfo[ModelCall.key] as? ModelCall
    else {
      origin = nil
      return
    }
    origin = call.origin(ofNode: decoder.node)
  }
}

extension Located: Encodable where Value: Encodable {
  /// Encodes the value without its origin.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
