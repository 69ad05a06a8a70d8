import Ferry
import Testing

/// A record with names of the lengths at which comparing keys changes its ways.
private struct Names: DirectCodable, Equatable {
  var values: [Int]

  static let names: [String] = [
    "a", "abc", "abcd", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghijklmnop",
    "abcdefghijklmnopq", "abcdefghijklmnopqrstuvwxyzabcd",
    "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
  ]

  struct Fields: _FieldSet {
    var count: Int { 10 }
    var required: _FieldMask { _FieldMask(bits: 0) }

    func name(_ slot: Int) -> StaticString {
      switch slot {
      case 0: "a"
      case 1: "abc"
      case 2: "abcd"
      case 3: "abcdefg"
      case 4: "abcdefgh"
      case 5: "abcdefghi"
      case 6: "abcdefghijklmnop"
      case 7: "abcdefghijklmnopq"
      case 8: "abcdefghijklmnopqrstuvwxyzabcd"
      case 9: "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"
      default: ""
      }
    }

    func memberText(_ slot: Int) -> _MemberText {
      switch slot {
      case 0: ",\"a\":"
      case 1: ",\"abc\":"
      case 2: ",\"abcd\":"
      case 3: ",\"abcdefg\":"
      case 4: ",\"abcdefgh\":"
      case 5: ",\"abcdefghi\":"
      case 6: ",\"abcdefghijklmnop\":"
      case 7: ",\"abcdefghijklmnopq\":"
      case 8: ",\"abcdefghijklmnopqrstuvwxyzabcd\":"
      case 9: ",\"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\":"
      default: ""
      }
    }
  }

  init(values: [Int]) { self.values = values }

  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    values = Array(repeating: -1, count: 10)
    var object = try reader.beginObject()
    var fields = _FieldProgress(Fields())
    while let slot = try reader.nextSlot(&object, &fields) {
      if slot < 0 { try reader.skipValue() } else { values[slot] = try reader.read() }
    }
  }

  func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    var object = try writer.beginObject(Fields())
    for (slot, value) in values.enumerated() where value >= 0 {
      try writer.write(value, at: slot, of: Fields(), in: &object)
    }
    try writer.endObject(&object)
  }
}

/// A record with a field of two spellings, read as generated code reads.
private struct Spellings: DirectDecodable, Equatable {
  var size: Int?
  var unit: Int?

  struct Fields: _FieldSet {
    var count: Int { 2 }
    var required: _FieldMask { _FieldMask(bits: 0) }
    func name(_ slot: Int) -> StaticString { slot == 0 ? "size" : "unit" }
    func slot(for key: FieldKey) -> Int {
      switch key {
      case "size", "Size": 0
      case "unit": 1
      default: -1
      }
    }
  }

  init(size: Int?, unit: Int?) {
    self.size = size
    self.unit = unit
  }

  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    var object = try reader.beginObject(Fields())
    var fields = _FieldProgress(Fields())
    if try reader.nextIs(0, &object, &fields) { size = try reader.read() }
    if try reader.nextIs(1, &object, &fields) { unit = try reader.read() }
    while let slot = try reader.nextSlot(&object, &fields) {
      switch slot {
      case 0: size = try reader.read()
      case 1: unit = try reader.read()
      default: try reader.skipValue()
      }
    }
  }
}

@Suite("Direct coding: keys")
struct DirectKeysTests {
  private func check(_ pairs: [(String, Int)], spaced: Bool) throws {
    let colon = spaced ? " : " : ":"
    let text =
      "{"
      + pairs.map { "\"\($0)\"\(colon)\($1)" }.joined(separator: spaced ? " ,\n  " : ",") + "}"
    var expected = Names(values: Array(repeating: -1, count: 10))
    for (name, value) in pairs {
      guard let slot = Names.names.firstIndex(of: name), expected.values[slot] < 0 else { continue }
      expected.values[slot] = value
    }
    #expect(try JSON.decode(Names.self, from: text) == expected, "\(text)")
    let packed = try Binary.encode(expected)
    #expect(try Binary.decode(Names.self, from: packed) == expected, "\(text)")
  }

