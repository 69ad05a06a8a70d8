import Ferry
import FerryCBOR
import FerryMessagePack
import Foundation
import Testing

@Suite struct MessagePackTests {
  private func json(_ text: String) throws -> AnyValue {
    try JSON.decode(AnyValue.self, from: text)
  }

  /// The forms of the specification, with the value of each. Writers choose the first of them.
  private static let forms: [(json: String, hex: [String])] = [
    ("null", ["c0"]), ("false", ["c2"]), ("true", ["c3"]),
    ("0", ["00", "cc00", "cd0000", "ce00000000", "cf0000000000000000", "d000", "d10000"]),
    ("127", ["7f", "cc7f", "d07f", "d1007f"]), ("128", ["cc80", "cd0080", "d10080"]),
    ("255", ["ccff"]), ("256", ["cd0100", "d10100"]), ("65535", ["cdffff"]),
    ("65536", ["ce00010000", "d200010000"]), ("4294967295", ["ceffffffff"]),
    ("4294967296", ["cf0000000100000000", "d30000000100000000"]),
    ("18446744073709551615", ["cfffffffffffffffff"]),
    ("-1", ["ff", "d0ff", "d1ffff", "d2ffffffff", "d3ffffffffffffffff"]), ("-32", ["e0"]),
    ("-33", ["d0df", "d1ffdf"]), ("-128", ["d080"]), ("-129", ["d1ff7f"]),
    ("-32768", ["d18000"]), ("-32769", ["d2ffff7fff"]), ("-2147483648", ["d280000000"]),
    ("-2147483649", ["d3ffffffff7fffffff"]), ("-9223372036854775808", ["d38000000000000000"]),
    ("1.5", ["cb3ff8000000000000", "ca3fc00000"]), ("-0.0", ["cb8000000000000000"]),
    (#""""#, ["a0", "d900", "da0000", "db00000000"]), (#""a""#, ["a161", "d90161"]),
    ("[]", ["90", "dc0000", "dd00000000"]), ("[1,2]", ["920102", "dc00020102", "dd000000020102"]),
    ("{}", ["80", "de0000", "df00000000"]),
    (#"{"a":[1,{}]}"#, ["81a161920180", "de0001a161920180", "df00000001a161dc00020180"]),
  ]

  @Test("every form is read, and the shortest one is written")
  func forms() throws {
    for (text, forms) in Self.forms {
      let value = try json(text)
      #expect(hex(try MessagePack.encode(value)) == forms[0])
      #expect(hex(try MessagePack.encode([value])) == "91" + forms[0], "directly")
      for form in forms {
        #expect(try MessagePack.decode(AnyValue.self, from: bytes(form)) == value, "\(form)")
        #expect(try MessagePack.decode([AnyValue].self, from: [0x91] + bytes(form)) == [value])
      }
    }
  }

  @Test(
    "a float of four bytes stays one in an AnyValue",
    arguments: ["ca3fc00000", "ca3dcccccd", "ca80000000", "ca7f800000", "ca7fc00000", "ca00000001"])
  func singles(form: String) throws {
    let value = try MessagePack.decode(AnyValue.self, from: bytes(form))
    #expect(hex(try MessagePack.encode(value)) == form)
    let list = try MessagePack.decode([AnyValue].self, from: [0x91] + bytes(form))
    #expect(hex(try MessagePack.encode(list)) == "91" + form)
    let double = try MessagePack.decode(Double.self, from: bytes(form))
    let float = try MessagePack.decode(Float.self, from: bytes(form))
    #expect(double.bitPattern == Double(float).bitPattern)
    #expect(hex(try MessagePack.encode(double)).hasPrefix("cb"))
    #expect(
      try CBOR.encode(value) == CBOR.encode(CBOR.decode(AnyValue.self, from: CBOR.encode(double))))
  }

  @Test("an AnyValue of an extension is an error that names its type")
  func extensionsInAnyValues() throws {
    for document in ["c70305010203", "d405ff", "82a16101a162d60501020304"] {
      let error = #expect(throws: DecodingError.self) {
        try MessagePack.decode(AnyValue.self, from: bytes(document))
      }
      let text = error.map { "\($0.problem.map(String.init(describing:)) ?? "")" } ?? ""
      #expect(text.contains("an extension of type 5"), "\(text)")
      #expect(error?.problem?.place?.offset == (document.hasPrefix("82") ? 6 : 0))
      #expect(throws: DecodingError.self) {
        try MessagePack.decode([AnyValue].self, from: [0x91] + bytes(document))
      }
    }
    let value = try MessagePack.decode(ExtensionValue.self, from: bytes("c70305010203"))
    #expect(value == ExtensionValue(type: 5, bytes: [1, 2, 3]))
  }

  @Test("long texts, bytes, arrays and objects have the lengths of the specification")
  func lengths() throws {
    for (count, text, data, list, map) in [
      (16, "b0", "c410", "dc0010", "de0010"), (31, "bf", "c41f", "dc001f", "de001f"),
      (32, "d920", "c420", "dc0020", "de0020"), (255, "d9ff", "c4ff", "dc00ff", "de00ff"),
      (256, "da0100", "c50100", "dc0100", "de0100"),
      (65_535, "daffff", "c5ffff", "dcffff", "deffff"),
      (65_536, "db00010000", "c600010000", "dd00010000", "df00010000"),
    ] {
      let string = String(repeating: "a", count: count)
      let numbers = [Int](repeating: 1, count: count)
      let object = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0)", 1) })
      let written = [
        try MessagePack.encode(string), try MessagePack.encode(Data(string.utf8)),
        try MessagePack.encode(numbers), try MessagePack.encode(object),
        try MessagePack.encode(AnyValue.array(numbers.map { .number(.init($0)) })),
      ]
      for (bytes, head) in zip(written, [text, data, list, map, list]) {
        #expect(hex(Array(bytes.prefix(head.count / 2))) == head)
      }
      #expect(try MessagePack.decode(String.self, from: written[0]) == string)
      #expect(try MessagePack.decode(Data.self, from: written[1]).count == count)
      #expect(try MessagePack.decode([Int].self, from: written[2]) == numbers)
      #expect(try MessagePack.decode([String: Int].self, from: written[3]) == object)
    }
  }

  @Test("a date is a timestamp in its shortest form")
  func timestamps() throws {
    for (digits, seconds) in [
      ("d6ff00000000", 0.0), ("d6ffffffffff", 4_294_967_295),
      ("d7ff7735940100000001", 4_294_967_297.5), ("d7ff0000000100000000", 4_294_967_296),
      ("c70cff1dcd6500ffffffffffffffff", -0.5), ("c70cff000000000000000400000000", 17_179_869_184),
    ] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(try MessagePack.decode(Date.self, from: bytes(digits)) == date, "\(digits)")
      #expect(try MessagePack.decode([Date].self, from: [0x91] + bytes(digits)) == [date])
      #expect(hex(try MessagePack.encode(date)) == digits)
      #expect(hex(try MessagePack.encode(["a": date])) == "81a161" + digits)
    }
    let exact = try MessagePack.decode(AnyValue.self, from: bytes("d7ff1d6f34546553f100"))
    #expect(exact.number?.text == "1700000000.123456789")
    let before = try MessagePack.decode(
      AnyValue.self, from: bytes("c70cff00000001ffffffffffffffff"))
    #expect(before.number?.text == "-0.999999999")
    for (value, digits) in [
      (exact, "d7ff1d6f34546553f100"), (before, "c70cff00000001ffffffffffffffff"),
    ] {
      #expect(hex(try MessagePack.encode(value)) == digits)
      #expect(hex(try MessagePack.encode([value])) == "91" + digits)
    }
    #expect(throws: DecodingError.self) {
      // A billion nanoseconds.
      try MessagePack.decode(Date.self, from: bytes("d7ffee6b280000000000"))
    }
    #expect(throws: EncodingError.self) { try MessagePack.encode(Date.distantFuture + 1e30) }
  }

  @Test("an extension has a type and bytes")
  func extensions() throws {
    for (digits, type, count) in [
      ("d405", 5, 1), ("d505", 5, 2), ("d605", 5, 4), ("d705", 5, 8), ("d805", 5, 16),
      ("c70005", 5, 0), ("c70305", 5, 3), ("c7ff80", 0x80, 255), ("c8010005", 5, 256),
      ("c90001000005", 5, 65_536),
    ] {
      let value = ExtensionValue(type: UInt8(type), bytes: [UInt8](repeating: 7, count: count))
      let document = bytes(digits) + value.bytes
      #expect(try MessagePack.decode(ExtensionValue.self, from: document) == value, "\(digits)")
      #expect(try MessagePack.encode(value) == document, "\(digits)")
      #expect(throws: DecodingError.self) { try MessagePack.decode(AnyValue.self, from: document) }
    }
    // The types below 128 belong to the binary format.
    #expect(throws: EncodingError.self) { try Binary.encode(ExtensionValue(type: 5, bytes: [1])) }
  }

  @Test("text and bytes are one type before 2013")
  func rawText() throws {
    var encoder = MessagePack.Encoder()
    encoder.usesRawText = true
    #expect(hex(try encoder.encode(Data([0xFF, 1]))) == "a2ff01")
    #expect(hex(Array(try encoder.encode(String(repeating: "a", count: 40)).prefix(3))) == "da0028")
    var decoder = MessagePack.Decoder()
    decoder.readsRawText = true
    #expect(try decoder.decode(Data.self, from: bytes("a2ff01")) == Data([0xFF, 1]))
    #expect(try decoder.decode([String].self, from: bytes("91a161")) == ["a"])
    #expect(throws: DecodingError.self) { try MessagePack.decode(Data.self, from: bytes("a2ff01")) }
  }

  @Test("keys and UUIDs have no length of one byte before 2013")
  func longRawText() throws {
    var encoder = MessagePack.Encoder()
    encoder.usesRawText = true
    let key = String(repeating: "k", count: 32)
    #expect(hex(Array(try encoder.encode([key: 1]).prefix(4))) == "81da0020")
    #expect(hex(Array(try encoder.encode(UUID()).prefix(3))) == "da0024")
  }

  @Test("integer keys are read as digits and written on request")
  func integerKeys() throws {
    #expect(try MessagePack.decode([Int: Int].self, from: bytes("820102ff03")) == [1: 2, -1: 3])
    #expect(
      try MessagePack.decode(AnyValue.self, from: bytes("820102d08003")) == ["1": 2, "-128": 3])
    var encoder = MessagePack.Encoder()
    encoder.usesIntegerKeys = true
    #expect(hex(try encoder.encode([-1: 3])) == "81ff03")
    #expect(hex(try encoder.encode(["01": 3] as AnyValue)) == "81a2303103")
  }

  @Test("a number without a form is an error")
  func largeNumbers() throws {
    for text in ["18446744073709551616", "-9223372036854775809", "0.12345678901234567890123"] {
      let value = try json(text)
      #expect(throws: EncodingError.self) { try MessagePack.encode(value) }
      #expect(throws: EncodingError.self) { try MessagePack.encode([value]) }
    }
  }

  @Test("invalid documents are errors for every way of decoding")
  func invalid() {
    struct Unread: Codable { init(from decoder: any Decoder) {} }
    for digits in [
      "", "c1", "91", "9101 02", "81", "8101", "a1", "d9", "d901", "da00", "c4", "c401", "cc",
      "cd00",
      "ca000000", "cb00", "d4", "d405", "c7", "c701", "c70105", "dd7fffffff", "dfffffffff",
      "dbffffffff61", "c6ffffffff00", "c9ffffffff0500", "81c001", "81900 1", "82a16101a16102",
      "8201010102", "a1ff", "81a1ff00", "91c1",
    ] {
      let input = bytes(digits)
      #expect(throws: DecodingError.self, "\(digits)") {
        try MessagePack.decode(AnyValue.self, from: input)
      }
      #expect(throws: DecodingError.self, "\(digits)") {
        try MessagePack.decode([AnyValue].self, from: [0x91] + input)
      }
      #expect(throws: DecodingError.self, "\(digits)") {
        try MessagePack.decode(Unread.self, from: input)
      }
    }
  }

  @Test("concatenated documents are a stream")
  func streams() throws {
    let input = bytes("01 920203 a161")
    let values = try MessagePack.stream(AnyValue.self, from: .bytes(input)).map { try $0.get() }
    #expect(values == [1, [2, 3], "a"])
  }
}
