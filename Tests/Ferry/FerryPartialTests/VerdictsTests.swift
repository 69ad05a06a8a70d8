import FerryMacros
import FerryPartial
import FerrySchema
import FerryTestSupport
import Foundation
import Testing

/// The law of verdicts: for models with all attributes and for random documents, `failures(of:)` is
/// empty exactly if `decode` succeeds, and a partial value accepts what `decode` accepts.
@Suite struct VerdictsTests {
  @Test("failures and parts have the verdict of decoding, for random documents")
  func law() throws {
    var random = SeededGenerator(for: "VerdictsTests.law")
    for _ in 0..<Cases.count(150) {
      try check(Attributes.self, &random)
      try check(Flattened.self, &random)
      try check(Enums.self, &random)
      try check(Branch.self, &random)
      try check(Values.self, &random)
    }
  }

  private func check<T: Judged>(_ type: T.Type, _ random: inout SeededGenerator) throws {
    let document = T.documents[random.int(0..<T.documents.count)]
    var value = try JSON.decode(AnyValue.self, from: document)
    for _ in 0..<random.int(0..<4) { value.change(&random, depth: random.int(0..<4)) }
    var text = try JSON.string(value)
    switch random.int(0..<12) {
    case 0: text = String(text.prefix(random.int(0..<max(text.count, 1))))
    case 1: text = "Sure! " + text
    case 2: text += "]"
    case 3: text = document
    default: break
    }
    try judge(type, text, &random)
  }

