import Ferry
import FerryTestSupport

/// Changes one thing in a document.
struct Damage {
  var random: SeededGenerator
  /// Whether keys are written in another of Unicode's normal forms.
  var changesForms = true

  private static let others: [AnyValue] = [
    nil, true, false, 0, 1, -1, 300, 1.5, "", "x", "1", [], [1], [:], ["x": 1], ["_0": 1],
    .number(.init(UInt64.max)), .number(.init(Int64.min)), "2001-12-14T21:59:43Z", "%%%",
  ]

  /// `value` with one place in it changed.
  mutating func damaged(_ value: AnyValue) -> AnyValue {
    switch value {
    case .object(let members) where !members.isEmpty && !random.oneIn(6):
      return .object(damaged(members))
    case .array(var elements) where !elements.isEmpty && !random.oneIn(6):
      let index = random.int(0..<elements.count)
      if random.oneIn(8) {
        elements.remove(at: index)
      } else {
        elements[index] = damaged(elements[index])
      }
      return .array(elements)
    default: return other()
    }
  }

  private mutating func other() -> AnyValue { Self.others[random.int(0..<Self.others.count)] }

  private mutating func damaged(_ members: AnyValue.Object) -> AnyValue.Object {
    var list = members.map { ($0.key, $0.value) }
    let index = random.int(0..<list.count)
    switch random.int(0..<10) {
    case 0: list.remove(at: index)
    case 1: list[index].1 = .null
    case 2: list.insert(("unknown", other()), at: index)
    case 3: list.shuffle(using: &random)
    case 4 where changesForms: list[index].0 = Self.otherForm(of: list[index].0)
    case 5: list[index].0 += "x"
    default: list[index].1 = damaged(list[index].1)
    }
    return Self.object(list)
  }

  /// The text of `value` with a member twice, the second time with another value.
  mutating func repeated(_ value: AnyValue) -> String {
    guard case .object(let members) = value, let member = members.randomElement(using: &random)
    else { return json(value) }
    return "\(json(value).dropLast()),\(json(.string(member.key))):\(json(other()))}"
  }

  /// `bytes` cut off, or with one byte changed.
  mutating func torn(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    var bytes = bytes
    let index = random.int(0..<bytes.count)
    if random.oneIn(3) { return Array(bytes[..<index]) }
    bytes[index] = UInt8(truncatingIfNeeded: random.oneIn(2) ? random.next() : 0x22)
    return bytes
  }

  private static func object(_ members: [(String, AnyValue)]) -> AnyValue.Object {
    var object = AnyValue.Object()
    for (key, value) in members where object[key] == nil { object[key] = value }
    return object
  }

  /// The key in the other of Unicode's normal forms.
  private static func otherForm(of key: String) -> String {
    key == "\u{E9}" ? (key.utf8.count == 2 ? "e\u{301}" : "\u{E9}") : key
  }
}
