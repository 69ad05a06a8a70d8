import Ferry
import FerryCBOR
import FerryMacros
import FerryMessagePack
import FerryTestSupport
import Synchronization
import Testing

/// An object that counts the objects of its class. It is coded as a number.
private final class Counted: DirectCodable, Codable, Equatable {
  static let living = Mutex(0)
  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.living.withLock { $0 += 1 }
  }

  deinit { Self.living.withLock { $0 -= 1 } }

  convenience init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self.init(try reader.read())
  }

  func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    try writer.write(number)
  }

  convenience init(from decoder: any Decoder) throws { self.init(try Int(from: decoder)) }
  func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }

  static func == (left: Counted, right: Counted) -> Bool { left.number == right.number }
}

@DirectCodable
private struct Inner: Equatable {
  var first: Counted
  var text: String
  var second: Counted?
}

@DirectCodable
private struct Holder: Equatable {
  var one: Counted
  let name: String
  var maybe: Counted?
  var list: [Counted]
  var inner: Inner
  var inners: [Inner]
  var other: Inner?
  var byName: [String: Counted]
  var given: Counted = Counted(7)
  var many: [[Inner]]
}

private func holder() -> Holder {
  func inner(_ number: Int, _ second: Int? = nil) -> Inner {
    Inner(
      first: Counted(number), text: "a text that is longer than a small one",
      second: second.map { Counted($0) })
  }
  return Holder(
    one: Counted(1), name: "another text that is longer than a small one", maybe: Counted(2),
    list: [Counted(3), Counted(4)], inner: inner(5, 6),
    inners: (0..<70).map { inner($0, $0 % 2 == 0 ? $0 : nil) }, other: inner(8),
    byName: ["a": Counted(9)], given: Counted(10), many: [[inner(11)], [], [inner(12, 13)]])
}

@Suite("Structs coded by tables", .serialized)
struct TablesTests {
  private static let formats: [(any FormatEncoder, any FormatDecoder)] = [
    (JSON.Encoder(), JSON.Decoder()), (Binary.Encoder(), Binary.Decoder()),
    (CBOR.Encoder(), CBOR.Decoder()), (MessagePack.Encoder(), MessagePack.Decoder()),
  ]

  @Test("a cut or damaged document leaves no object alive", arguments: formats.indices)
  func damage(format: Int) throws {
    let (encoder, decoder) = Self.formats[format]
    func expectNone(_ document: [UInt8], _ what: @autoclosure () -> String) {
      do {
        let value: Holder? = try? decoder.decode(Holder.self, from: document)
        withExtendedLifetime(value) {}
      }
      let living = Counted.living.withLock { $0 }
      #expect(living == 0, "\(what())")
    }
    let document = try encoder.encode(holder())
    #expect(Counted.living.withLock { $0 } == 0)
    for count in 0..<document.count {
      expectNone(Array(document.prefix(count)), "cut at \(count)")
    }
    var random = SeededGenerator(for: "TablesTests.damage")
    for place in document.indices {
      var damaged = document
      damaged[place] = UInt8(random.int(0..<256))
      expectNone(damaged, "byte \(place) is \(damaged[place])")
    }
  }

  @Test("of repeated keys the first counts, and no object stays alive")
  func repeatedKeys() throws {
    let (one, two) = (#""first": 1, "text": "a""#, #""second": 2"#)
    for members in [
      [one, two, two, one], [two, one, two, one], [one, #""unknown": {}"#, two, one, two],
      [#""second": null"#, one, two], [#""text": "a""#, two, #""first": 1"#, #""text": "b""#, two],
    ] {
      let json = "{" + members.joined(separator: ", ") + "}"
      let value = try JSON.decode(Inner.self, from: json)
      #expect(value.first.number == 1 && value.text == "a", "\(json)")
      let second = members[0].contains("null") ? nil : 2
      #expect(value.second?.number == second, "\(json)")
    }
    #expect(Counted.living.withLock { $0 } == 0)
  }

  @Test("a document comes back with all members", arguments: formats.indices)
  func roundTrip(format: Int) throws {
    let (encoder, decoder) = Self.formats[format]
    #expect(try decoder.decode(Holder.self, from: encoder.encode(holder())) == holder())
  }

  @DirectCodable
  struct Tree: Equatable {
    var name: String
    var children: [Tree]
    var byName: [String: Tree] = [:]
  }

  @Test("a type may contain arrays and dictionaries of itself", arguments: formats.indices)
  func recursion(format: Int) throws {
    let (encoder, decoder) = Self.formats[format]
    var tree = Tree(name: "leaf", children: [])
    for depth in 0..<50 {
      tree = Tree(
        name: "\(depth)", children: [tree, tree.children.first ?? tree], byName: ["a": tree])
      if depth > 6 { tree.children.removeLast(); tree.byName = [:] }
    }
    #expect(try decoder.decode(Tree.self, from: encoder.encode(tree)) == tree)
  }

  /// The optional of this type has a byte behind the value for `nil`.
  @DirectCodable
  struct Pair: Equatable {
    var low: UInt8
    var high: UInt8
  }

  @DirectCodable
  struct Pairs: Equatable {
    var before: UInt8
    var pair: Pair?
    var after: UInt8
    var pairs: [Pair?]
    var nested: Pair??
    var last: Bool?
  }

  @Test("an optional without spare bits keeps its value and its nil", arguments: formats.indices)
  func optionals(format: Int) throws {
    let (encoder, decoder) = Self.formats[format]
    let pair = Pair(low: 255, high: 254)
    for value in [
      Pairs(before: 1, pair: pair, after: 2, pairs: [pair, nil, pair], nested: pair, last: true),
      Pairs(before: 3, pair: nil, after: 4, pairs: [], nested: nil, last: nil),
    ] {
      #expect(try decoder.decode(Pairs.self, from: encoder.encode(value)) == value)
    }
  }

  /// A table by hand for a computed property.
  struct Odd: _TableCodable {
    var stored = 1
    var computed: Int {
      get { stored }
      set { stored = newValue }
    }
    static let _table = _FieldTable(Odd.self, [.field("computed", \Odd.computed)])
  }

  @Test("a property without an offset is an error that names it")
  func withoutOffset() throws {
    let decoding = #expect(throws: DecodingError.self) {
      try JSON.decode(Odd.self, from: #"{"computed": 1}"#)
    }
    let report = decoding?.problem?.description ?? ""
    #expect(report.contains("'computed' has no offset"))
    #expect(throws: EncodingError.self) { try JSON.encode(Odd()) }
  }

  @Test("defaults are made anew for each value")
  func defaults() throws {
    let json = #"[{"name": "a", "children": []}, {"name": "b", "children": []}]"#
    let trees = try JSON.decode([Tree].self, from: json)
    #expect(trees.map(\.byName) == [[:], [:]])
  }

  @Test("a type in an extension of a private type is coded")
  func places() throws {
    #expect(try JSON.string(Counter.Step(by: 3)) == #"{"by":3}"#)
  }
}

private enum Counter {}

extension Counter {
  @DirectCodable
  struct Step { private(set) var by: Int }
}