  @Test("names of all lengths are found in order, shuffled, and beside names much like them")
  func lengths() throws {
    var pairs = Names.names.enumerated().map { ($1, $0) }
    for spaced in [false, true] {
      try check(pairs, spaced: spaced)
      try check(pairs.reversed(), spaced: spaced)
      try check(Array(pairs.dropFirst(4)) + pairs.prefix(2), spaced: spaced)
    }
    // One byte more, less or different, at each place.
    for name in Names.names {
      for place in name.indices {
        var other = name
        other.replaceSubrange(place...place, with: "~")
        pairs.insert((other, 77), at: pairs.count / 2)
      }
      pairs.insert((name + "~", 78), at: 0)
      pairs.insert((String(name.dropLast()), 79), at: 0)
    }
    let unlike = pairs.filter { name, value in value < 77 || !Names.names.contains(name) }
    try check(unlike, spaced: false)
    try check(unlike.reversed(), spaced: true)
  }

  @Test("the first of equal keys counts, as through the tape")
  func duplicates() throws {
    try check([("a", 1), ("abc", 2), ("a", 3), ("abc", 4), ("abcd", 5)], spaced: false)
    #expect(try JSON.decode([String: Int].self, from: #"{"a":1,"a":2}"#) == ["a": 1])
  }

  @Test(
    "the first of two spellings of a field counts",
    arguments: [
      (#"{"size":1,"Size":2,"unit":3}"#, 1), (#"{"Size":2,"size":1,"unit":3}"#, 2),
      (#"{"unit":3,"Size":2,"other":0,"size":1}"#, 2), (#"{"size":1,"unit":3,"Size":2}"#, 1),
    ])
  func spellings(text: String, size: Int) throws {
    let expected = Spellings(size: size, unit: 3)
    #expect(try JSON.decode(Spellings.self, from: text) == expected)
    let packed = try Binary.encode(JSON.decode(AnyValue.self, from: text))
    #expect(try Binary.decode(Spellings.self, from: packed) == expected)
    // Objects of one shape share what is found out about it.
    let many = try Binary.encode(JSON.decode(AnyValue.self, from: "[\(text),\(text)]"))
    #expect(try Binary.decode([Spellings].self, from: many) == [expected, expected])
  }

  @Test("requesting a slot after keys were read by name is safe")
  func mixedQuestions() throws {
    struct Mixed: DirectDecodable {
      var found: [Bool] = []
      init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
        var object = try reader.beginObject()
        var fields = _FieldProgress(Spellings.Fields())
        while try reader.nextKey(&object) != nil {
          try reader.skipValue()
          found.append(try reader.nextIs(1, &object, &fields))
        }
      }
    }
    let text = "{" + (0..<100).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    let packed = try Binary.encode(JSON.decode(AnyValue.self, from: "[\(text),\(text)]"))
    for mixed in try Binary.decode([Mixed].self, from: packed) {
      #expect(mixed.found == Array(repeating: false, count: 100))
    }
    #expect(try JSON.decode(Mixed.self, from: text).found.count == 100)
  }

  @Test("a binary document with a key twice is an error", arguments: [2, 3, 16, 17, 40])
  func duplicatesInBinary(_ count: Int) throws {
    for filling in ["", String(repeating: "x", count: 47), String(repeating: "x", count: 500)] {
      let different = (0..<count).map { "\"\(filling)\($0)\":[{\"a\":1},{\"a\":2}]" }
      let value = try JSON.decode(AnyValue.self, from: "{\(different.joined(separator: ","))}")
      #expect(try Binary.decode(AnyValue.self, from: Binary.encode(value)) == value)
      for twice in [0, count - 1] {
        let text = "[{\"z\":{\((different + [different[twice]]).joined(separator: ","))}}]"
        let value = try JSON.decode(AnyValue.self, from: text)
        let error = #expect(throws: EncodingError.self) { try Binary.encode(value) }
        #expect("\(error as Any)".contains("duplicate key"), "\(error as Any)")
      }
    }
  }

  @Test("dictionaries may have keys of other types than String")
  func dictionaries() throws {
    #expect(
      try JSON.decode([Int: Bool].self, from: #"{"1":true,"-2":false}"#) == [1: true, -2: false])
    #expect(throws: DecodingError.self) {
      try JSON.decode([Int: Bool].self, from: #"{"x":true}"#)
    }
    #expect(try JSON.string([7: "x"]) == #"{"7":"x"}"#)
  }
}
