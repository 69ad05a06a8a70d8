import FerryCoding
import FerryFoundation
import FerryTape

extension TreeCoding {
  /// `value` with what `json` has.
  ///
  /// The value is encoded by the names of its properties; what the document does not have is
  /// decoded from that.
  package static func updated<T: Codable>(
    _ value: T, from json: AnyValue, _ decoding: FoundationDecoding, _ encoding: FoundationEncoding
  ) throws -> T {
    let current = try encode(value, encoding, isMapped: false)
    return try decode(
      Updating<T>.self, from: .object(["document": json, "current": current]), decoding,
      plain: PlainNodes()
    ).value
  }
}

/// A value of which a document has a part.
private struct Updating<Value: Decodable>: Decodable {
  let value: Value

  private enum CodingKeys: String, CodingKey { case document, current }

  init(from decoder: any Decoder) throws {
    guard let decoder = tapeDecoder(decoder) else {
      throw MappingError(Value.self, "only Ferry's coders update")
    }
    let document = decoder.view.value(ofKey: "document", inMap: decoder.node) ?? 0
    let current = decoder.view.value(ofKey: "current", inMap: decoder.node)
    let plain = decoder.options.userInfo[PlainNodes.key] as? PlainNodes
    plain?.start = current ?? .max
    let scope = MappedScope(try MappingPlan.decoding(Value.self), fallback: current)
    value = try Value(from: MappedDecoder(base: decoder.decoder(at: document), scope: scope))
  }
}
