import Ferry
import FerryMacros
import FerryTestSupport
import Testing

@DirectCodable
private struct Titled: Equatable { @Alias("title", "meta.label", "heading") var name: String }

@DirectCodable
private struct Lenient: Equatable {
  @Alias("title") @Default(error: "bad") var name: String
  @Alias("old") @Default(7) var count: Int
  @Alias("gone") var note: String?
}

@DirectCodable
private struct Lists: Equatable { @Alias("old") @Lossy var list: [Int] }

@DirectCodable @KeyStyle(.snakeCase)
private struct Styled: Equatable {
  var userID: Int
  @Alias("nick") var nickName: String?
}

@DirectCodable @KeyStyle(.snakeCase)
private enum Event: Equatable {
  case logIn(userID: Int)
  @Alias("bye") case logOut
}

@DirectCodable @Tagged(.external)
private enum Open: Equatable {
  case known(Int)
  @UnknownCase case other(String)
}

/// `Titled` by a mapping, which is the reference.
private struct MappedTitle: Codable, Equatable, KeyMapped {
  var name: String
  static let mapping = KeyMapping(["name": ["name", "title", "meta.label", "heading"]])
}

@Suite("Several keys of a property")
struct AliasOrderTests {
  /// Checks what all ways make of the members in every order.
  private func expect<T: DirectCodable & Codable & Equatable & SendableMetatype>(
    _ value: T?, _ json: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard case .object(let members) = try JSON.decode(AnyValue.self, from: json) else { return }
    for order in members.map({ ($0.key, $0.value) }).permutations {
      var object = AnyValue.Object()
      for (key, value) in order { object[key] = value }
      let document = AnyValue.object(object)
      for (way, result) in try Ways().decode(T.self, document) {
        let text = try JSON.string(document)
        if let value {
          #expect(throws: Never.self, "\(way): \(text)", sourceLocation: sourceLocation) {
            try #expect(result.get() == value, "\(way): \(text)", sourceLocation: sourceLocation)
          }
        } else {
          #expect(
            throws: DecodingError.self, "\(way): \(text)", sourceLocation: sourceLocation
          ) { try result.get() }
        }
      }
    }
  }

  @Test("the first path in the declaration counts, whatever the order of the members")
  func order() throws {
    try expect(Titled(name: "x"), #"{"title":5,"name":"x","heading":[],"meta":{"label":1}}"#)
    try expect(Titled(name: "t"), #"{"title":"t","heading":null,"meta":{"label":"l"}}"#)
    try expect(Titled(name: "l"), #"{"heading":"h","meta":{"x":{},"label":"l"}}"#)
    try expect(Titled(name: "h"), #"{"heading":"h","meta":{"x":"y"}}"#)
    try expect(nil as Titled?, #"{"name":[],"title":"t"}"#)
    try expect(nil as Titled?, #"{"name":null,"title":"t"}"#)
    try expect(nil as Titled?, #"{"title":{},"heading":"h"}"#)
    try expect(nil as Titled?, #"{"meta":{},"x":1}"#)
  }

  @Test("a mapped type makes the same of the same document")
  func mapped() throws {
    var random = SeededGenerator(for: "Aliases against mappings")
    let values = [#""a""#, #""b""#, "{}", "null", "[]"]
    for _ in 0..<200 {
      var members: [String] = []
      for key in ["name", "title", "heading"].shuffled(using: &random) where !random.oneIn(3) {
        members.append("\"\(key)\":\(values[random.int(0..<values.count)])")
      }
      if !random.oneIn(3) {
        let label = #""meta":{"label":\#(values[random.int(0..<values.count)])}"#
        members.insert(label, at: random.int(0..<members.count + 1))
      }
      let json = "{\(members.joined(separator: ","))}"
      let document = try JSON.decode(AnyValue.self, from: json)
      let mapped = try Ways().decodeByCodable(MappedTitle.self, document)
      for (way, result) in try Ways().decode(Titled.self, document) {
        let format = way.split(separator: " ").last.map(String.init) ?? way
        let expected = try? mapped[format]?.get().name
        #expect((try? result.get().name) == expected, "\(way): \(json)")
      }
    }
  }

  @Test("defaults and nil do not depend on the order of the members")
  func defaults() throws {
    try expect(
      Lenient(name: "x", count: 7, note: nil),
      #"{"title":5,"name":"x","old":4,"count":null}"#)
    try expect(
      Lenient(name: "bad", count: 4, note: nil),
      #"{"title":"t","name":{},"old":4,"gone":"g","note":null}"#)
    try expect(Lenient(name: "t", count: 7, note: "g"), #"{"title":"t","old":null,"gone":"g"}"#)
    try expect(nil as Lenient?, #"{"name":"x","old":"y"}"#)
  }

  @Test("the style of a type counts before the plain name, in any order")
  func styles() throws {
    try expect(Styled(userID: 1, nickName: nil), #"{"userID":null,"user_id":1}"#)
    try expect(
      Styled(userID: 2, nickName: "n"), #"{"userID":2,"nickName":"n","nick":5,"x":1}"#)
    try expect(nil as Styled?, #"{"userID":1,"user_id":"x"}"#)
  }

  @Test("losses of a value that does not count are not reported")
  func losses() throws {
    for json in [#"{"old":["x",7],"list":[1,"y"]}"#, #"{"list":[1,"y"],"old":["x",7]}"#] {
      let report = LossReport()
      let lists = try JSON.Decoder().decode(
        Lists.self, from: json, userInfo: [.lossReport: report])
      #expect(lists == Lists(list: [1]))
      #expect(report.losses.map(\.element) == [.index(1)], "\(json)")
    }
  }

  @Test("two names of one case are two cases, in any order")
  func cases() throws {
    try expect(Event.logIn(userID: 1), #"{"log_in":{"userID":1,"x":2},"y":1}"#)
    try expect(Event.logOut, #"{"bye":{}}"#)
    try expect(nil as Event?, #"{"log_in":{"user_id":1},"logIn":{"user_id":2}}"#)
    try expect(nil as Event?, #"{"log_out":{},"bye":{}}"#)
  }

  @Test("an object with two unknown names has no case")
  func unknownNames() throws {
    try expect(Open.other("x"), #"{"x":1}"#)
    try expect(Open.known(1), #"{"x":1,"known":1,"y":2}"#)
    try expect(nil as Open?, #"{"x":1,"y":2}"#)
  }

  @Test("names that are only read are not in the key lists of the binary format")
  func keyLists() throws {
    let bytes = try Binary.encode(Titled(name: "n"))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("heading"))
    let styled = try Binary.encode(Styled(userID: 1))
    #expect(!String(decoding: styled, as: UTF8.self).contains("userID"))
  }
}

extension Array {
  /// All orders of the elements.
  fileprivate var permutations: [[Element]] {
    guard count > 1 else { return [self] }
    return indices.flatMap { index in
      var others = self
      let first = others.remove(at: index)
      return others.permutations.map { [first] + $0 }
    }
  }
}
