import Ferry
import FerryTestSupport
import Foundation
import Testing

/// A nil whose member has another default is written as null: a missing key is read as the default.
@Suite struct NilBesideDefaultTests {
  enum Five: DefaultSource {
    static let whenMissing: Int? = 5
  }

  struct Mapped: Codable, Equatable, KeyMapped {
    @DefaultValue<Five> var count: Int?
    var other: Int?
    static let mapping: KeyMapping = ["count": "deep.count", "other": "deep.other"]

    init(count: Int?, other: Int?) {
      self.count = count
      self.other = other
    }
  }

  @Test("mapped types write null for a nil beside a default, and its branch")
  func mapped() throws {
    let nils = Mapped(count: nil, other: nil)
    #expect(try encodeMapped(nils) == #"{"deep":{"count":null}}"#)
    #expect(try decodeMapped(Mapped.self, #"{"deep":{"count":null}}"#) == nils)
    #expect(try decodeMapped(Mapped.self, "{}") == Mapped(count: 5, other: nil))
    #expect(try decodeMapped(Mapped.self, #"{"deep":{"count":7}}"#).count == 7)
    #expect(throws: DecodingError.self) {
      try JSON.decode(Mapped.self, from: #"{"deep":{"count":"x"}}"#)
    }
  }
}
