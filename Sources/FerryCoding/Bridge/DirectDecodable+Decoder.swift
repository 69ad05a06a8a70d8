public import FerryTape

extension DirectDecodable {
  /// Decodes the value from any decoder with the code of direct coding. The `init(from:)` of a type
  /// that is `Decodable` as well calls this, so that the wire form is the same there.
  ///
  /// ```swift
  /// extension Cat: Decodable {
  ///   init(from decoder: any Decoder) throws { try self.init(bridging: decoder) }
  /// }
  /// ```
  /// - Throws: `DecodingError`, and what the decoder throws.
  public init(bridging decoder: any Decoder) throws {
    if let decoder = decoder as? any DirectDecoder {
      self = try decoder.decodeDirect(Self.self)
      return
    }
    var reader = DecoderReader(decoder)
    do throws(WireFailure) {
      try self.init(from: &reader)
    } catch {
      throw reader.error(for: error, as: Self.self)
    }
  }
}

/// A decoder that also decodes directly: Ferry's own.
package protocol DirectDecoder: Decoder {
  /// Decodes the value directly.
  func decodeDirect<T: DirectDecodable>(_ type: T.Type) throws -> T
}

extension DecoderReader {
  /// The error of the decoder's that a failure stands for.
  func error(for failure: WireFailure, as type: any Any.Type) -> any Error {
    let path = places.path(at: failure.offset)
    func context(_ description: String) -> DecodingError.Context {
      // Without the failure: what stands for a place in it means nothing to the decoder.
      DecodingError.Context(codingPath: path, debugDescription: description)
    }
    switch self.context.problem(of: failure) {
    case .thrown(let error): return ThrownError.of(error).error(at: path)
    case .mismatch(let note):
      return DecodingError.typeMismatch(
        note.type, context("Expected to decode \(note.type) but found something else instead."))
    case .missing(let names):
      let key = TapeKey(names.first ?? "")
      let keys = names.map { "\"\($0)\"" }.joined(separator: ", ")
      let (value, noun) = names.count == 1 ? ("value", "key") : ("values", "keys")
      return DecodingError.keyNotFound(
        key, context("No \(value) associated with \(noun) \(keys)."))
    case .mismatchBecause(let note, let description):
      return DecodingError.typeMismatch(note.type, context(description))
    case .invalid(let description), .unwritable(_, let description):
      return DecodingError.dataCorrupted(context(description))
    case nil: return DecodingError.dataCorrupted(context("\(failure.kind)"))
    }
  }
}
