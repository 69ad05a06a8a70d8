import Foundation
import Testing

import class FerryDropIn.JSONDecoder
import class FerryDropIn.JSONEncoder

// A file as there are many: in the language mode of Swift 5, with members visible only from what
// it imports. This target turns warnings into errors, so that it compiles is half of the tests.

/// Options with defaults, as a library offers them.
public struct CoderOptions {
  var dates: JSONDecoder.DateDecodingStrategy
  var keys: JSONEncoder.KeyEncodingStrategy
  var layout: JSONEncoder.OutputFormatting

  /// Foundation's options but for the names of keys.
  public init(
    dates: JSONDecoder.DateDecodingStrategy = .secondsSince1970,
    keys: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase,
    layout: JSONEncoder.OutputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  ) {
    self.dates = dates
    self.keys = keys
    self.layout = layout
  }
}

extension JSONDecoder.DateDecodingStrategy {
  static let wholeYears = custom { decoder in
    Date(timeIntervalSinceReferenceDate: 31_536_000 * (try Double(from: decoder)))
  }
}

/// A decoder whose options have a say in what is set.
final class Watched: JSONDecoder, @unchecked Sendable {
  var changes = 0

  override var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy {
    didSet { changes += 1 }
  }
  override var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy {
    didSet { changes += 1 }
  }
  override var userInfo: [CodingUserInfoKey: any Sendable] {
    didSet { changes += 1 }
  }
  override var allowsJSON5: Bool {
    didSet { changes += 1 }
  }
}

final class Pretty: JSONEncoder, @unchecked Sendable {
  override var outputFormatting: JSONEncoder.OutputFormatting {
    get { super.outputFormatting }
    set { super.outputFormatting = newValue.union(.prettyPrinted) }
  }
}

@Suite("The drop-in classes in files written for Foundation")
struct OldSourceTests {
  struct Model: Codable, Equatable {
    var createdAt = Date(timeIntervalSince1970: 60)
    var page = "a/b"
  }

  @Test("options are arguments with defaults of public functions")
  func defaults() throws {
    let options = CoderOptions()
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.keyEncodingStrategy = options.keys
    encoder.outputFormatting = options.layout
    encoder.dateEncodingStrategy = .secondsSince1970
    let data = try encoder.encode(Model())
    #expect(String(decoding: data, as: UTF8.self) == #"{"created_at":60,"page":"a/b"}"#)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = options.dates
    #expect(try decoder.decode(Model.self, from: data) == Model())
  }

  @Test("closures and the user info may hold values that are not Sendable")
  func closures() throws {
    final class Count { var value = 0 }
    let (count, formatter) = (Count(), ISO8601DateFormatter())
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    let lastKey = { (path: [CodingKey]) -> CodingKey in
      count.value += 1
      return path[path.count - 1]
    }
    encoder.keyEncodingStrategy = .custom(lastKey)
    decoder.keyDecodingStrategy = .custom(lastKey)
    encoder.dateEncodingStrategy = .custom { date, encoder in
      try formatter.string(from: date).encode(to: encoder)
    }
    decoder.dateDecodingStrategy = .custom { decoder in
      formatter.date(from: try String(from: decoder)) ?? .distantPast
    }
    decoder.userInfo[CodingUserInfoKey(rawValue: "count")!] = count
    #expect(try decoder.decode(Model.self, from: encoder.encode(Model())) == Model())
    #expect(count.value == 4)
  }

  @Test("strategies have cases of their own in extensions")
  func extensions() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .wholeYears
    let dates = try decoder.decode([Date].self, from: Data("[1]".utf8))
    #expect(dates == [Date(timeIntervalSinceReferenceDate: 31_536_000)])
  }

  @Test("a subclass can override options")
  func overrides() throws {
    let decoder = Watched()
    decoder.dateDecodingStrategy = .wholeYears
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.userInfo = [:]
    decoder.allowsJSON5 = true
    #expect(decoder.changes == 4)
    #expect(try decoder.decode([Int].self, from: Data("[+1]".utf8)) == [1])

    let encoder = Pretty()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode([1]) == Data("[\n  1\n]".utf8))
  }
}
