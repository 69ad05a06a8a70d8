public import Ferry

/// A model with a member of every kind, coded through the tape.
public struct Model: Codable, Equatable {
  /// A case without, with named and with unnamed values.
  public enum Event: Codable, Equatable {
    case idle
    case move(x: Int, y: Int)
    case say(String)
  }

  /// A raw value of text.
  public enum Colour: String, Codable, CaseIterable {
    case red, green
    case blueGreen = "blue-green"
  }

  var flag: Bool
  var small: Int8
  var large: UInt64
  var wide: Int128
  var ratio: Float
  var score: Double
  var name: String
  var note: String?
  var nested: Int??
  var numbers: [Double]
  var integers: [Int]
  var optionals: [Int?]
  var attributes: [String: Int]
  var byNumber: [Int: String]
  var events: [Event]
  var colour: Colour
  var record: Record?
  var children: [Model]

  /// The model that the choices build.
  public init(_ choices: inout Choices, depth: Int = 2) {
    flag = choices.byte() & 1 == 0
    small = Int8(truncatingIfNeeded: choices.bits(1))
    large = choices.bits(choices.number(below: 9))
    wide = Int128(choices.integer()) << Int128(choices.number(below: 64))
    ratio = Float(choices.number(below: 200)) / 7
    score = choices.double()
    name = choices.text()
    note = choices.byte() & 1 == 0 ? nil : choices.text()
    switch choices.number(below: 3) {
    case 0: nested = nil
    default: nested = Int(choices.integer())
    }
    numbers = choices.list { $0.double() }
    integers = choices.list { Int($0.integer()) }
    optionals = choices.list { $0.byte() & 1 == 0 ? nil : Int($0.integer()) }
    attributes = [:]
    for _ in 0..<choices.number(below: 4) { attributes[choices.text()] = Int(choices.integer()) }
    byNumber = [:]
    for _ in 0..<choices.number(below: 3) { byNumber[Int(choices.integer())] = choices.text() }
    events = choices.list { choices in
      switch choices.number(below: 3) {
      case 0: .idle
      case 1: .move(x: Int(choices.integer()), y: Int(choices.bits(1)))
      default: .say(choices.text())
      }
    }
    colour = Colour.allCases[choices.number(below: Colour.allCases.count)]
    record = choices.byte() & 1 == 0 ? nil : Record(&choices)
    children = []
    guard depth > 0 else { return }
    for _ in 0..<choices.number(below: 3) where !choices.isAtEnd {
      children.append(Model(&choices, depth: depth - 1))
    }
  }
}

/// A model that is codable in both ways.
public struct Record: Codable, DirectCodable, Equatable {
  var id: Int
  var name: String
  var score: Double
  var isActive: Bool
  var small: UInt8
  var tags: [String]
  var counts: [Int32]
  var weights: [Double]
  var note: String?
  var value: AnyValue?
  var inner: [Record]?

  /// The record that the choices build.
  public init(_ choices: inout Choices, depth: Int = 2) {
    id = Int(choices.integer())
    name = choices.text()
    score = choices.double()
    isActive = choices.byte() & 1 == 0
    small = choices.byte()
    tags = choices.list { $0.text() }
    counts = choices.list { Int32(truncatingIfNeeded: $0.integer()) }
    weights = choices.list { $0.double() }
    note = choices.byte() & 1 == 0 ? nil : choices.text()
    // Null is no member of a record.
    let any = choices.value(depth: 2)
    value = any.isNull ? Optional.none : any
    inner = depth == 0 || choices.isAtEnd ? nil : choices.list { Record(&$0, depth: depth - 1) }
  }
}

// Written by hand, so that fuzzing does not build the macro.
extension Record {
  struct Fields: _FieldSet {
    private static let names: [StaticString] = [
      "id", "name", "score", "isActive", "small", "tags", "counts", "weights", "note", "value",
      "inner",
    ]
    var count: Int { 11 }
    var required: _FieldMask { _FieldMask(bits: 0b000_1111_1111) }
    func name(_ slot: Int) -> StaticString { slot < count ? Self.names[slot] : "" }
  }

  /// Decodes the record directly.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    (id, name, score, isActive, small) = (0, "", 0, false, 0)
    (tags, counts, weights) = ([], [], [])
    var object = try reader.beginObject()
    var fields = _FieldProgress(Fields())
    while let slot = try reader.nextSlot(&object, &fields) {
      switch slot {
      case 0: id = try reader.read()
      case 1: name = try reader.read()
      case 2: score = try reader.read()
      case 3: isActive = try reader.read()
      case 4: small = try reader.read()
      case 5: tags = try reader.read()
      case 6: counts = try reader.read()
      case 7: weights = try reader.read()
      case 8: note = try reader.readIfPresent()
      case 9: value = try reader.readIfPresent()
      case 10: inner = try reader.readIfPresent()
      default: try reader.skipValue()
      }
    }
    guard fields.isComplete else { throw reader.missing(fields, in: object) }
  }

  /// Encodes the record directly.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    var object = try writer.beginObject(Fields())
    try writer.write(id, at: 0, of: Fields(), in: &object)
    try writer.write(name, at: 1, of: Fields(), in: &object)
    try writer.write(score, at: 2, of: Fields(), in: &object)
    try writer.write(isActive, at: 3, of: Fields(), in: &object)
    try writer.write(small, at: 4, of: Fields(), in: &object)
    try writer.write(tags, at: 5, of: Fields(), in: &object)
    try writer.write(counts, at: 6, of: Fields(), in: &object)
    try writer.write(weights, at: 7, of: Fields(), in: &object)
    try writer.writeIfPresent(note, at: 8, of: Fields(), in: &object)
    try writer.writeIfPresent(value, at: 9, of: Fields(), in: &object)
    try writer.writeIfPresent(inner, at: 10, of: Fields(), in: &object)
    try writer.endObject(&object)
  }
}

/// The same keys for people: any order, keys asked for one by one.
public struct Note: Codable, DirectCodable, Equatable {
  var id: Int64
  var name: String?
  var inner: [Note]?

  /// Decodes the note directly.
  public init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    var id: Int64?
    var (hasName, hasInner) = (false, false)
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      switch key {
      // Of equal keys the first one counts, as it does for Codable.
      case "id" where id == nil: id = try reader.read()
      case "name" where !hasName:
        name = try reader.readIfPresent()
        hasName = true
      case "inner" where !hasInner:
        inner = try reader.readIfPresent()
        hasInner = true
      default: try reader.skipValue()
      }
    }
    guard let id else { throw reader.missing("id", in: object) }
    self.id = id
  }

  /// Encodes the note directly.
  public func encode(to writer: inout some WireWriter & ~Copyable) throws(WireFailure) {
    var object = try writer.beginObject()
    try writer.write(id, forKey: "id", in: &object)
    try writer.writeIfPresent(name, forKey: "name", in: &object)
    try writer.writeIfPresent(inner, forKey: "inner", in: &object)
    try writer.endObject(&object)
  }
}
