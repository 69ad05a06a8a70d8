import Ferry

/// A record in the shape that is generated: a loop over slots.
struct SlotRecord: Equatable, Codable, DirectCodable {
  var id: Int
  var name: String
  var score: Double
  var active: Bool
  var tags: [String]
  var note: String?
  var parent: Int?

  init(
    id: Int, name: String, score: Double, active: Bool, tags: [String], note: String? = nil,
    parent: Int? = nil
  ) {
    self.id = id
    self.name = name
    self.score = score
    self.active = active
    self.tags = tags
    self.note = note
    self.parent = parent
  }

  struct Fields: _FieldSet {
    var count: Int { 7 }
    var required: _FieldMask { _FieldMask(bits: 0b001_1111) }

    func name(_ slot: Int) -> StaticString {
      switch slot {
      case 0: "id"
      case 1: "name"
      case 2: "score"
      case 3: "active"
      case 4: "tags"
      case 5: "note"
      case 6: "parent"
      default: ""
      }
    }

    func memberText(_ slot: Int) -> _MemberText {
      switch slot {
      case 0: ",\"id\":"
      case 1: ",\"name\":"
      case 2: ",\"score\":"
      case 3: ",\"active\":"
      case 4: ",\"tags\":"
      case 5: ",\"note\":"
      case 6: ",\"parent\":"
      default: ""
      }
    }
  }

  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    var id = 0
    var name = ""
    var score = 0.0
    var active = false
    var tags: [String] = []
    var note: String?
    var parent: Int?
    var object = try reader.beginObject()
    var fields = _FieldProgress(Fields())
    while let slot = try reader.nextSlot(&object, &fields) {
      switch slot {
      case 0: id = try reader.read()
      case 1: name = try reader.read()
      case 2: score = try reader.read()
      case 3: active = try reader.read()
      case 4: tags = try reader.read()
      case 5: note = try reader.readIfPresent()
      case 6: parent = try reader.readIfPresent()
      default: try reader.skipValue()
      }
    }
    guard fields.isComplete else { throw reader.missing(fields, in: object) }
    self.init(
      id: id, name: name, score: score, active: active, tags: tags, note: note, parent: parent)
  }

  func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    var object = try writer.beginObject(Fields())
    try writer.write(id, at: 0, of: Fields(), in: &object)
    try writer.write(name, at: 1, of: Fields(), in: &object)
    try writer.write(score, at: 2, of: Fields(), in: &object)
    try writer.write(active, at: 3, of: Fields(), in: &object)
    try writer.write(tags, at: 4, of: Fields(), in: &object)
    try writer.writeIfPresent(note, at: 5, of: Fields(), in: &object)
    try writer.writeIfPresent(parent, at: 6, of: Fields(), in: &object)
    try writer.endObject(&object)
  }
}

/// The same record in the shape for people: a switch over keys.
struct SwitchRecord: Equatable, Codable, DirectCodable {
  var id: Int
  var name: String
  var inner: [SwitchRecord]?

  init(id: Int, name: String, inner: [SwitchRecord]? = nil) {
    self.id = id
    self.name = name
    self.inner = inner
  }

  init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    var id: Int?
    var name: String?
    var inner: [SwitchRecord]?
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      switch key {
      case "id": id = try reader.read()
      case "name": name = try reader.read()
      case "inner": inner = try reader.readIfPresent()
      default: try reader.skipValue()
      }
    }
    guard let id else { throw reader.missing("id", in: object) }
    guard let name else { throw reader.missing("name", in: object) }
    self.init(id: id, name: name, inner: inner)
  }

  func encode(to writer: inout some WireWriter & ~Copyable) throws(WireFailure) {
    var object = try writer.beginObject()
    try writer.write(id, forKey: "id", in: &object)
    try writer.write(name, forKey: "name", in: &object)
    try writer.writeIfPresent(inner, forKey: "inner", in: &object)
    try writer.endObject(&object)
  }
}

/// Codes a type that is codable in both ways through the tape.
struct CodableOnly<Value: Codable & Equatable>: Codable, Equatable {
  let value: Value

  init(_ value: Value) { self.value = value }
  init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
