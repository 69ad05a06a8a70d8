import Ferry
import FerryMacros
import Foundation
import Testing

private struct Inner: Codable, Equatable {
  var whenMade: Date
  var someBytes: Data
  var tag: Tag
}

/// A value that depends on the `userInfo` of the coder.
private struct Tag: Codable, Equatable {
  static let key = CodingUserInfoKey(rawValue: "tag") ?? .lossReport
  var text: String

  init(_ text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    let prefix = decoder.userInfo[Self.key] as? String ?? ""
    text = prefix + (try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    let prefix = encoder.userInfo[Self.key] as? String ?? ""
    var container = encoder.singleValueContainer()
    try container.encode(prefix + text)
  }
}

private struct Wrapped: Codable, Equatable { @AsJSON var inner: Inner }

@DirectCodable
private struct Attributed: Equatable { @As(.json) var inner: Inner }

@Suite("JSON in strings")
struct EmbeddedJSONTests {
  private let inner = Inner(
    whenMade: Date(timeIntervalSince1970: 0), someBytes: Data([1, 2]), tag: Tag("t"))
  private let text =
    #"{"when_made":"1970-01-01T00:00:00Z","some_bytes":[1,2],"tag":"ut"}"#

  private func use(_ encoder: inout any FormatEncoder) {
    encoder.dateEncodingStrategy = .iso8601
    encoder.dataEncodingStrategy = .deferredToData
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.userInfo = [Tag.key: "u"]
  }

  private func use(_ decoder: inout any FormatDecoder) {
    decoder.dateDecodingStrategy = .iso8601
    decoder.dataDecodingStrategy = .deferredToData
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.userInfo = [Tag.key: "u"]
  }

  @Test("the strategies and the userInfo of an encoder apply, in every format")
  func encoding() throws {
    let encoders = Encoders(use)
    for (way, document) in try encoders.encode(Attributed(inner: inner)) {
      #expect(document == .object(["inner": .string(text)]), "\(way)")
    }
    for (way, document) in try encoders.encodeByCodable(Wrapped(inner: inner)) {
      #expect(document == .object(["inner": .string(text)]), "\(way)")
    }
  }

  @Test("the strategies and the userInfo of a decoder apply, in every format")
  func decoding() throws {
    let document = AnyValue.object(["inner": .string(text)])
    let expected = Inner(
      whenMade: inner.whenMade, someBytes: inner.someBytes, tag: Tag("uut"))
    for (way, result) in try Ways(use).decode(Attributed.self, document) {
      #expect(throws: Never.self, "\(way)") { try #expect(result.get().inner == expected) }
    }
    for (way, result) in try Ways(use).decodeByCodable(Wrapped.self, document) {
      #expect(throws: Never.self, "\(way)") { try #expect(result.get().inner == expected) }
    }
  }

  @Test("the userInfo of another library's coders applies")
  func foundation() throws {
    let encoder = Foundation.JSONEncoder()
    encoder.userInfo = [Tag.key: "u"]
    let decoder = Foundation.JSONDecoder()
    decoder.userInfo = [Tag.key: "v"]
    let wrapped = try decoder.decode(Wrapped.self, from: encoder.encode(Wrapped(inner: inner)))
    #expect(wrapped.inner.tag == Tag("vut"))
    let direct = try decoder.decode(
      Attributed.self, from: encoder.encode(Attributed(inner: inner)))
    #expect(direct.inner.tag == Tag("vut"))
  }

  @Test("each format reads the JSON that it writes without strategies")
  func plain() throws {
    for (way, document) in try Encoders().encode(Attributed(inner: inner)) {
      for (back, result) in try Ways().decode(Attributed.self, document) {
        // The date of YAML is text of ISO 8601, which the other formats do not read.
        guard way.contains("YAML") == back.contains("YAML") else { continue }
        #expect(throws: Never.self, "\(way), \(back)") { try #expect(result.get().inner == inner) }
      }
    }
  }
}
