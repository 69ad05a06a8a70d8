import FerryJSON
import FerryMacros

nonisolated struct Difference: Error { let written: String }

/// Decodes and encodes a document, directly and through the tape. The caller has the isolation of the
/// conformances.
nonisolated func roundTrip<T: DirectCodable & Codable & Equatable>(
  _ type: T.Type, _ json: String, written: String? = nil
) throws {
  let value = try JSON.decode(type, from: json)
  var decoder = JSON.Decoder()
  decoder.unknownKeys = .error
  guard try decoder.decode(type, from: json) == value else { throw Difference(written: json) }
  let text = try JSON.string(value)
  guard text == written ?? json else { throw Difference(written: text) }
}
