import Ferry
import FerryCBOR
import FerryMacros
import FerryMessagePack
import FerrySchema
import Foundation
import Testing

@DirectCodable
private struct Message: Equatable {
  var id: Int
  var payload: RawJSON
  var rest: [RawJSON] = []
}

private struct PlainMessage: Codable, Equatable {
  var id: Int
  var payload: RawJSON
  var rest: [RawJSON] = []
}

@DirectCodable
private struct CBORMessage: Equatable { var payload: RawCBOR }

private struct PlainCBOR: Codable, Equatable { var payload: RawCBOR }

private struct PlainPacked: Codable, Equatable { var payload: RawMessagePack }

/// A value without direct coding in a value with it.
@DirectCodable
private struct PlainInside<T: Codable> { var v: T }

@DirectCodable
private struct PackedMessage: Equatable { var payload: RawMessagePack }

@Suite("Raw values")
struct RawTests {
  static let texts = [
    "null", "true", "-0", "1.50", "1E400", "123456789012345678901234567890", #""x""#,
    #""\u00e9\/\n""#, "[]", "{}", "[ 1 ,\t[2]\r\n]",
    #"{ "b" : 1, "a": {"b": [1,2 , {}]}, "c": 2 }"#,
    #"[{"a": "]}\""}, 1]"#,
  ]

  private static func document(_ text: String) -> String {
    "{\"id\":7,\"payload\":\(text),\"rest\":[\(text),1,\(text)]}"
  }

  @Test("the bytes of a value stay as they are in JSON, in both ways of coding", arguments: texts)
  func json(_ text: String) throws {
    let document = Self.document(text)
    let raw = try RawJSON(text.utf8)
    #expect(raw.description == text)
    let value = Message(id: 7, payload: raw, rest: [raw, try RawJSON("1".utf8), raw])
    let spaced = " " + document.replacingOccurrences(of: ":[", with: " : [ ") + "\n"
    for decoder in [
      JSON.Decoder(), JSON.Decoder(preset: .strict), JSON.Decoder { $0.checksUnreadValues = false },
      JSON.Decoder { $0.keyDecodingStrategy = .convertFromSnakeCase },
    ] {
      #expect(try decoder.decode(Message.self, from: document) == value)
      #expect(try decoder.decode(PlainMessage.self, from: document).payload == raw)
      #expect(try decoder.decode(PlainMessage.self, from: document).rest == value.rest)
      if !text.contains(":[") {
        #expect(try decoder.decode(PlainMessage.self, from: spaced).rest == value.rest)
      }
    }
    let plain = PlainMessage(id: 7, payload: raw, rest: value.rest)
    #expect(try JSON.string(value) == document)
    #expect(try JSON.string(plain) == document)
    #expect(try JSON.Encoder { $0.depthLimit = 600 }.string(plain) == document)
    #expect(try JSON.string([raw]) == "[\(text)]")
    let equalKeys = #"{"a":1,"a":\#(text)}"#
    #expect(try JSON.string(RawJSON(equalKeys.utf8)) == equalKeys)
    #expect(try JSON.decode([RawJSON].self, from: "[ \(text) , 2]")[0] == raw)
    #expect(try JSON.document(document).decode(RawJSON.self, at: "payload") == raw)
  }

