internal import FerryEssentials

// A decoder accepts more forms of texts than the formats of JSON Schema.
extension Document {
  /// Whether a decoder accepts the value of a failure: a text that is not in the format of `schema`.
  func accepts(_ failure: SchemaFailure, _ schema: AnyValue) -> Bool {
    guard failure.keyword == "format" else {
      return failure.keyword == "anyOf"
        && failure.causes.contains { $0.path == failure.path && accepts($0, schema) }
    }
    let pointer = failure.absoluteKeywordLocation.split(separator: "#").last.map(String.init) ?? ""
    guard let path = try? WirePath(pointer: pointer), let format = schema.value(at: path)?.string,
      let text = try? value(at: failure.path)?.decode(String.self)
    else { return false }
    switch format {
    case "date-time":
      let decoder = JSON.Decoder { $0.dateDecodingStrategy = .iso8601 }
      return (try? decoder.decode(Date.self, from: JSON.string(text))) != nil
    case "uuid": return UUID(uuidString: text) != nil
    case "uri-reference": return URL(string: text) != nil
    default: return true
    }
  }
}
