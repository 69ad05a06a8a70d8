import Ferry
import FerryMacros
import FerryTestSupport
import Foundation
import Synchronization
import Testing

@DirectCodable
private struct Row: Equatable {
  var id: Int
  var name: String
  var values: [Double]
}

@DirectCodable
private enum Choice: Equatable {
  case row(Row)
  case none
}

private struct Plain: Codable, Equatable {
  var id: Int
  var rows: [Row]
}

/// A decoder of JSON that counts the documents that it reads directly.
private struct CountingDecoder: FormatDecoder {
  static let count = Mutex(0)
  var base = JSON.Decoder()

  var _state: _DecoderState {
    get { base._state }
    set { base._state = newValue }
  }

  func _decode<Target: _Direct.Target>(
    into target: Target, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Bool {
    Self.count.withLock { $0 += 1 }
    return try base._decode(into: target, from: span, userInfo: userInfo)
  }
}

/// An encoder of JSON that counts the values that it writes directly.
private struct CountingEncoder: FormatEncoder {
  static let count = Mutex(0)
  var base = JSON.Encoder()

  var _state: _EncoderState {
    get { base._state }
    set { base._state = newValue }
  }

  func _encode<Source: _Direct.Source>(
    from source: Source, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> [UInt8]? {
    Self.count.withLock { $0 += 1 }
    return try base._encode(from: source, userInfo: userInfo)
  }
}

// The callers know only `Codable`. Unspecialized, as across modules.

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func decode<T: Decodable>(
  _ type: T.Type, _ bytes: [UInt8], with decoder: some FormatDecoder
) throws -> T {
  try decoder.decode(type, from: bytes)
}

@inline(never) @_semantics("optimize.sil.specialize.generic.never")
private func encode<T: Encodable>(_ value: T, with encoder: some FormatEncoder) throws -> [UInt8] {
  try encoder.encode(value)
}

/// Suites run in parallel, but the tests of this one count.
@Suite("Generic callers", .serialized)
struct GenericCallersTests {
  private static let rows = (0..<70).map { Row(id: $0, name: "n\($0)", values: [0.5, Double($0)]) }

  private func countsDirectCalls<T: Codable & Equatable>(_ value: T, _ expected: Int) throws {
    // The second call finds the type among those that the first one met.
    for _ in 0..<2 {
      CountingEncoder.count.withLock { $0 = 0 }
      CountingDecoder.count.withLock { $0 = 0 }
      let bytes = try encode(value, with: CountingEncoder())
      #expect(try decode(T.self, bytes, with: CountingDecoder()) == value)
      #expect(try Foundation.JSONDecoder().decode(T.self, from: Data(bytes)) == value)
      #expect(CountingEncoder.count.withLock { $0 } == expected, "\(T.self)")
      #expect(CountingDecoder.count.withLock { $0 } == expected, "\(T.self)")
    }
  }

  @Test("types with a table and arrays of them are coded directly")
  func tables() throws {
    try countsDirectCalls(Self.rows[3], 1)
    try countsDirectCalls(Self.rows, 1)
    try countsDirectCalls([Self.rows, []], 1)
  }

  @Test("other types go through the tape")
  func others() throws {
    try countsDirectCalls(Plain(id: 1, rows: Self.rows), 0)
    try countsDirectCalls([Choice.row(Self.rows[0]), .none], 0)
    try countsDirectCalls(["a": Self.rows[0]], 0)
  }

  private func check<Format: CodedFormat>(_ format: Format.Type) throws {
    let bytes = try encode(Self.rows, with: Format.Encoder())
    #expect(try Format.encode(Self.rows) == bytes)
    #expect(try decode([Row].self, bytes, with: Format.Decoder()) == Self.rows)
    var appended: [UInt8] = [7]
    func append<T: Encodable>(_ value: T) throws {
      try Format.Encoder().encode(value, into: &appended)
    }
    try append(Self.rows)
    #expect(appended == [7] + bytes)
  }

  @Test("values and bytes are those of a caller that knows the type")
  func sameBytes() throws {
    try check(JSON.self)
    try check(Binary.self)
    #if FERRY_YAML
    try check(YAML.self)
    #endif
    func text<T: Encodable>(_ value: T) throws -> String { try JSON.string(value) }
    #expect(try text(Self.rows[1]) == #"{"id":1,"name":"n1","values":[0.5,1]}"#)
  }

  @Test("an error has its path and its place")
  func errors() throws {
    let text = #"[{"id":1,"name":"a","values":[]},{"id":"x","name":"b","values":[]}]"#
    let generic = #expect(throws: DecodingError.self) {
      try decode([Row].self, Array(text.utf8), with: JSON.Decoder())
    }
    let known = #expect(throws: DecodingError.self) { try JSON.decode([Row].self, from: text) }
    #expect(generic?.problem?.description == known?.problem?.description)
    #expect(generic?.problem?.description.contains("at [1].id") == true)
  }

  @Test("options that direct coding does not have apply")
  func options() throws {
    let encoder = JSON.Encoder { $0.outputFormatting = [.sortedKeys, .prettyPrinted] }
    #expect(try encode(Self.rows[0], with: encoder) == encoder.encode(Self.rows[0]))
    let decoder = JSON.Decoder {
      $0.allowsJSON5 = true
      $0.unknownKeys = .error
    }
    let row = try decode(Row.self, Array("{id:1,name:'a',values:[],}".utf8), with: decoder)
    #expect(row == Row(id: 1, name: "a", values: []))
    #expect(throws: DecodingError.self) {
      try decode(Row.self, Array("{id:1,name:'a',values:[],more:1}".utf8), with: decoder)
    }
  }

  @Test("records of a stream are those of a caller that knows the type")
  func records() throws {
    func write<T: Encodable>(_ values: [T], _ file: String) throws {
      let writer = try JSON.recordWriter(for: T.self, to: .file(file))
      for value in values { try writer.write(value) }
      try writer.finish()
    }
    func read<T: Decodable>(_ type: T.Type, _ file: String) throws -> [T] {
      try JSON.stream(type, from: .file(file)).map { try $0.get() }
    }
    try withTemporaryFile { file in
      try write(Self.rows, file)
      #expect(try read(Row.self, file) == Self.rows)
      #expect(try JSON.stream(Row.self, from: .file(file)).map { try $0.get() } == Self.rows)
    }
  }
}
