import Ferry
import Foundation

/// All there is of a value, as text: equal for equal values of two types with the same members.
package func valueText(_ value: Any) -> String {
  switch value {
  case let value as Double: return value.isNaN ? "nan" : "d\(value.bitPattern)"
  case let value as Float: return value.isNaN ? "nan" : "f\(value.bitPattern)"
  case let value as String:
    return "\"" + value.unicodeScalars.map { "\($0.value)." }.joined() + "\""
  case let value as Date: return valueText(value.timeIntervalSinceReferenceDate)
  case let value as AnyValue: return sortedJSON(value)
  case let value as Data: return value.base64EncodedString()
  case is URL, is UUID, is Decimal: return "\(value)"
  default: break
  }
  let mirror = Mirror(reflecting: value)
  let parts = mirror.children.map { child in
    let (label, inner) = (child.label ?? "", Mirror(reflecting: child.value).children.first)
    // A property wrapper has the text of its value.
    guard label.hasPrefix("_"), let inner, inner.label == "wrappedValue" else {
      return "\(label):\(valueText(child.value))"
    }
    return "\(label.dropFirst()):\(valueText(inner.value))"
  }
  switch mirror.displayStyle {
  case .optional: return parts.first.map { "some(\($0))" } ?? "nil"
  case .dictionary, .set: return "{\(parts.sorted().joined(separator: ","))}"
  case .collection: return "[\(parts.joined(separator: ","))]"
  case .enum where parts.isEmpty: return ".\(value)"
  case nil where parts.isEmpty: return "\(value)"
  case nil: return parts.joined(separator: ",")
  default: return "(\(parts.joined(separator: ",")))"
  }
}

/// The JSON of a value with the members of objects in the order of their names.
package func sortedJSON(_ value: AnyValue) -> String {
  switch value {
  case .object(let members):
    let texts = members.map { ($0.key.utf8.map { "\($0)." }.joined(), sortedJSON($0.value)) }
    return "{" + texts.sorted { $0 < $1 }.map { $0.0 + ":" + $0.1 }.joined(separator: ",") + "}"
  case .array(let elements): return "[" + elements.map(sortedJSON).joined(separator: ",") + "]"
  default: return json(value)
  }
}

/// The JSON of a value.
package func json(_ value: AnyValue) -> String { (try? JSON.string(value)) ?? "no JSON" }

/// The result of coding: a value or bytes as text, or an error without its message.
package func verdict(_ body: () throws -> String) -> String {
  do {
    return try body()
  } catch let error as DecodingError {
    switch error {
    case .typeMismatch(let type, let context):
      return "typeMismatch \(type)" + path(context.codingPath)
    case .valueNotFound(let type, let context):
      return "valueNotFound \(type)" + path(context.codingPath)
    case .keyNotFound(let key, let context):
      return "keyNotFound \(key.stringValue)" + path(context.codingPath)
    case .dataCorrupted(let context): return "dataCorrupted" + path(context.codingPath)
    @unknown default: return "\(error)"
    }
  } catch EncodingError.invalidValue(let value, let context) {
    return "invalidValue \(type(of: value)) \(valueText(value))" + path(context.codingPath)
  } catch {
    return "another error: \(error)"
  }
}

private func path(_ keys: [any CodingKey]) -> String {
  " at "
    + keys.map { "\($0.stringValue)|\($0.intValue.map(String.init) ?? "")" }.joined(separator: "/")
}
