public import Ferry

/// A model that drops every element that fails to decode; codable in both ways.
public struct Lenient: Codable, DirectCodable, Equatable {
  var integers: [Int] = []
  var floats: [Float] = []
  var lists: [[Double]] = []
  var truths: [[Bool]] = []
  var named: [String: [Int]] = [:]
  var unique: [Set<Int>] = []
  var score = 0.0
  var inner: [Lenient] = []

  /// Decodes the model directly.
  public init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    var object = try reader.beginObject()
    // Of equal keys the last one counts: nobody asks for one of them alone.
    while let key = try reader.nextKey(&object) {
      switch key {
      case "integers": integers = try reader.readLossyArray()
      case "floats": floats = try reader.readLossyArray()
      case "lists": lists = try reader.readLossyArray()
      case "truths": truths = try reader.readLossyArray()
      case "named": named = try reader.readLossyDictionary()
      case "unique": unique = try reader.readLossyArray()
      case "score": score = try reader.readTolerant(or: 0.5)
      case "inner": inner = try reader.readLossyArray()
      default: try reader.skipValue()
      }
    }
  }

  /// Encodes the model directly.
  public func encode(to writer: inout some WireWriter & ~Copyable) throws(WireFailure) {
    var object = try writer.beginObject()
    try writer.write(integers, forKey: "integers", in: &object)
    try writer.write(floats, forKey: "floats", in: &object)
    try writer.write(lists, forKey: "lists", in: &object)
    try writer.write(truths, forKey: "truths", in: &object)
    try writer.write(named, forKey: "named", in: &object)
    try writer.write(unique, forKey: "unique", in: &object)
    try writer.write(score, forKey: "score", in: &object)
    try writer.write(inner, forKey: "inner", in: &object)
    try writer.endObject(&object)
  }

  /// Reads the model from any decoder.
  public init(from decoder: any Decoder) throws { try self.init(bridging: decoder) }

  /// Writes the model to any encoder.
  public func encode(to encoder: any Encoder) throws { try bridge(to: encoder) }
}

extension Choices {
  /// A document for ``Lenient``, with values that do not belong there, and with lists of numbers that
  /// the binary format packs.
  mutating func lenientDocument(depth: Int = 3) -> AnyValue {
    var members = AnyValue.Object()
    let keys = ["integers", "floats", "lists", "truths", "named", "unique", "score", "inner"]
    let present = byte()
    for (index, key) in keys.enumerated() where present >> index & 1 == 1 && !isAtEnd {
      switch (key, number(below: 8)) {
      case (_, 0): members[key] = value(depth: 2)
      case ("inner", _) where depth > 0:
        members[key] = .array(list { $0.lenientDocument(depth: depth - 1) })
      case ("named", _):
        var named = AnyValue.Object()
        for _ in 0..<number(below: 6) { named[text()] = alike() }
        members[key] = .object(named)
      case (_, 1...3): members[key] = alike()
      default: members[key] = .array(list { $0.byte() & 7 == 0 ? $0.value(depth: 2) : $0.alike() })
      }
    }
    return .object(members)
  }

  /// A list of values of one kind.
  private mutating func alike() -> AnyValue {
    let count = number(below: 24)
    switch number(below: 4) {
    case 0: return .array((0..<count).map { _ in .bool(byte() & 1 == 0) })
    case 1: return .array((0..<count).map { _ in .number(.init(double())) })
    case 2:
      return .array((0..<count).map { _ in .array([.number(.init(double())), .number(.init(1))]) })
    default: return .array((0..<count).map { _ in .number(.init(integer())) })
    }
  }
}
