import Ferry
import FerryBase
import FerryCBOR
import FerryMacros
import FerryMessagePack
import FerryTestSupport
import Foundation
import Testing

/// Types whose values are read again before they are known. Each contains itself.
@Suite("Reading again")
struct ReadingWorkTests {
  static let levels = [1, 16, 160]

  @Test(
    "readers look at most at eight times the bytes of a document",
    .enabled(if: ReadingWork.isCounted, "only debug builds count the bytes"),
    arguments: levels)
  func linear(levels: Int) throws {
    var random = SeededGenerator(for: "reading work")
    for _ in 0..<4 {
      try check(Internal.self, Internal.document(levels, &random))
      try check(Adjacent.self, Adjacent.document(levels, &random))
      try check(Untagged.self, Untagged.document(levels, &random))
      try check(Flat.self, Flat.document(levels, &random))
      try check(Alternatives.self, Alternatives.document(levels, &random))
      try check(Renamed.self, Renamed.document(levels, &random))
      try check(Deep.self, Deep.document(levels, &random))
      try check(Losing.self, Losing.document(levels, &random))
      try check(Mixed.self, Mixed.document(levels, &random))
    }
  }

  @Test("an untagged case that fails late costs no second attempt inside of it")
  func notExponential() throws {
    let levels = 160
    let text =
      String(repeating: #"{"y":"#, count: levels) + #"{"s":[1]}"#
      + String(repeating: "}", count: levels)
    let again = try onLargeStack {
      [
        try JSON.string(JSON.decode(Untagged.self, from: text)),
        try JSON.string(YAML.decode(Untagged.self, from: text)),
        try JSON.string(
          Foundation.JSONDecoder().decode(Untagged.self, from: Data(text.utf8))),
      ]
    }
    #expect(again == [text, text, text])
    let wrong = text.replacingOccurrences(of: "[1]", with: #"["x"]"#)
    let texts = [wrong, text.dropLast() + "]", text.replacingOccurrences(of: "1", with: "1,")]
    let errors = try onLargeStack {
      texts.map { text in Result { try JSON.decode(Untagged.self, from: text) } }
    }
    for error in errors { #expect(throws: DecodingError.self) { try error.get() } }
  }

  @Test("a value that was tried before keeps the members of its own case")
  func sameValues() throws {
    var random = SeededGenerator(for: "values that were tried")
    for levels in [2, 5, 40] {
      for _ in 0..<10 {
        let document = Untagged.document(levels, &random)
        let again = try onLargeStack {
          try Self.encoded(document).map { way, bytes in
            let value = try Self.decode(Untagged.self, way, bytes)
            return try JSON.decode(AnyValue.self, from: JSON.encode(value))
          }
        }
        for value in again { #expect(value == document) }
      }
    }
  }

  @Test("a key of a case that was tried is unknown to the case that fits", arguments: [1, 60])
  func unknownKeys(levels: Int) throws {
    let inner = nested(levels, members(("s", .array([1])))) { members(("y", $0)) }
    let ways = Ways { $0.unknownKeys = .error }
    func verdicts(_ document: AnyValue) throws -> [(way: String, isRead: Bool)] {
      try onLargeStack {
        try ways.decode(Untagged.self, document).map { ($0.way, (try? $0.result.get()) != nil) }
      }
    }
    // Only the case without `n` fits.
    let outer = members(("y", inner), ("n", []))
    for (way, isRead) in try verdicts(inner) { #expect(isRead, "\(way)") }
    for (way, isRead) in try verdicts(outer) { #expect(!isRead, "\(way)") }
    for (way, isRead) in try verdicts(members(("y", outer))) { #expect(!isRead, "\(way)") }
  }

  @Test("records of a stream are read again independently")
  func records() throws {
    var random = SeededGenerator(for: "records that are read again")
    let documents = (0..<20).map { _ in
      Untagged.document(.random(in: 1...30, using: &random), &random)
    }
    var (lines, items) = ([UInt8](), [UInt8]())
    for document in documents {
      lines += try JSON.encode(document) + [10]
      items += try CBOR.encode(document)
    }
    func read(_ records: some Sequence<Result<Untagged, any Error>>) throws -> [[UInt8]] {
      try records.map { try JSON.encode($0.get()) }
    }
    let json = try onLargeStack { try read(JSON.stream(Untagged.self, from: .bytes(lines))) }
    let cbor = try onLargeStack { try read(CBOR.stream(Untagged.self, from: .bytes(items))) }
    let expected = try documents.map { try JSON.encode($0) }
    #expect(json == expected)
    #expect(cbor == expected)
  }

  // MARK: Checking

  private static let ways = ["JSON", "binary", "YAML", "CBOR", "MessagePack"]

  private static func encoded(_ document: AnyValue) throws -> [(String, [UInt8])] {
    try zip(
      ways,
      [
        JSON.encode(document), Binary.encode(document), YAML.encode(document),
        CBOR.encode(document), MessagePack.encode(document),
      ]
    ).map { ($0, $1) }
  }

  private static func decode<T: DirectDecodable & Decodable>(
    _ type: T.Type, _ way: String, _ bytes: [UInt8]
  ) throws -> T {
    switch way {
    case "JSON": try JSON.decode(type, from: bytes)
    case "binary": try Binary.decode(type, from: bytes)
    case "YAML": try YAML.decode(type, from: bytes)
    case "CBOR": try CBOR.decode(type, from: bytes)
    default: try MessagePack.decode(type, from: bytes)
    }
  }

  /// Checks the work for a document, and for one that does not fit at its deepest place.
  private func check<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, _ document: AnyValue
  ) throws {
    // A document that does not fit is read a second time to find the failure, and a third time to find
    // its place.
    for (document, limit) in [(document, 8), (document.withWrongLeaf(), 24)] {
      let work = try onLargeStack {
        try Self.encoded(document).map { way, bytes in
          var isRead = false
          let work = ReadingWork.count { isRead = (try? Self.decode(type, way, bytes)) != nil }
          return (way, bytes.count, work, isRead)
        }
      }
      for (way, size, count, isRead) in work {
        if limit == 8 { #expect(isRead, "\(way), \(type), \(size) bytes") }
        #expect(count <= limit * size, "\(way), \(type), \(size) bytes")
      }
      let most = work.map { 10 * $0.2 / $0.1 }.max() ?? 0
      print("\(type), limit \(limit): \(most / 10).\(most % 10) times the bytes")
    }
  }

  /// Calls `body` on a thread with a stack for deep values without optimisation.
  private func onLargeStack<R>(_ body: () throws -> R) throws -> R {
    try withoutActuallyEscaping(body) { body in
      let call = Call(body: body)
      let thread = Thread { call.run() }
      thread.stackSize = 256 << 20
      thread.start()
      while !thread.isFinished { usleep(1000) }
      return try #require(call.result).get()
    }
  }

  /// The call of another thread, whose end its caller awaits.
  private final class Call<R>: @unchecked Sendable {
    private var body: (() throws -> R)?
    private(set) var result: Result<R, any Error>?

    init(body: @escaping () throws -> R) { self.body = body }

    /// Calls and releases the body, which must not outlive the call.
    func run() {
      result = body.map { body in Result { try body() } }
      body = nil
    }
  }
}

extension AnyValue {
  /// The value with a text at the end of the deepest array of numbers.
  fileprivate func withWrongLeaf() -> AnyValue {
    switch self {
    case .array(let elements) where elements.allSatisfy { $0.int != nil }:
      .array(elements + ["wrong"])
    case .array(let elements): .array(elements.map { $0.withWrongLeaf() })
    case .object(let object):
      members(object.map { ($0.key, $0.value.withWrongLeaf()) })
    default: self
    }
  }
}

/// A document of 1,000 numbers, so that the constant part of the work does not count.
private let numbers: AnyValue = .array((0..<1000).map { .number(AnyValue.Number($0)) })

private func members(_ list: (String, AnyValue)...) -> AnyValue { members(list) }

private func members(_ list: [(String, AnyValue)]) -> AnyValue {
  var object = AnyValue.Object()
  for (key, value) in list { object[key] = value }
  return .object(object)
}

private func nested(
  _ levels: Int, _ inner: AnyValue, _ wrap: (AnyValue) -> AnyValue
) -> AnyValue {
  (0..<levels).reduce(inner) { value, _ in wrap(value) }
}

@DirectCodable @Tagged(.internal("t"))
private indirect enum Internal: Equatable {
  case leaf(s: [Int])
  case node(y: Internal)

  static func document(_ levels: Int, _ random: inout SeededGenerator) -> AnyValue {
    nested(levels, members(("s", numbers), ("t", "leaf"))) { members(("y", $0), ("t", "node")) }
  }
}

@DirectCodable @Tagged(.adjacent(tag: "t", content: "c"))
private indirect enum Adjacent: Equatable {
  case leaf(s: [Int])
  case node(y: Adjacent)

  static func document(_ levels: Int, _ random: inout SeededGenerator) -> AnyValue {
    nested(levels, members(("c", members(("s", numbers))), ("t", "leaf"))) {
      members(("c", members(("y", $0))), ("t", "node"))
    }
  }
}

@DirectCodable @Tagged(.untagged)
private indirect enum Untagged: Equatable {
  case leaf(s: [Int])
  case numbered(y: Untagged, n: Int)
  case named(y: Untagged, n: String)
  case plain(y: Untagged)

  static func document(_ levels: Int, _ random: inout SeededGenerator) -> AnyValue {
    nested(levels, members(("s", numbers))) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: members(("y", $0), ("n", 1))
      case 1: members(("y", $0), ("n", "x"))
      default: members(("y", $0))
      }
    }
  }
}

@DirectCodable
private struct Flat: Equatable {
  var n: Int?
  @Flatten var inner: Members
  @Flatten var rest: [String: AnyValue]

  @DirectCodable
  struct Members: Equatable {
    var y: [Flat]?
    var s: [Int]?
  }

  static func document(_ levels: Int, _ random: inout SeededGenerator) -> AnyValue {
    nested(levels, members(("s", numbers))) {
      members(("z", 1), ("y", .array([$0])), ("n", 1))
    }
  }
}

/// Two flattened values that may be absent, and that read the same member.
@DirectCodable
private struct Alternatives: Equatable {
  var s: [Int]?
  @Flatten var numbered: Numbered?
  @Flatten var named: Named?

  @DirectCodable
  struct Numbered: Equatable {
    var y: [Alternatives]
    var n: Int
  }

  @DirectCodable
  struct Named: Equatable {
    var y: [Alternatives]
    var m: String
  }

  static func document(_ levels: Int, _ random: inout SeededGenerator) -> AnyValue {
    nested(levels, members(("s", numbers))) {
      members(("y", .array([$0])), Bool.random(using: &random) ? ("n", 1) : ("m", "x"))
    }
  }
}

@DirectCodable
private struct Renamed: Equatable {
  @Alias("late", "later") var y: [Renamed]?
  var s: [Int]?

  static func document(_ levels: Int, _ random: inout SeededGenerator) -> AnyValue {
    nested(levels, members(("s", numbers))) {
      members((Bool.random(using: &random) ? "late" : "later", .array([$0])))
    }
  }
}

@DirectCodable
private struct Deep: Equatable {
  @Key("a.b") var y: [Deep]?
  @Key("a.c") var n: Int?
  @Key("d") @Alias("a.e") var m: Int?
  var s: [Int]?

  static func document(_ levels: Int, _ random: inout SeededGenerator) -> AnyValue {
    nested(levels / 2 + 1, members(("s", numbers))) {
      members(("a", members(("b", .array([$0])), ("e", 1), ("c", 2))))
    }
  }
}

@DirectCodable
private struct Losing: Equatable {
  @Lossy var y: [Losing]
  var n: Int

  static func document(_ levels: Int, _ random: inout SeededGenerator) -> AnyValue {
    nested(levels, members(("y", .array([])), ("q", numbers), ("n", 1))) {
      members(("y", .array([$0])), ("n", "not a number"))
    }.replacing("n", with: 1)
  }
}

extension AnyValue {
  fileprivate func replacing(_ key: String, with value: AnyValue) -> AnyValue {
    guard case .object(let object) = self else { return self }
    return members(object.map { ($0.key, $0.key == key ? value : $0.value) })
  }
}

/// One of the types above at each level.
@DirectCodable @Tagged(.untagged)
private indirect enum Mixed: Equatable {
  case leaf(s: [Int])
  case labelled(Labelled)
  case numbered(u: Mixed, n: Int)
  case named(u: Mixed, n: String)
  case flat(Outer)

  @DirectCodable @Tagged(.internal("t"))
  indirect enum Labelled: Equatable {
    case one(i: Mixed)
    case two(i: Mixed, k: Int?)
  }

  @DirectCodable
  struct Outer: Equatable {
    @Flatten var inner: Inner
    @Flatten var rest: [String: Int]
    @Alias("later") var p: Int?
  }

  @DirectCodable
  struct Inner: Equatable {
    @Key("f.g") @Alias("h") var y: Mixed
  }

  static func document(_ levels: Int, _ random: inout SeededGenerator) -> AnyValue {
    nested(levels, members(("s", numbers))) {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: members(("i", $0), ("t", "one"))
      case 1: members(("k", 1), ("i", $0), ("t", "two"))
      case 2: members(("u", $0), ("n", 1))
      case 3: members(("u", $0), ("n", "x"))
      case 4: members(("f", members(("g", $0))), ("a", 1), ("later", 2))
      default: members(("h", $0), ("b", 3))
      }
    }
  }
}
