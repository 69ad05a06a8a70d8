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
      if case .thrown(let error) = writer.context.problem(of: error) { throw error }
      var description = "\(error.kind)"
      if case .invalid(let text) = writer.context.problem(of: error) { description = text }
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(codingPath: encoder.codingPath, debugDescription: description))
    }
  }
}

/// An encoder that has the direct road as well: Ferry's own.
package protocol DirectEncoder: Encoder {
  /// Encodes a value on the direct road.
  func encodeDirect<T: DirectEncodable>(_ value: T) throws
}
