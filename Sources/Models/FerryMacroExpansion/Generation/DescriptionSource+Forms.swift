// The forms of values that their types do not have.
extension DescriptionSource {
  /// Returns the schema of what a decoder reads, if that is more than what an encoder writes.
  static func reading(of property: PropertyModel) -> [(String, String)] {
    if property.defaultOnError != nil { return [("$reads", "{}")] }
    switch property.form {
    case .tolerant: return [("$reads", "{}")]
    case .lossy:
      if case .dictionary = property.valueType.unwrapped {
        return [("$reads", #"{"type":"object"}"#)]
      }
      return [("$reads", #"{"type":"array"}"#)]
    case .strategy(".text"): return [("$reads", #"{"type":["string","number"]}"#)]
    case .strategy(let strategy) where strategy.hasPrefix(".each(") && strategy.contains(".text"):
      return [("$reads", #"{"type":"array"}"#)]
    default: return []
    }
  }

  /// Returns the form of the values of a strategy in documents.
  static func form(of strategy: String) -> [(String, String)] {
    if strategy.hasPrefix(".each("), strategy.hasSuffix(")") {
      let element = form(of: String(strategy.dropFirst(6).dropLast()))
      return [("type", "array".json), ("items", JSONText.object(element))]
    }
    let text = [("type", "string".json)]
    switch strategy {
    case ".iso8601", ".iso8601WithMilliseconds": return text + [("format", "date-time".json)]
    case ".secondsSince1970", ".millisecondsSince1970": return [("type", "number".json)]
    case ".base64": return text + [("contentEncoding", "base64".json)]
    case ".base64URL": return text + [("contentEncoding", "base64url".json)]
    case ".hexadecimal": return text + [("contentEncoding", "base16".json)]
    case ".json": return text + [("contentMediaType", "application/json".json)]
    case ".text": return text
    default: return [("$unknown", strategy.json)]
    }
  }
}
