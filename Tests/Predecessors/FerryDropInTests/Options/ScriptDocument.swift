import FerryTestSupport

// Documents for scripts: mostly what a script asks for, with other names, equal names and values of
// other types among it.
extension SeededGenerator {
  mutating func document(for script: DecodingScript) -> String {
    if oneIn(12) { return anything(depth: 2) }
    switch script {
    case .scalar(let scalar): return value(of: scalar)
    case .keyed(let kind, let steps): return object(kind, steps)
    case .unkeyed(let steps): return list(steps)
    case .reopened(let first, let kind, let second):
      return braces(members(.text, first) + members(kind, second))
    }
  }

  private mutating func object(_ kind: ScriptKeyKind, _ steps: [KeyedStep]) -> String {
    braces(members(kind, steps))
  }

  private mutating func braces(_ members: [(name: String, value: String)]) -> String {
    var members = members
    for _ in 0..<int(0..<3) {
      let name = LooseKey.names[int(0..<LooseKey.names.count)]
      members.insert((name, anything(depth: 1)), at: int(0..<members.count + 1))
    }
    return "{" + members.map { quoted($0.name) + ":" + $0.value }.joined(separator: ",") + "}"
  }

  private mutating func members(
    _ kind: ScriptKeyKind, _ steps: [KeyedStep]
  ) -> [(name: String, value: String)] {
    var members: [(name: String, value: String)] = []
    for step in steps where !oneIn(10) {
      let name =
        switch kind {
        case .text: TextKey.key(step.key).stringValue
        case .integer: IntegerKey.key(step.key).stringValue
        case .loose: LooseKey.key(step.key).stringValue
        case .only: OnlyKey.userID.stringValue
        }
      members.append((respelt(name), value(for: step.operation)))
    }
    return members
  }

  /// A name as another convention or another normal form spells it, now and then.
  private mutating func respelt(_ name: String) -> String {
    guard oneIn(4) else { return name }
    switch name {
    case "userID": return oneIn(2) ? "user_id" : "userId"
    case "fooBar": return "foo_bar"
    case "group_id": return "groupId"
    case "firstHomePage": return "first_home_page"
    case "é": return "e\u{301}"
    case "K": return "\u{212A}"
    default: return name
    }
  }

  private mutating func value(for operation: KeyedStep.Operation) -> String {
    switch operation {
    case .scalar(let scalar), .scalarIfPresent(let scalar): return value(of: scalar)
    case .model(let script), .modelIfPresent(let script), .optional(let script),
      .superDecoder(let script), .superDecoderForKey(let script):
      return document(for: script)
    case .list(let script):
      return "[" + (0..<int(0..<4)).map { _ in document(for: script) }.joined(separator: ",") + "]"
    case .map(let script): return map(script, LooseKey.names)
    case .numbered: return map(.scalar(.int), ["0", "1", "7", "-3", "01", "x"])
    case .representable: return map(.scalar(.int), RepresentableKey.allCases.map(\.rawValue))
    case .keyed(let kind, let steps): return object(kind, steps)
    case .unkeyed(let steps): return list(steps)
    case .contains, .null, .allKeys, .path: return anything(depth: 1)
    }
  }

  private mutating func map(_ script: DecodingScript, _ names: [String]) -> String {
    // One name, for Foundation goes through the names of a dictionary in an order of its own.
    let name = names[int(0..<names.count)]
    let members = (0..<int(0..<3)).map { _ in quoted(name) + ":" + document(for: script) }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func list(_ steps: [UnkeyedStep]) -> String {
    var elements: [String] = []
    for step in steps where !oneIn(10) {
      switch step.operation {
      case .scalar(let scalar), .scalarIfPresent(let scalar): elements.append(value(of: scalar))
      case .model(let script), .superDecoder(let script): elements.append(document(for: script))
      case .keyed(let kind, let steps): elements.append(object(kind, steps))
      case .unkeyed(let steps): elements.append(list(steps))
      case .null: elements.append("null")
      case .path: break
      }
    }
    return "[" + elements.joined(separator: ",") + "]"
  }

  private mutating func value(of scalar: ScriptScalar) -> String {
    if oneIn(10) { return anything(depth: 1) }
    switch scalar {
    case .bool: return oneIn(2) ? "true" : "false"
    case .int, .uint64: return String(int(0..<1000))
    case .int8: return String(int(-140..<140))
    case .double, .float: return oneIn(3) ? "\"inf\"" : ["1.5", "-2", "1e3", "0"][int(0..<4)]
    case .string: return quoted(["a", "", "é", "nan"][int(0..<4)])
    case .date:
      return oneIn(3)
        ? ["\"2001-01-01T00:00:00Z\"", "\"x\"", "\"2024-02-29T12:00:00+01:00\""][int(0..<3)]
        : ["0", "1.5", "1700000000"][int(0..<3)]
    case .data: return oneIn(3) ? "[1,2,255]" : ["\"AQL/\"", "\"\"", "\"?\""][int(0..<3)]
    case .url: return quoted(["https://a.b/c", "x", ""][int(0..<3)])
    case .decimal: return ["1.25", "100", "-3"][int(0..<3)]
    case .texts: return ["[]", "[\"a\",\"b\"]", "[\"a\",1]"][int(0..<3)]
    case .numbers: return ["[]", "[1,2]", "[1,\"a\"]", "[1,null]"][int(0..<4)]
    }
  }

  private mutating func anything(depth: Int) -> String {
    switch int(0..<(depth > 0 ? 9 : 6)) {
    case 0: return "null"
    case 1: return "true"
    case 2: return "7"
    case 3: return "1.5"
    case 4: return "\"text\""
    case 5: return "300"
    case 6: return "[" + (oneIn(2) ? "" : anything(depth: depth - 1)) + "]"
    case 7: return "{}"
    default:
      let name = LooseKey.names[int(0..<LooseKey.names.count)]
      return "{" + quoted(name) + ":" + anything(depth: depth - 1) + "}"
    }
  }

  private func quoted(_ text: String) -> String { "\"\(text)\"" }
}
