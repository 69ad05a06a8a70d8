import Ferry
import FerryMacros
import FerryTestSupport
import Foundation
import Testing

/// A type with one member, `value`.
private protocol OneMember: Codable, SendableMetatype {
  associatedtype Value
  var value: Value { get }
}

private struct Inner: Codable, Equatable {
  var innerKey: Int
  var when: Date?
}

private enum Seven: DefaultSource {
  static var whenMissing: Int { 7 }
  static var whenInvalid: Int? { 8 }
}

private enum NoName: DefaultSource {
  static var whenMissing: String? { "none" }
}

private enum Wrapped {
  struct List: OneMember { @LossyArray var value: [Int] }
  struct Unique: OneMember { @LossySet var value: Set<String> }
  struct Named: OneMember { @LossyDictionary var value: [String: Int] }
  struct Integer: OneMember { @TolerantValue var value: Int }
  struct Byte: OneMember { @TolerantValue var value: UInt8 }
  struct Number: OneMember { @TolerantValue var value: Double }
  struct Short: OneMember { @TolerantValue var value: Float }
  struct Truth: OneMember { @TolerantValue var value: Bool }
  struct Text: OneMember { @TolerantValue var value: String }
  struct Default: OneMember { @DefaultValue<Seven> var value: Int }
  struct Name: OneMember { @DefaultValue<NoName> var value: String? }
  struct Embedded: OneMember { @AsJSON var value: Inner }
}

private enum Attributed {
  @DirectCodable struct List: OneMember { @Lossy var value: [Int] = [] }
  @DirectCodable struct Unique: OneMember { @Lossy var value: Set<String> = [] }
  @DirectCodable struct Named: OneMember { @Lossy var value: [String: Int] = [:] }
  @DirectCodable struct Integer: OneMember { @Tolerant var value: Int }
  @DirectCodable struct Byte: OneMember { @Tolerant var value: UInt8 }
  @DirectCodable struct Number: OneMember { @Tolerant var value: Double }
  @DirectCodable struct Short: OneMember { @Tolerant var value: Float }
  @DirectCodable struct Truth: OneMember { @Tolerant var value: Bool }
  @DirectCodable struct Text: OneMember { @Tolerant var value: String }
  @DirectCodable struct Default: OneMember { @Default(missing: 7, error: 8) var value: Int }
  @DirectCodable struct Name: OneMember { @Default("none") var value: String? }
  @DirectCodable struct Embedded: OneMember { @As(.json) var value: Inner }
}

private struct Pair: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Returns the differences between the two types for a document.
  let differences: @Sendable (AnyValue, Ways) throws -> [String]

  init<W: OneMember, A: OneMember & DirectCodable>(_ wrapped: W.Type, _ attributed: A.Type) {
    testDescription = "\(attributed)"
    differences = { document, ways in
      let expected = try ways.decodeByCodable(wrapped, document)
      return try ways.decode(attributed, document).compactMap { way, result in
        let format = way.split(separator: " ").last.map(String.init) ?? way
        let twin = expected[format] ?? expected["JSON"]
        let (found, wanted) = (text(result.map(\.value)), twin.map { text($0.map(\.value)) })
        return found == wanted
          ? nil : "\(way): \(document): attribute \(found), wrapper \(wanted ?? "none")"
      }
    }
  }

  static let all = [
    Pair(Wrapped.List.self, Attributed.List.self),
    Pair(Wrapped.Unique.self, Attributed.Unique.self),
    Pair(Wrapped.Named.self, Attributed.Named.self),
    Pair(Wrapped.Integer.self, Attributed.Integer.self),
    Pair(Wrapped.Byte.self, Attributed.Byte.self),
    Pair(Wrapped.Number.self, Attributed.Number.self),
    Pair(Wrapped.Short.self, Attributed.Short.self),
    Pair(Wrapped.Truth.self, Attributed.Truth.self),
    Pair(Wrapped.Text.self, Attributed.Text.self),
    Pair(Wrapped.Default.self, Attributed.Default.self),
    Pair(Wrapped.Name.self, Attributed.Name.self),
    Pair(Wrapped.Embedded.self, Attributed.Embedded.self),
  ]
}

/// A value in a form without an arbitrary order, or the word for an error.
private func text<Value>(_ result: Result<Value, any Error>) -> String {
  switch result {
  case .success(let set as Set<String>): "\(set.sorted())"
  case .success(let members as [String: Int]): "\(members.sorted { $0.key < $1.key })"
  case .success(let value): "\(value)"
  case .failure(let error as DecodingError): "an error at \(error.codingPath)"
  case .failure(let error): "\(error)"
  }
}

