public import FerryTape

extension DirectEncodable {
  /// Writes the value to any encoder, by the code of the direct road: what `encode(to:)` of a type
  /// calls that is `Encodable` as well, to have the same wire form there.
  /// - Throws: `EncodingError`, and what the encoder throws.
  public func bridge(to encoder: any Encoder) throws {
    if let encoder = encoder as? any DirectEncoder { return try encoder.encodeDirect(self) }
    var writer = EncoderWriter(encoder)
    do throws(Failure) {
      try encode(to: &writer)
    } catch {
      throw writer.context.encodingError(of: error, in: self, at: writer.path)
    }
  }
}

/// An encoder that has the direct road as well: Ferry's own.
package protocol DirectEncoder: Encoder {
  /// Whether nothing has been written to it.
  var isUnused: Bool { get }
  /// Encodes a value on the direct road.
  func encodeDirect<T: DirectEncodable>(_ value: T) throws
}

extension WireContext {
  /// The error that `failure` becomes, which was thrown at `path` while `root` was written.
  package func encodingError(
    of failure: Failure, in root: Any, at path: @autoclosure () -> [any CodingKey]
  ) -> any Error {
    var (value, description) = (root, "\(failure.kind)")
    switch problem(of: failure) {
    case .thrown(let error): return ThrownError.of(error).error(at: [])
    case .unwritable(let fault, let reason): (value, description) = (fault.value, reason)
    case .invalid(let reason): description = reason
    default: break
    }
    return EncodingError.invalid(value, at: path(), description, failure)
  }
}
