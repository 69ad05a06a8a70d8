import Ferry
import FerryCBOR
import FerryMessagePack
import Foundation
import Testing

/// Keys that are integers, as COSE and CTAP2 have them.
@Suite struct IntegerKeysTests {
  /// A key on the curve P-256 (RFC 9053, section 7.1.1).
  struct Key: Codable, Equatable {
    var type: Int
    var algorithm: Int
    var curve: Int
    var x: Data
    var y: Data?

    enum CodingKeys: Int, CodingKey {
      case type = 1
      case algorithm = 3
      case curve = -1
      case x = -2
      case y = -3
    }
  }

  /// The same key with direct coding.
  struct DirectKey: DirectCodable, Equatable {
    var type: Int
    var algorithm: Int

    init(type: Int, algorithm: Int) {
      self.type = type
      self.algorithm = algorithm
    }

    init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
      var (type, algorithm): (Int?, Int?)
      var object = try reader.beginObject()
      while let key = try reader.nextKey(&object) {
        switch key {
        case "1": type = try reader.read()
        case "3": algorithm = try reader.read()
        default: try reader.skipValue()
        }
      }
      guard let type, let algorithm else { throw reader.missing("1", in: object) }
      self.init(type: type, algorithm: algorithm)
    }

    func encode(to writer: inout some WireWriter & ~Copyable) throws(WireFailure) {
      var object = try writer.beginObject()
      try writer.write(type, forKey: "1", in: &object)
      try writer.write(algorithm, forKey: "3", in: &object)
      try writer.endObject(&object)
    }
  }

  private let key = Key(
    type: 2, algorithm: -7, curve: 1, x: Data(repeating: 0xAB, count: 2), y: Data([1]))

  @Test("the keys of a COSE key are the numbers of its coding keys")
  func coseKey() throws {
    var encoder = CBOR.Encoder()
    encoder.usesIntegerKeys = true
    var decoder = CBOR.Decoder()
    decoder.usesIntegerKeys = true
    let document = bytes("a501020326200121 42abab 224101")
    #expect(hex(try encoder.encode(key)) == hex(document))
    #expect(try decoder.decode(Key.self, from: document) == key)
    encoder.deterministicEncoding = .core
    #expect(hex(try encoder.encode(key)) == hex(document))
    // Without the option, the keys are names.
    #expect(throws: DecodingError.self) { try CBOR.decode(Key.self, from: document) }
    #expect(try CBOR.decode(Key.self, from: CBOR.encode(key)) == key)
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Key.self, from: bytes("a2010203 61 61"))
    }
    #expect(error?.problem?.place?.offset == 4)
  }

  @Test("direct coding reads and writes integer keys")
  func directCoding() throws {
    let document = bytes("a3010203262141ff")
    let key = DirectKey(type: 2, algorithm: -7)
    #expect(try CBOR.decode(DirectKey.self, from: document) == key)
    #expect(try MessagePack.decode(DirectKey.self, from: bytes("83010203f9ff01")) == key)
    var encoder = CBOR.Encoder()
    encoder.usesIntegerKeys = true
    #expect(hex(try encoder.encode(key)) == "a201020326")
    #expect(hex(try CBOR.encode(key)) == "a261310261 3326".filter { $0 != " " })
  }

  @Test("an authenticator's answer is read as CTAP2 has it")
  func attestation() throws {
    struct Attestation: Codable, Equatable {
      struct Statement: Codable, Equatable {
        var alg: Int
        var sig: Data
      }
      var fmt: String
      var attStmt: Statement
      var authData: Data
    }
    // Keys in the canonical order of CTAP2, which is that of section 4.2.3.
    let document = bytes(
      "a363666d74667061636b65646761747453746d74a263616c67266373696743010203686175746844617461"
        + "4401020304")
    var decoder = CBOR.Decoder()
    decoder.requiredEncoding = .lengthFirst
    let value = try decoder.decode(Attestation.self, from: document)
    #expect(value.fmt == "packed" && value.attStmt.alg == -7)
    var encoder = CBOR.Encoder()
    encoder.deterministicEncoding = .lengthFirst
    #expect(hex(try encoder.encode(value)) == hex(document))
  }
}
