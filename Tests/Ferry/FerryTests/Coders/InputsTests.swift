import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Inputs and outputs")
struct InputsTests {
  private struct Model: Codable, Equatable {
    var name = "käse 😀"
    var values = [1, 2, 3]
    var nested = ["a": 1.5]
  }

  private let model = Model()
  private func text() throws -> String { try JSON.string(model) }

  @Test("every kind of input is the same model")
  func kinds() throws {
    let text = try text()
    let bytes = Array(text.utf8)
    #expect(try JSON.decode(Model.self, from: bytes) == model)
    #expect(try JSON.decode(Model.self, from: text) == model)
    #expect(try JSON.decode(Model.self, from: Data(bytes)) == model)
    #expect(try JSON.decode(Model.self, from: ContiguousArray(bytes)) == model)
    #expect(try JSON.decode(Model.self, from: bytes.lazy.map { $0 }) == model)
    #expect(try JSON.decode(Model.self, from: bytes.reversed().reversed()) == model)
    let fromRaw = try bytes.withUnsafeBytes { try JSON.decode(Model.self, from: $0) }
    let fromBuffer = try bytes.withUnsafeBufferPointer { try JSON.decode(Model.self, from: $0) }
    #expect(fromRaw == model)
    #expect(fromBuffer == model)
    #expect(try JSON.Decoder().decode(Model.self, from: bytes.span.bytes) == model)
  }

  @Test("a slice is read from its start to its end")
  func slices() throws {
    let text = try text()
    let (before, after) = ("[1,\"x\\", "}}]]")
    let around = before + text + after
    let bytes = Array(around.utf8)
    let range = before.utf8.count..<before.utf8.count + text.utf8.count
    #expect(try JSON.decode(Model.self, from: bytes[range]) == model)
    #expect(try JSON.decode(Model.self, from: Data(bytes)[range]) == model)
    let fromSlice = try bytes.withUnsafeBytes { try JSON.decode(Model.self, from: $0[range]) }
    let fromRebased = try bytes.withUnsafeBytes {
      try JSON.decode(Model.self, from: UnsafeRawBufferPointer(rebasing: $0[range]))
    }
    #expect(fromSlice == model)
    #expect(fromRebased == model)
    let start = around.utf8.index(around.startIndex, offsetBy: range.lowerBound)
    let end = around.utf8.index(start, offsetBy: range.count)
    #expect(try JSON.decode(Model.self, from: around[start..<end]) == model)
    #expect(
      try JSON.Decoder().decode(Model.self, from: bytes.span.extracting(range).bytes) == model)
    // Digits behind a slice are no part of its number.
    let digits = Array("123456789".utf8)
    for count in 1...9 {
      #expect(try JSON.decode(Int.self, from: digits[..<count]) == Int(text: digits[..<count]))
    }
  }

  @Test("strings that are not native UTF-8 are read")
  func strings() throws {
    let text = try text()
    #expect(try JSON.decode(Model.self, from: NSString(string: text) as String) == model)
    #expect(try JSON.decode(String.self, from: "\"\u{1F600}\"") == "😀")
    #expect(try JSON.decode(Int.self, from: "  7 "[...].dropFirst()) == 7)
  }

  @Test("empty inputs of every kind are an error")
  func empty() {
    #expect(throws: DecodingError.self) { try JSON.decode(Int.self, from: [UInt8]()) }
    #expect(throws: DecodingError.self) { try JSON.decode(Int.self, from: "") }
    #expect(throws: DecodingError.self) { try JSON.decode(Int.self, from: Data()) }
    #expect(throws: DecodingError.self) { try JSON.decode(Int.self, from: EmptyCollection()) }
    #expect(throws: DecodingError.self) {
      try JSON.decode(Int.self, from: UnsafeRawBufferPointer(start: nil, count: 0))
    }
    #expect(throws: DecodingError.self) {
      try JSON.Decoder().decode(Int.self, from: [UInt8]().span.bytes)
    }
  }

  @Test("outputs are appended to any collection, which stays as it is when encoding fails")
  func outputs() throws {
    let encoder = JSON.Encoder()
    let text = try text()
    var bytes: [UInt8] = [1, 2]
    try encoder.encode(model, into: &bytes)
    #expect(bytes == [1, 2] + text.utf8)
    var data = Data([3])
    try encoder.encode(model, into: &data)
    #expect(data == Data([3] + text.utf8))
    var slice = bytes[..<1]
    try encoder.encode(7, into: &slice)
    #expect(slice == [1, UInt8(ascii: "7")])
    #expect(throws: EncodingError.self) { try encoder.encode([Double.nan], into: &bytes) }
    #expect(bytes == [1, 2] + text.utf8)
    #expect(try encoder.encode(model) == Array(text.utf8))
  }

  @Test("outputs of every size around the buffer's are whole")
  func sizes() throws {
    for size in Array(0...300) + [1000, 1022, 1023, 1024, 4096, 70_000, 1_000_000] {
      let value = String(repeating: "x", count: size)
      #expect(try JSON.encode(value).count == size + 2)
      let controls = String(repeating: "\u{1}", count: min(size, 5000))
      #expect(try JSON.encode([controls]).count == 6 * min(size, 5000) + 4)
    }
  }
}

extension Int {
  /// The number that ASCII digits write.
  fileprivate init?(text: ArraySlice<UInt8>) { self.init(String(decoding: text, as: UTF8.self)) }
}
