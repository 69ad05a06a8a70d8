import Ferry
import FerryTestSupport
import Foundation
import Testing

/// Paths through the bytes of a binary document.
@Suite struct BinaryDocumentTests {
  /// Encoders whose documents have every kind of container.
  private static let encoders: [Binary.Encoder] = (0..<8).map { options in
    var encoder = Binary.Encoder()
    encoder.internsTexts = options & 1 == 0
    encoder.hasChecksum = options & 2 != 0
    encoder.packing = options & 4 == 0 ? .indexed : .smallest
    return encoder
  }

  private static let paths: [WirePath] = [
    "a", "[*]", "[*].a", "[*][*]", "a.b", "[0]", "[1].b", "b[2]", "[*][1]", "c[*].a", "a[0].b[1]",
    "[*][*][*]", "0", "[/0]",
  ]

  @Test("paths find the same values as in memory")
  func pathsMeanWhatTheyMeanInMemory() throws {
    var random = SeededGenerator(for: "binary documents")
    for _ in 0..<(isDebugBuild ? 300 : 3000) {
      let text = RandomJSON.value(depth: 5, using: &random)
      // The format does not allow equal keys.
      guard let value = try? JSON.decode(AnyValue.self, from: text),
        let bytes = try? Self.encoders[random.int(0..<8)].encode(value)
      else { continue }
      let document = Binary.document(bytes)
      for path in Self.paths {
        let expected = value.values(at: path)
        let found = try document.values(at: path)
        #expect(try found.map { try $0.decode(AnyValue.self) } == expected, "\(path) in \(text)")
        #expect(
          try document.value(at: path)?.decode(AnyValue.self) == expected.first,
          "\(path) in \(text)")
        // Going on from a value, also where a batch has to be read for it.
        for match in found.prefix(3) {
          let inner = try match.decode(AnyValue.self)
          for next in Self.paths.prefix(6) {
            #expect(
              try match.values(at: next).map { try $0.decode(AnyValue.self) }
                == inner.values(at: next), "\(path) and \(next) in \(text)")
          }
        }
      }
    }
  }

  /// Records alike make batches, and numbers packed lists and matrices.
  @Test("paths lead into batches and matrices")
  func batchesAndMatrices() throws {
    let records: [AnyValue] = (0..<40).map { index in
      ["id": .number(.init(1_000_000 + index)), "at": [.number(.init(index)), 0.5], "s": "text"]
    }
    let points: [AnyValue] = (0..<50).map { [.number(.init(Double($0) / 8)), .number(.init($0))] }
    let value: AnyValue = [
      "records": .array(records), "points": .array(points), "list": [1, 2, 3, 4, 5, 6, 7, 8],
      "mixed": [1, 2.5, 3, 4.5, 5, 6.5, 7, 8], "flags": .array((0..<20).map { .bool($0 % 3 == 0) }),
    ]
    for encoder in Self.encoders {
      let document = Binary.document(try encoder.encode(value))
      for path: WirePath in [
        "records[3].id", "records[*].id", "records[39].at[1]", "points[7][1]", "points[*][0]",
        "list[4]", "mixed[1]", "mixed[2]", "flags[3]", "list[8]", "records[40]",
      ] {
        let found = try document.values(at: path).map { try $0.decode(AnyValue.self) }
        #expect(found == value.values(at: path), "\(path)")
      }
      #expect(try document.values(at: "flags[*]").allSatisfy { try $0.kind == .bool })
      #expect(try document.value(at: "mixed[1]")?.kind == .number)
      let some = try #require(try document.value(at: "records"))
      #expect(try some.decode(Int.self, at: "[5].id") == 1_000_005)
      #expect(try some.children().count == 40)
      let number = try #require(try document.value(at: "list[2]"))
      #expect(try number.kind == .number)
      #expect(try number.values(at: "x").isEmpty)
      #expect(try number.children().isEmpty)
    }
  }

  /// A path skips the values before its match, so damage in them is not detected.
  @Test("skipped values are not checked")
  func whatIsPassedIsNotRead() throws {
    let value: AnyValue = [
      "first": ["deep": ["text of some length"], "more": 1.5], "wanted": ["x": 7], "last": "text",
    ]
    var bytes = try Binary.encode(value)
    let text = Array("text of some length".utf8)
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: text) })
    // A tag that no value has, in front of the text.
    bytes[place - 1] = 0xFF
    bytes[bytes.count - 4] = 0xFF
    let document = Binary.document(bytes)
    #expect(try document.decode(Int.self, at: "wanted.x") == 7)
    #expect(throws: DecodingError.self) { try document.validate() }
    #expect(throws: DecodingError.self) { try document.decode(AnyValue.self, at: "first") }
    let error = #expect(throws: DecodingError.self) {
      try document.decode([String].self, at: "first.deep")
    }
    #expect(error?.problem?.place?.offset == place - 1)
  }

  /// The values at a path, if all of them can be read.
  private func values(_ path: WirePath, _ document: Document) -> [AnyValue]? {
    try? document.values(at: path).map { try $0.decode(AnyValue.self) }
  }

  @Test("a damaged document is an error, or has the values that it has in memory")
  func damage() throws {
    var random = SeededGenerator(for: "damaged binary documents")
    for _ in 0..<(isDebugBuild ? 60 : 600) {
      let text = RandomJSON.value(depth: 4, using: &random)
      guard let value = try? JSON.decode(AnyValue.self, from: text),
        var bytes = try? Self.encoders[random.int(0..<8)].encode(value)
      else { continue }
      for length in 0..<bytes.count {
        for path in Self.paths {
          let found = try? Binary.document(bytes[..<length]).decode(AnyValue.self, at: path)
          #expect(found == nil || found == value.value(at: path), "\(path) of \(length) bytes")
        }
      }
      for index in bytes.indices {
        let byte = bytes[index]
        bytes[index] = UInt8(random.int(0..<256))
        let document = Binary.document(bytes)
        let whole = try? Binary.decode(AnyValue.self, from: bytes)
        for path in Self.paths {
          let found = values(path, document)
          if let whole { #expect(found == whole.values(at: path), "\(path) in \(bytes)") }
          for match in (try? document.values(at: path)) ?? [] {
            guard let value = try? match.decode(AnyValue.self) else { continue }
            #expect(try match.children().count == (value.array?.count ?? value.object?.count ?? 0))
          }
        }
        bytes[index] = byte
      }
    }
  }
}
