/// Text of JSON, made of finished parts.
enum JSONText {
  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\($0.0.json):\($0.1)" }.joined(separator: ",") + "}"
  }

  static func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }
}
