public import FerryTape

extension DirectEncodable {
  /// Encodes the value to any encoder with the code of direct coding. The `encode(to:)` of a type
  /// that is `Encodable` as well calls this, so that the wire form is the same there.
  /// - Throws: `EncodingError`, and what the encoder throws.
  public func bridge(to encoder: any Encoder) throws {
    if let encoder = encoder as? any DirectEncoder { return try encoder.encodeDirect(self) }
    var writer = EncoderWriter(encoder)
    do throws(WireFailure) {
      try encode(to: &writer)
    } catch {
      throw writer.context.encodingError(of: error, in: self, at: writer.path)
    }
  }
}

/// An encoder that also encodes directly: Ferry's own.
package protocol DirectEncoder: Encoder {
  /// Whether nothing has been written to it.
  var isUnused: Bool { get }
  /// Encodes a value directly.
  func encodeDirect<T: DirectEncodable>(_ value: T) throws
}

extension _WireContext {
  /// The error that `failure` becomes, which was thrown at `path` while `root` was written.
  package func encodingError(
    of failure: WireFailure, in root: Any, at path: @autoclosure () -> [any CodingKey]
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