  private func judge<T: Judged>(
    _ type: T.Type, _ text: String, _ random: inout SeededGenerator
  ) throws {
    let whole = try? JSON.decode(type, from: text)
    let failures = JSON.document(text).failures(of: type)
    #expect(failures.isEmpty == (whole != nil), "\(type) \(text) \(failures)")
    switch JSON.document(text).validated(as: type) {
    case .success(let value): #expect(value == whole)
    case .failure(let error):
      #expect(whole == nil && error.failures.map(\.message) == failures.map(\.message))
      #expect(error.feedback.hasPrefix("The JSON value is invalid:\n- "), "\(text)")
    }
    var partial = JSON.partial(type)
    var last: T?
    do {
      for chunk in PartialTests.chunks(Array(text.utf8), random.int(1..<9)) {
        try partial.append(chunk)
      }
      last = try partial.finish()
    } catch {
      #expect(whole == nil, "\(type) \(text) \(error)")
    }
    #expect(last == whole, "\(type) \(text)")
    guard let whole else { return }
    let least = try JSON.decode(type, from: T.documents[0])
    let part = try #require(partial.value)
    #expect(
      Self.isPart(part, of: whole, least: least), "\(type) \(text)\n\(part)\n\(whole)")
  }

  /// Whether a part has the members of a value. A member that is not in the document has the value
  /// that it has in the shortest document.
  private static func isPart(_ part: Any, of whole: Any, least: Any?) -> Bool {
    let (parts, values) = (Mirror(reflecting: part), Mirror(reflecting: whole))
    if values.displayStyle == .optional {
      guard let value = values.children.first?.value else { return isNil(part) }
      return isPart(part, of: value, least: nil)
    }
    if parts.displayStyle == .optional {
      guard let value = parts.children.first?.value else {
        return least.map { "\($0)" == "\(whole)" } ?? false
      }
      return isPart(value, of: whole, least: nil)
    }
    switch values.displayStyle {
    case .struct, .class:
      guard "\(type(of: part))" == "Partial" else { break }
      let defaults = least.map { Mirror(reflecting: $0).children.map(\.value) }
      for (index, child) in values.children.enumerated() {
        guard let member = parts.children.first(where: { $0.label == child.label }) else {
          // Only a member that is not read has no part.
          if child.label == "secret" { continue }
          return false
        }
        let isSame =
          isPart(member.value, of: child.value, least: defaults?[index])
          || isNil(member.value) && isDefault(child.value)
        if !isSame { return false }
      }
      return true
    case .collection:
      return parts.children.count == values.children.count
        && zip(parts.children, values.children).allSatisfy {
          isPart($0.value, of: $1.value, least: nil)
        }
    default: break
    }
    if let part = part as? AnyHashable, let whole = whole as? AnyHashable { return part == whole }
    return "\(part)" == "\(whole)"
  }

  private static func isNil(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return false }
    return mirror.children.first.map { isNil($0.value) } ?? true
  }

  /// Whether the value is a default of one of the models.
  private static func isDefault(_ value: Any) -> Bool {
    ["nil", "[]", "[:]", "3", "1", "5", "0.5", "false", "null", "none"].contains("\(value)")
  }

  @Test("a failure is about what decoding rejects, not about what it accepts")
  func accepted() throws {
    var random = SeededGenerator(for: "VerdictsTests.accepted")
    var count = 0
    for _ in 0..<Cases.count(1500) {
      count += try checkPair(Attributes.self, &random) ? 1 : 0
      count += try checkPair(Values.self, &random) ? 1 : 0
      count += try checkPair(Enums.self, &random) ? 1 : 0
    }
    #expect(count > 20)
  }

  /// Changes two members, of which one alone is accepted. Returns whether it found such a change.
  private func checkPair<T: Judged>(_ type: T.Type, _ random: inout SeededGenerator) throws -> Bool
  {
    let document = try JSON.decode(AnyValue.self, from: T.documents[1])
    let keys = (document.object ?? [:]).map(\.key)
    let (first, second) = (keys[random.int(0..<keys.count)], keys[random.int(0..<keys.count)])
    guard first != second else { return false }
    func changed(_ changes: [(String, AnyValue)]) -> String {
      var value = document
      for (key, junk) in changes { value[key] = junk }
      return (try? JSON.string(value)) ?? ""
    }
    let one = (first, AnyValue.junk(&random))
    let other = (second, AnyValue.junk(&random))
    guard (try? JSON.decode(type, from: changed([one]))) != nil,
      (try? JSON.decode(type, from: changed([other]))) == nil
    else { return false }
    let text = changed([one, other])
    let failures = JSON.document(text).failures(of: type)
    // Unknown keys are failures of a document that does not decode.
    let reported = failures.contains {
      $0.path.steps.first == .key(first)
        && !([$0] + $0.causes).contains { $0.keyword == "unevaluatedProperties" }
    }
    #expect(!reported, "\(type) \(text)\n\(failures)")
    return true
  }

  @Test("one call gives the value, or the feedback also for text that is not JSON")
  func unreadable() throws {
    func feedback(_ text: String) -> String {
      JSON.document(text).failures(of: Branch.self).feedback
    }
    #expect(
      feedback("Sure! {}") == """
        The JSON value is invalid:
        - the value: unexpected character: found `Sure`, at line 1, column 1
        Correct this and write the whole value again.
        """)
    #expect(feedback(#"{"name":"a","children":[{"na"#).contains(", at line 1, column "))
    #expect(
      feedback(#"{"name":"!","children":[]}"#).hasPrefix(
        "The JSON value is invalid:\n- the value: "))
    let document = JSON.document(#"{"a":{"name":"b","children":[],"size":"x"}}"#)
    let failures = try #require(document["a"]).failures(of: Branch.self)
    #expect(failures.map { "\($0.path)" } == ["size"])
  }

  @Test("a converted member that does not fit is a failure, and a tolerated one is not")
  func conversions() {
    func paths(_ members: String) -> [String] {
      JSON.document(#"{"user_name":"a","created_at":"2001-12-14T00:00:00Z",\#(members)}"#)
        .failures(of: Attributes.self).map { "\($0.path)" }
    }
    #expect(
      JSON.document(#"{"user_name":"a","created_at":"tomorrow"}"#).failures(of: Attributes.self)
        .map { "\($0.path)" } == ["created_at"])
    #expect(paths(#""bytes":"***""#) == ["bytes"])
    #expect(paths(#""number":"seven""#) == ["number"])
    #expect(paths(#""count":"42","numbers":[1,"b"],"level":[],"mark":{},"rank":100"#) == [])
  }

  @Test("a member under its own name beside a style, or at a further path, is no failure")
  func otherPaths() {
    let document = JSON.document(#"{"userName":"a","createdAt":"x","user_name":"b","id":[]}"#)
    #expect(document.failures(of: Attributes.self).map { "\($0.path)" }.contains("createdAt"))
    #expect(
      JSON.document(#"{"userName":"a"}"#).failures(of: Attributes.self).map(\.message)
        == ["missing key `created_at`"])
  }

  @Test("the decoder of the document decides about unknown keys and dates")
  func options() throws {
    let text = #"{"texts":[],"unknown":1}"#
    #expect(JSON.document(text).failures(of: Values.self).isEmpty)
    let strict = JSON.document(text, decoder: JSON.Decoder { $0.unknownKeys = .error })
    #expect(strict.failures(of: Values.self).map(\.message) == ["unknown key `unknown`"])
    let dates = #"["2001-12-14T00:00:00Z"]"#
    #expect(JSON.document(dates).failures(of: [Date].self).count == 1)
    let iso = JSON.document(dates, decoder: JSON.Decoder { $0.dateDecodingStrategy = .iso8601 })
    #expect(iso.failures(of: [Date].self).isEmpty)
  }
}

extension AnyValue {
  /// A value that few members accept.
  fileprivate static func junk(_ random: inout SeededGenerator) -> AnyValue {
    let values: [AnyValue] = [
      .null, true, 0, 1, -7, 1.5, 300, "", "a", "7", "true", "tomorrow", "2001-12-14T00:00:00Z",
      "AQI=",
      "***", "good", "circle", [], [1], ["a", nil], [:], ["a": 1], ["text": "x"],
      ["text": "X", "list": 5],
      ["name": "n", "children": []], .number(.init(Int.max)),
    ]
    return values[random.int(0..<values.count)]
  }

  /// Changes one value at most `depth` levels down.
  fileprivate mutating func change(_ random: inout SeededGenerator, depth: Int) {
    let keys = (object ?? [:]).map(\.key)
    let names = ["name", "user_name", "userName", "labels", "x", "mood", "kind", "text"]
    if let array, !array.isEmpty, depth > 0 {
      var elements = array
      elements[random.int(0..<array.count)].change(&random, depth: depth - 1)
      self = .array(elements)
    } else if !keys.isEmpty, depth > 0 {
      let key = keys[random.int(0..<keys.count)]
      switch random.int(0..<6) {
      case 0: self[key] = Optional<AnyValue>.none
      case 1: self[names[random.int(0..<names.count)]] = .junk(&random)
      default: self[key]?.change(&random, depth: depth - 1)
      }
    } else {
      self = .junk(&random)
    }
  }
}
