public import FerryBase

/// A directly coded value in a coder for `Codable`. In Ferry's own coders, it has their options,
/// locations and error texts.
package struct DirectValue<Value> {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}

/// The function that reads a value from a tape. It was compiled where the type of the value is
/// known.
///
/// For an unknown type, a reader looks up how to read each of its fields.
@frozen
@usableFromInline package struct DirectReading<Value>: @unchecked Sendable {
  // Sendable, because the function holds only the type.
  @usableFromInline let read: (inout TapeReader) throws(WireFailure) -> Value

  /// Creates the function for a type. The code is inlinable, so that the compiler knows the type.
  @inlinable
  package init(_ type: Value.Type) where Value: DirectDecodable {
    read = { (reader: inout TapeReader) throws(WireFailure) in try Value(from: &reader) }
  }
}

extension DirectValue: ValueCarrier {
  var carriedValue: Any { value }
}

extension DirectValue: Decodable where Value: DirectDecodable {
  package init(from decoder: any Decoder) throws { value = try Value(bridging: decoder) }
}

extension DirectValue: Encodable where Value: DirectEncodable {
  package func encode(to encoder: any Encoder) throws { try value.bridge(to: encoder) }
}

extension TapeDecoder {
  /// Decodes the value directly.
  package func decodeDirect<T: DirectDecodable>(_ type: T.Type) throws -> T {
    var reader = TapeReader(self, options.makeWireContext())
    do throws(WireFailure) {
      if let reading = options.directReading as? DirectReading<T> {
        return try reading.read(&reader)
      }
      return try T(from: &reader)
    } catch {
      throw reader.error(error)
    }
  }
}

extension TapeReader {
  /// Returns the error that leaves the decoder for a failure.
  borrowing func error(_ failure: WireFailure) -> any Error {
    let decoder = decoder(at: root.call.value(at: failure.offset) ?? root.index)
    let problem = context.problem(of: failure)
    let error = foundationError(failure, problem, decoder)
    guard let error = error as? DecodingError, let expectation = problem?.expectation else {
      return error
    }
    return error.expecting(expectation, about: problem?.subject ?? .none, at: decoder.index)
  }

  private borrowing func foundationError(
    _ failure: WireFailure, _ problem: Problem?, _ decoder: TapeDecoder
  ) -> any Error {
    guard let problem else { return decoder.corrupted(failure.kind.description) }
    let node = WireFailure(.invalidValue, node: decoder.index)
    if let thrown = problem.thrown(at: decoder.codingPath, node) { return thrown }
    switch (problem.kind, problem.subject, problem.expectation) {
    case (.keyNotFound, _, .keys(let names, _)): return decoder.missing(names, arePaths: false)
    case (.typeMismatch, .type(let type), _):
      guard let detail = problem.detail else { return decoder.mismatch(type) }
      return DecodingError.typeMismatch(
        type, decoder.call.context(.typeMismatch, decoder.index, detail))
    default: return decoder.corrupted(problem.detail ?? failure.kind.description)
    }
  }
}
