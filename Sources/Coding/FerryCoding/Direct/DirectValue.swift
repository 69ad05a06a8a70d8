public import FerryBase

/// A directly coded value in a coder for `Codable`, with the options, locations and error texts of
/// that coder.
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
  /// Decodes the value. Only Ferry's own decoder can do this.
  package init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? TapeDecoder else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "Expected a decoder of Ferry."))
    }
    value = try decoder.decodeDirect(Value.self)
  }
}

extension TapeDecoder: DirectDecoder {
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
    let error = foundationError(failure, decoder)
    guard let error = error as? DecodingError, let expectation = context.expectation(of: failure)
    else { return error }
    return error.expecting(expectation, at: decoder.index)
  }

  private borrowing func foundationError(_ failure: WireFailure, _ decoder: TapeDecoder)
    -> any Error
  {
    switch context.problem(of: failure) {
    case .thrown(let error):
      return ThrownError.of(error).error(
        at: decoder.codingPath, WireFailure(.invalidValue, node: decoder.index))
    case .mismatch(let note): return decoder.mismatch(note.type)
    case .mismatchBecause(let note, let description):
      return DecodingError.typeMismatch(
        note.type, decoder.call.context(.typeMismatch, decoder.index, description))
    case .invalid(let description), .unwritable(_, let description):
      return decoder.corrupted(description)
    case .missing(let names): return decoder.missing(names, arePaths: false)
    case nil: return decoder.corrupted(failure.kind.description)
    }
  }
}
