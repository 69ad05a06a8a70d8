import FerryConvertible
import Testing

/// A nil whose member has another default is kept by an update.
@Suite struct NilBesideDefaultTests {
  enum Five: DefaultSource {
    static let whenMissing: Int? = 5
  }

  struct Mapped: Convertible, Equatable {
    @DefaultValue<Five> var count: Int?
    var other: Int?
    static let keyMapping = ["count": "deep.count", "other": "deep.other"]

    init(count: Int?, other: Int?) {
      self.count = count
      self.other = other
    }
  }

  @Test("an update keeps a nil beside a default")
  func update() throws {
    var value = Mapped(count: nil, other: 1)
    try value.update(from: ["deep": ["other": 2]])
    #expect(value == Mapped(count: nil, other: 2))
  }
}
