extension DirectEncodable {
  /// Writes the value to any encoder, by the code of the direct road: what `encode(to:)` of a type
  /// calls that is `Encodable` as well, to have the same wire form there.
  /// - Throws: `EncodingError`, and what the encoder throws.
  public func bridge(to encoder: any Encoder) throws {
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