extension DecodingError {
  fileprivate var codingPath: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.map(\.stringValue).joined(separator: ".")
    @unknown default: ""
    }
  }
}

@Suite("Wrappers and attributes of one name")
struct WrapperTwinsTests {
  /// JSON texts of values. Those of `texts` stand in quotes as well.
  private static let texts = [
    "0", "1", "-1", "+1", "42", "42.0", "42.5", "1e2", "0x10", "1.0000000596046447753906250000001",
    "3.4028235677973366e38", "1e400", "-0", "300", "true", "false", "yes", "", " 1", "inf", "nan",
    "abc", "{\\\"inner_key\\\":1}", "{\\\"innerKey\\\":1,\\\"when\\\":0}",
    "{\\\"innerKey\\\":1,\\\"when\\\":\\\"1970-01-01T00:00:00Z\\\"}",
  ]

  private static func scalar(_ random: inout SeededGenerator) -> String {
    let text = texts[random.int(0..<texts.count)]
    // Some formats have no numbers with so many digits.
    let isNumber = Double(text)?.isFinite == true && text.count < 8
    let isBare = isNumber && text.first != "+" && !text.contains("x") || Bool(text) != nil
    return isBare && random.oneIn(2) ? text : "\"\(text)\""
  }

  private static func value(_ random: inout SeededGenerator) -> String {
    switch random.int(0..<5) {
    case 0: return "null"
    case 1:
      return "[" + (0..<random.int(0..<4)).map { _ in scalar(&random) }.joined(separator: ",") + "]"
    case 2:
      let keys = ["foo_bar", "fooBar", "x", "URLString"].shuffled(using: &random)
      let members = keys.prefix(random.int(0..<5)).map { "\"\($0)\":\(scalar(&random))" }
      return "{" + members.joined(separator: ",") + "}"
    default: return scalar(&random)
    }
  }

  private static func ways(_ random: inout SeededGenerator) -> Ways {
    let keys: [KeyDecodingStrategy] = [
      .useDefaultKeys, .convertFromSnakeCase, .style(.snakeCase), .useDefaultKeys,
    ]
    let (strategy, isISO) = (keys[random.int(0..<keys.count)], random.oneIn(2))
    return Ways {
      $0.keyDecodingStrategy = strategy
      if isISO { $0.dateDecodingStrategy = .iso8601 }
    }
  }

  @Test("both make the same of every document", arguments: Pair.all)
  fileprivate func law(pair: Pair) throws {
    var random = SeededGenerator(for: "Twins: \(pair)")
    var differences: [String] = []
    for _ in 0..<150 where differences.count < 5 {
      let ways = Self.ways(&random)
      let json = random.oneIn(20) ? "{}" : #"{"value":\#(Self.value(&random))}"#
      differences += try pair.differences(JSON.decode(AnyValue.self, from: json), ways)
    }
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  @Test("both lose the same elements")
  func losses() throws {
    let json = #"{"value":[1,"x",2,null,[]]}"#
    let report = LossReport()
    let list = try JSON.Decoder().decode(
      Attributed.List.self, from: json, userInfo: [.lossReport: report])
    let wrapped = try JSON.decode(Wrapped.List.self, from: json)
    #expect(list.value == wrapped.value)
    #expect(report.losses.map(\.element) == wrapped.$value.map(\.element))
    let members = #"{"value":{"z":"x","a":1,"b":null,"foo_bar":"y"}}"#
    let second = LossReport()
    let named = try JSON.Decoder().decode(
      Attributed.Named.self, from: members, userInfo: [.lossReport: second])
    let wrappedNames = try JSON.decode(Wrapped.Named.self, from: members)
    #expect(named.value == wrappedNames.value)
    #expect(second.losses.map(\.element) == wrappedNames.$value.map(\.element))
    #expect(second.losses.map(\.element) == [.key("z"), .key("b"), .key("foo_bar")])
  }

  @Test("a float in text is rounded once")
  func rounding() throws {
    for text in ["1.0000000596046447753906250000001", "3.4028235677973366e38"] {
      let json = "{\"value\":\"\(text)\"}"
      #expect(try JSON.decode(Wrapped.Short.self, from: json).value == Float(text))
      #expect(try JSON.decode(Attributed.Short.self, from: json).value == Float(text))
    }
  }
}