  @Test("long arrays have the bytes of each element")
  func groups() throws {
    let elements = (0..<20000).map { #"{"id":\#($0), "payload": [\#($0) , "\u0041\#($0)" ]}"# }
    let text = "[ " + elements.joined(separator: " , ") + "]"
    let messages = try JSON.decode([PlainPart].self, from: text)
    #expect(messages.count == 20000)
    for (index, message) in messages.enumerated()
    where message.id != index
      || message.payload.description != #"[\#(index) , "\u0041\#(index)" ]"#
    {
      Issue.record("\(index): \(message)")
    }
  }

  @Test("other formats get the value, and give it back", arguments: texts)
  func others(_ text: String) throws {
    // Not every format has numbers of any size.
    guard text != "1E400", text.count != 30 else { return }
    let raw = try RawJSON(text.utf8)
    let expected = try raw.decode(AnyValue.self)
    let value = Message(id: 1, payload: raw)
    let plain = PlainMessage(id: 1, payload: raw)
    let payloads = [
      ("binary", try Binary.decode(Message.self, from: Binary.encode(value)).payload),
      ("YAML", try YAML.decode(Message.self, from: YAML.encode(value)).payload),
      ("CBOR", try CBOR.decode(Message.self, from: CBOR.encode(value)).payload),
      (
        "MessagePack", try MessagePack.decode(Message.self, from: MessagePack.encode(value)).payload
      ),
      ("by Codable", try CBOR.decode(PlainMessage.self, from: CBOR.encode(plain)).payload),
    ]
    for (name, payload) in payloads {
      // The digits of numbers are those that the format keeps.
      #expect(try payload.decode(AnyValue.self) == expected, "\(name)")
    }
  }

  @Test("Foundation's coders read and write the value")
  func foundation() throws {
    let value = PlainMessage(id: 1, payload: try RawJSON(#"{"a":[1,true,null,"x"]}"#.utf8))
    let data = try Foundation.JSONEncoder().encode(value)
    #expect(try JSON.decode(AnyValue.self, from: data)["payload"] == ["a": [1, true, nil, "x"]])
    let decoded = try Foundation.JSONDecoder().decode(PlainMessage.self, from: data)
    #expect(decoded.payload == value.payload)
  }

  @Test("the bytes of an item stay as they are in CBOR and MessagePack")
  func items() throws {
    // 1 in nine bytes, and an array of indefinite length.
    let item: [UInt8] = [0x9F, 0x1B, 0, 0, 0, 0, 0, 0, 0, 1, 0xFF]
    let document = [0xA1, 0x67] + Array("payload".utf8) + item
    let value = try CBOR.decode(CBORMessage.self, from: document)
    #expect(value.payload.bytes == item)
    #expect(try CBOR.encode(value) == document)
    #expect(try CBOR.encode(PlainCBOR(payload: value.payload)) == document)
    #expect(try value.payload.decode([Int].self) == [1])
    let sorted = CBOR.Encoder { $0.deterministicEncoding = .core }
    #expect(try sorted.encode(value) != document)
    #expect(try JSON.string(value) == #"{"payload":[1]}"#)
    let packed: [UInt8] = [0x81, 0xA7] + Array("payload".utf8) + [0xD1, 0, 1]
    let message = try MessagePack.decode(PackedMessage.self, from: packed)
    #expect(message.payload.bytes == [0xD1, 0, 1])
    #expect(try MessagePack.encode(message) == packed)
  }

  /// Items of CBOR between which the others stand, with forms that no encoder of Ferry writes.
  private static let forms: [[UInt8]] = [
    [0x18, 1], [0x1B, 0, 0, 0, 0, 0, 0, 0, 1], [0x20], [0x38, 0], [0xFB, 0, 0, 0, 0, 0, 0, 0, 0],
    [0x9F, 0x81, 0x9F, 0xFF, 0x18, 2, 0xFF], [0xBF, 0x61, 0x61, 0xA0, 0xFF],
    [0x7F, 0x61, 0x61, 0xFF],
    [0x5F, 0x41, 1, 0xFF], [0xC1, 0x1A, 0, 0, 0, 0], [0xC2, 0x42, 0, 1], [0xD9, 0xD9, 0xF7, 1],
    [0xD8, 0x25, 0x50] + [UInt8](repeating: 7, count: 16), [0xD8, 0x2A, 0x81, 0x18, 1], [0xE0],
    [0xF8, 0xFF], [0xF7], [0xA1, 0x18, 1, 0x18, 2], [0xD8, 0x20, 0x61, 0x78],
  ]

  @Test("plain Codable types keep the bytes of an item of CBOR", arguments: forms)
  func plainItems(_ item: [UInt8]) throws {
    for other in Self.forms {
      let document =
        [0xA3, 0x61, 0x61] + other + [0x67] + Array("payload".utf8) + item + [0x61, 0x7A] + other
      let value = try CBOR.decode(PlainCBOR.self, from: document)
      #expect(value.payload.bytes == item, "beside \(other)")
      let inside = try CBOR.decode(
        PlainInside<PlainCBOR>.self, from: [0xA1, 0x61, 0x76] + document)
      #expect(inside.v.payload.bytes == item, "beside \(other)")
    }
  }

  @Test(
    "plain Codable types keep the bytes of an item of MessagePack",
    arguments: [
      [0xFF], [0xCC, 1], [0xD0, 0xFF], [0xD9, 1, 0x61], [0xDC, 0, 1, 0xFF], [0xC7, 2, 5, 1, 0xFF],
      [0xDE, 0, 1, 0xA1, 0x61, 0xC0], [0xD6, 0xFF, 0, 0, 0, 0], [0xD4, 9, 1], [0xC5, 0, 1, 7],
    ] as [[UInt8]])
  func plainPackedItems(_ item: [UInt8]) throws {
    let document = [0x82, 0xA1, 0x61] + item + [0xA7] + Array("payload".utf8) + item
    let value = try MessagePack.decode(PlainPacked.self, from: document)
    #expect(value.payload.bytes == item)
  }

  @Test("records keep the bytes of their values, in both ways of coding")
  func recordBytes() throws {
    let payloads = (0..<300).map { #"{ "n": [\#($0) , 1.0],"\u0041":0 }"# }
    let records = payloads.map { #"{"id": 1,  "payload":\#($0), "rest":[ 2.0 ]}"# }
    let broken = records[..<9] + ["{", #"{"id":"x","payload":1,"rest":[]}"#] + records[9...]
    let texts: [(String, JSON.Records)] = [
      (broken.joined(separator: "\n"), .lines),
      ("[\(records.joined(separator: " , "))]", .elements),
      (records.map { "\u{1E}\($0)\n" }.joined(), .sequence),
      (records.map { "data: \($0)\n\n" }.joined(), .serverSentEvents),
    ]
    var options = StreamOptions()
    options.continuesAfterErrors = true
    for (text, format) in texts {
      let source = StreamSource.bytes(Array(text.utf8))
      let direct = JSON.stream(Message.self, from: source, as: format, options: options)
      #expect(direct.compactMap { try? $0.get().payload.description } == payloads, "\(format)")
      let plain = JSON.stream(PlainMessage.self, from: source, as: format, options: options)
      let values = plain.compactMap { try? $0.get() }
      #expect(values.map(\.payload.description) == payloads, "\(format)")
      #expect(values.allSatisfy { $0.rest[0].description == "2.0" }, "\(format)")
    }
    let items: [UInt8] = Self.forms.flatMap { [0xA1, 0x67] + Array("payload".utf8) + $0 }
    let sequence = CBOR.stream(PlainCBOR.self, from: .bytes(items))
    #expect(sequence.compactMap { try? $0.get().payload.bytes } == Self.forms)
  }

  @Test("a number that RFC 8259 cannot write is an error with its place")
  func nonFinite() throws {
    let decoder = JSON.Decoder { $0.allowsJSON5 = true }
    let text = #"{"id": 1, "payload": [Infinity], "rest": []}"#
    for decode in [
      { _ = try decoder.decode(Message.self, from: text) },
      { _ = try decoder.decode(PlainMessage.self, from: text) },
    ] {
      let error = #expect(throws: DecodingError.self) { try decode() }
      #expect(error?.problem?.path.description == "payload")
    }
  }

  @Test("layouts of all values lay a raw value out")
  func layouts() throws {
    let raw = try RawJSON(#"{ "b": 1.50, "a": [] }"#.utf8)
    let value = Message(id: 1, payload: raw)
    let sorted = JSON.Encoder { $0.outputFormatting = .sortedKeys }
    #expect(try sorted.string(value) == #"{"id":1,"payload":{"a":[],"b":1.50},"rest":[]}"#)
    let canonical = JSON.Encoder { $0.isCanonical = true }
    #expect(try canonical.string(value) == #"{"id":1,"payload":{"a":[],"b":1.5},"rest":[]}"#)
    let pretty = JSON.Encoder { $0.outputFormatting = .prettyPrinted }
    #expect(try pretty.string(value).contains(raw.description))
    #expect(try AnyValue(encoding: value, with: JSON.Encoder())["payload"] == ["b": 1.50, "a": []])
  }

  @Test("invalid values are errors, and raw values have no other text than RFC 8259 allows")
  func invalid() throws {
    for text in ["", "1 2", "[1", "{a: 1}", "[1,]", "nul", "\"\\x\"", "\"\u{1}\"", "01"] {
      #expect(throws: DecodingError.self) { try RawJSON(text.utf8) }
      let document = "{\"id\": 1, \"payload\": \(text)}"
      #expect(throws: DecodingError.self) { try JSON.decode(Message.self, from: document) }
      #expect(throws: DecodingError.self) { try JSON.decode(PlainMessage.self, from: document) }
    }
    var lenient = JSON.Decoder()
    lenient.allowsJSON5 = true
    let text = "{id: 1, payload: {a: [1,], /* c */ b: 'x'}, rest: [],}"
    #expect(
      try lenient.decode(Message.self, from: text).payload.description == #"{"a":[1],"b":"x"}"#)
    #expect(
      try lenient.decode(PlainMessage.self, from: text).payload.description == #"{"a":[1],"b":"x"}"#
    )
    let foundation = JSON.Decoder(preset: .foundation)
    let commas = #"{"id": 1, "payload": [1,], "rest": []}"#
    #expect(try foundation.decode(Message.self, from: commas).payload.description == "[1]")
    #expect(try foundation.decode(PlainMessage.self, from: commas).payload.description == "[1]")
    let utf16 = Array(#"{ "a": 1 }"#.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(try RawJSON(utf16).description == #"{ "a": 1 }"#)
  }

  @Test("a record of lines has no line break of a raw value")
  func records() throws {
    let raw = try RawJSON("[1,\n2]".utf8)
    for bytes in [
      try lines {
        try JSON.recordWriter(for: Message.self, to: $0).finish([Message(id: 1, payload: raw)])
      },
      try lines {
        try JSON.recordWriter(for: PlainMessage.self, to: $0).finish([
          PlainMessage(id: 1, payload: raw)
        ])
      },
    ] {
      #expect(bytes == #"{"id":1,"payload":[1,2],"rest":[]}"# + "\n")
    }
    let records = JSON.stream(
      PlainMessage.self, from: .bytes(Array("{\"id\":1,\"payload\":[ 1 ],\"rest\":[]}\n".utf8)))
    for record in records { #expect(try record.get().payload.decode([Int].self) == [1]) }
  }

  private func lines(_ write: (StreamTarget) throws -> Void) throws -> String {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).ndjson")
    defer { try? FileManager.default.removeItem(at: file) }
    try write(.file(file.path))
    return try String(contentsOf: file, encoding: .utf8)
  }

  @Test("a schema allows any raw value")
  func schema() throws {
    #expect(try JSON.schema(for: Message.self)["properties"]?["payload"] == [:])
  }
}

private struct PlainPart: Codable {
  var id: Int
  var payload: RawJSON
}

extension RecordWriter {
  fileprivate func finish(_ values: [Value]) throws {
    for value in values { try write(value) }
    try finish()
  }
}
