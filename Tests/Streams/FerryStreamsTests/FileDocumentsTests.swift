import Ferry
import FerryCBOR
import FerryMacros
import FerryMessagePack
import Foundation
import Testing

/// Documents and streams are read from files by path and by address, in each format alike.
@Suite struct FileDocumentsTests {
  private struct Plain: Codable, Equatable {
    var id: Int
    var name: String
  }

  @DirectCodable
  struct Direct: Codable, Equatable {
    var id: Int
    var name: String
  }

  private func withFile(_ bytes: [UInt8], _ body: (URL) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry ü \(UUID().uuidString)")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file)
  }

  private func checkDocuments<Format: CodedFormat>(_ format: Format.Type) throws {
    let (plain, direct) = (Plain(id: 1, name: "ä"), Direct(id: 1, name: "ä"))
    try withFile(format.encode(plain)) { file in
      let plains = [
        try format.decode(Plain.self, contentsOf: file),
        try format.decode(Plain.self, contentsOf: file.path),
        try format.Decoder().decode(Plain.self, contentsOf: file),
      ]
      #expect(plains == [plain, plain, plain])
      let directs = [
        try format.decode(Direct.self, contentsOf: file),
        try format.Decoder().decode(Direct.self, contentsOf: file.path),
      ]
      #expect(directs == [direct, direct])
      let wrong = #expect(throws: DecodingError.self) {
        try format.decode([Int].self, contentsOf: file)
      }
      #expect(wrong?.problem?.place?.file == file.path)
      let directWrong = #expect(throws: DecodingError.self) {
        try format.decode([Direct].self, contentsOf: file)
      }
      #expect(directWrong?.problem?.place?.file == file.path)
    }
  }

  @Test("each format decodes a file by path and by address, and errors name it")
  func documents() throws {
    try checkDocuments(JSON.self)
    try checkDocuments(Binary.self)
    try checkDocuments(CBOR.self)
    try checkDocuments(MessagePack.self)
    #if FERRY_YAML
    try checkDocuments(YAML.self)
    #endif
  }

  @Test("a stream reads and writes a file by address")
  func streams() throws {
    try withFile([]) { file in
      let writer = try JSON.recordWriter(for: Plain.self, to: .file(file))
      for id in 0..<3 { try writer.write(Plain(id: id, name: "")) }
      try writer.finish()
      let records = try JSON.stream(Plain.self, from: .file(file)).map { try $0.get() }
      #expect(records.map(\.id) == [0, 1, 2])
    }
  }

  @Test("an address outside the file system is an error before anything is opened")
  func foreignAddresses() throws {
    let address = try #require(URL(string: "https://example.org/a.json"))
    let text = "https://example.org/a.json: the address is not that of a file"
    let document = #expect(throws: Problem.self) {
      try JSON.decode(Plain.self, contentsOf: address)
    }
    #expect(document?.description.hasPrefix(text) == true)
    let writer = #expect(throws: Problem.self) {
      try JSON.recordWriter(for: Plain.self, to: .file(address))
    }
    #expect(writer?.description.hasPrefix(text) == true)
    for record in JSON.stream(Plain.self, from: .file(address)) {
      let problem = #expect(throws: Problem.self) { try record.get() }
      #expect(problem?.description.hasPrefix(text) == true)
    }
  }
}
