import Ferry
import FerryMacros
import FerryTestSupport
import Testing

@DirectCodable
private struct Direct<T: DirectCodable & Codable & Equatable>: Equatable { var v: T }

private struct Plain<T: Codable & Equatable>: Codable, Equatable { var v: T }

/// The integer that a text spells, or nothing, whatever way it takes.
@Suite("Exact integers")
struct ExactIntegersTests {
  private let encoders: [(name: String, encoder: Binary.Encoder)] = {
    func encoder(_ name: String, _ set: (inout Binary.Encoder) -> Void) -> (String, Binary.Encoder)
    {
      (name, Binary.Encoder(set))
    }
    return [
      encoder("default") { _ in }, encoder("canonical") { $0.isCanonical = true },
      encoder("smallest") { $0.packing = .smallest },
    ]
  }()

  private func faults<T: FixedWidthInteger & DirectCodable & Codable & Sendable>(
    _ type: T.Type, _ text: String
  ) throws -> [String] {
    let expected = WholeText.digits(of: text).flatMap { T($0) }
    var faults: [String] = []
    func check(_ name: String, _ found: T?) {
      if found != expected { faults.append("\(T.self) from \(text), \(name): \(found as Any)") }
    }
    func check(_ name: String, _ decoded: () throws -> [T]) {
      let found = try? decoded()
      check(name, found?.first)
      if let found, found.contains(where: { $0 != found[0] }) { faults.append("\(name): \(found)") }
    }
    let object = #"{"v":\#(text)}"#
    check("JSON, direct") { [try JSON.decode(Direct<T>.self, from: object).v] }
    check("JSON, tape") { [try JSON.decode(Plain<T>.self, from: object).v] }
    check("JSON stream") {
      try JSON.stream(Direct<T>.self, from: .bytes(Array("\(object)\n\(object)\n".utf8))).map {
        try $0.get().v
      }
    }

    let value = try JSON.decode(AnyValue.self, from: text)
    check("AnyValue", value.number?.integer(as: T.self))
    let list = AnyValue.array(Array(repeating: value, count: 9))
    let objects = AnyValue.array(Array(repeating: ["v": value], count: 9))
    for (name, encoder) in encoders {
      let packed = try encoder.encode(list)
      check("binary list, direct, \(name)") { try Binary.decode([T].self, from: packed) }
      check("binary list, AnyValue, \(name)") {
        try Binary.decode([AnyValue].self, from: packed).compactMap {
          $0.number?.integer(as: T.self)
        }
      }
      let batch = try encoder.encode(objects)
      check("binary, direct, \(name)") {
        try Binary.decode([Direct<T>].self, from: batch).map { $0.v }
      }
      check("binary, tape, \(name)") {
        try Binary.decode([Plain<T>].self, from: batch).map { $0.v }
      }
    }
    #if FERRY_YAML
    let yaml = try YAML.encode(objects)
    check("YAML, direct") { try YAML.decode([Direct<T>].self, from: yaml).map { $0.v } }
    check("YAML, tape") { try YAML.decode([Plain<T>].self, from: yaml).map { $0.v } }
    #endif
    return faults
  }

  private func faults(_ text: String) throws -> [String] {
    try faults(Int8.self, text) + faults(UInt32.self, text) + faults(Int.self, text)
      + faults(UInt64.self, text) + faults(Int128.self, text) + faults(UInt128.self, text)
  }

  @Test("every spelling of JSON is the same integer in every format, or an error")
  func jsonSpellings() throws {
    var random = SeededGenerator(for: "exact integers")
    for text in WholeText.jsonTexts where !isDebugBuild || random.oneIn(9) {
      let faults = try faults(text)
      #expect(faults.isEmpty)
    }
  }

  @Test("records of a record file are the same integers")
  func recordFile() throws {
    let texts = WholeText.jsonTexts
    var bytes: [UInt8] = []
    let writer = try Binary.recordWriter(for: AnyValue.self, to: .receiver { bytes += $0 })
    for text in texts { try writer.write(["v": JSON.decode(AnyValue.self, from: text)]) }
    try writer.finish()
    let file = try Binary.RecordFile<Direct<Int>>(bytes)
    for (number, text) in texts.enumerated() {
      let found = try? file.record(at: number)?.v
      #expect(found == WholeText.digits(of: text).flatMap { Int($0) }, "\(text)")
    }
  }

  /// A double is no spelling of an integer, so it is one only where all texts of it are the same.
  @Test("a double is an integer if its text is the same one")
  func doubles() throws {
    for value in [1e18, 0x1p60, 0x1p53, 1e22, 1e23, 1234567890123456768, 0x1p63, -0x1p62, 5] {
      let text = try JSON.string(value)
      let expected = WholeText.digits(of: text).flatMap { Int128($0) }
      for bytes in try [Binary.encode(value), Binary.encode(AnyValue.number(.init(value)))] {
        let found = try? Binary.decode(Int128.self, from: bytes)
        #expect(found == nil || found == expected, "\(value)")
        #expect(try Binary.decode(Double.self, from: bytes) == value)
      }
      if Int128(exactly: value) == expected {
        #expect(try Binary.decode(Int128.self, from: Binary.encode(value)) == expected)
      }
    }
  }

  #if FERRY_YAML
  @Test("every spelling of YAML is the same integer, or an error")
  func yamlSpellings() throws {
    func check<T: FixedWidthInteger & DirectCodable & Codable & Sendable>(
      _ type: T.Type, _ text: String
    ) throws {
      let expected = WholeText.digits(of: text).flatMap { T($0) }
      #expect((try? YAML.decode(Direct<T>.self, from: "v: \(text)"))?.v == expected, "\(text)")
      #expect((try? YAML.decode(Plain<T>.self, from: "v: \(text)"))?.v == expected, "\(text)")
      let value = try YAML.decode(AnyValue.self, from: text)
      #expect(value.number?.integer(as: T.self) == expected, "\(text)")
      #expect((try? Binary.decode(T.self, from: Binary.encode(value))) == expected, "\(text)")
    }
    for digits in WholeText.magnitudes {
      for text in WholeText.yamlSpellings(of: digits) {
        try check(Int.self, text)
        try check(UInt64.self, text)
        try check(Int128.self, text)
        try check(UInt128.self, text)
      }
    }
    // A number that no integer type can hold keeps all its digits.
    let address = "0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe"
    let number = try YAML.decode(AnyValue.self, from: address).number
    #expect(number?.text == WholeText.digits(of: address))
    #expect(number?.text == "1267644860328534549494026905118833873210535672750")
  }
  #endif

  @Test("hexadecimal numbers of JSON5 have all their bits")
  func json5() throws {
    var decoder = JSON.Decoder()
    decoder.allowsJSON5 = true
    let text = "[0x1F,-0x8000000000000000,0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF,+5.,.5e1]"
    #expect(
      try decoder.decode([Int128].self, from: text)
        == [31, Int128(Int64.min), Int128("21267647932558653966460912964485513215") ?? 0, 5, 5])
  }
}
