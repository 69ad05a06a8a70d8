import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

/// Forms that only the tape's writer makes: packed lists of all kinds, wide numbers, nested nulls.
@Suite("Direct reading of every form of the binary format")
struct DirectFormsTests {
  /// Reads its members by name, and a list of numbers element by element.
  struct Person: DirectDecodable, Equatable {
    var name = ""
    var age: Int?
    var scores: Set<Double> = []
    var friends: [Person] = []
    var isActive: Bool?

    init(_ name: String, age: Int? = nil) { (self.name, self.age) = (name, age) }

    init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
      var object = try reader.beginObject()
      while let key = try reader.nextKey(&object) {
        switch key {
        case "name": name = try reader.read()
        case "age": age = try reader.read()
        case "scores": scores = try reader.read()
        case "friends": friends = try reader.read()
        case "isActive": isActive = try reader.read()
        default: try reader.skipValue()
        }
      }
    }
  }

  private func value(_ person: Person) -> Value {
    var members: [Value.Pair] = [.init(key: "name", value: .text(person.name))]
    members.append(.init(key: "age", value: person.age.map { .int(Int64($0)) } ?? .null))
    if !person.scores.isEmpty {
      members.append(
        .init(key: "scores", value: .list(person.scores.sorted().map { .double($0) })))
    }
    if !person.friends.isEmpty {
      members.append(.init(key: "friends", value: .list(person.friends.map(value))))
    }
    if let isActive = person.isActive {
      members.append(.init(key: "isActive", value: .bool(isActive)))
    }
    return .map(members)
  }

  private func people(_ count: Int, depth: Int = 1) -> [Person] {
    (0..<count).map { index in
      var person = Person(
        index % 3 == 0 ? "a name that comes again and again" : "name \(index)",
        age: index % 4 == 0 ? nil : index)
      if index % 2 == 0 { person.scores = Set((0..<10).map { Double($0 * index) / 4 }) }
      if depth > 0, index % 5 == 0 { person.friends = people(6, depth: depth - 1) }
      person.isActive = index % 7 == 0 ? nil : index % 2 == 0
      return person
    }
  }

  private static let options = (0..<66 as Range<UInt64>).map { BinaryWriter.Options(round: $0) }

  @Test("models with packed arrays are read")
  func models() throws {
    let people = people(300)
    let list = Value.list(people.map(value))
    for options in Self.options {
      let bytes = try document(list, options)
      #expect(directlyRead([Person].self, bytes) == people, "\(options)")
      #expect(directlySkips(bytes))
    }
  }

  @Test("random documents are read, skipped and rejected as on the tape")
  func documents() throws {
    let seed = SeededGenerator(for: "DirectFormsTests").seed
    for round in 0..<(isDebugBuild ? 400 : 4000) as Range<UInt64> {
      var random = RandomSample(generator: SeededGenerator(seed: seed &+ round))
      var bytes = try document(random.next(), BinaryWriter.Options(round: round))
      expectAsOnTape(bytes, "FERRY_SEED=\(seed &+ round)")
      var generator = SeededGenerator(seed: seed &+ round)
      for _ in 0..<6 where bytes.count > 3 {
        generator.damage(&bytes, in: 2..<bytes.count)
        expectAsOnTape(bytes, "FERRY_SEED=\(seed &+ round) \(hexText(bytes))")
      }
    }
  }

  struct Instant: DirectDecodable {
    var seconds: Double?

    init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
      seconds = try reader.readDate()
    }
  }

  @Test("the number of a date is not an entry of the value table")
  func dateOfEntry() {
    let tables: [UInt8] = [0xB5, 0x20, 5, 0, 0, 1, 0x51, 0x64]
    #expect(directlyRead(Instant.self, tables + [0xF8, 0xD0, 0x64])?.seconds == 100)
    for number: [UInt8] in [[0xB0], [0xEF, 0]] {
      #expect(directlyRead(Instant.self, tables + [0xF8] + number) == nil)
      expectAsOnTape(tables + [0xF8] + number, "a date")
    }
  }

  /// Reads each element twice, and some of them again when others were read.
  struct Again: DirectDecodable {
    let people: [Person]

    init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
      var people: [Person] = []
      var list = try reader.beginList()
      while try reader.nextElement(&list) {
        let start = reader.mark()
        _ = try? [Int](from: &reader)
        reader.rewind(to: start)
        let person = try Person(from: &reader)
        let behind = reader.mark()
        reader.rewind(to: start)
        people.append(try Person(from: &reader))
        reader.rewind(to: behind)
        #expect(people.last == person)
      }
      self.people = people
    }
  }

  @Test("a type goes back to a mark in elements that are packed")
  func marks() throws {
    let people = people(400)
    for options in Self.options {
      let bytes = try document(.list(people.map(value)), options)
      #expect(directlyRead(Again.self, bytes)?.people == people)
    }
  }

  /// Leaves containers out of turn. The keys that it sees are keys of the document all the same.
  struct Unruly: DirectDecodable {
    static func expectKey(_ key: FieldKey) {
      switch key {
      case "name", "age", "scores", "friends", "isActive": break
      default: Issue.record("a key of \(key.count) bytes that the document does not have")
      }
    }

    init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
      var outer = try reader.beginList()
      guard try reader.nextElement(&outer) else { return }
      var inner = try reader.beginObject()
      while let key = try reader.nextKey(&inner) {
        Self.expectKey(key)
        guard "friends" ~= key else {
          try reader.skipValue()
          continue
        }
        var list = try reader.beginList()
        guard try reader.nextElement(&list) else { return }
        var object = try reader.beginObject()
        while let key = try reader.nextKey(&object) {
          Self.expectKey(key)
          try reader.skipValue()
        }
        while let key = try reader.nextKey(&inner) {
          Self.expectKey(key)
          try reader.skipValue()
        }
        while try reader.nextElement(&outer) { try reader.skipValue() }
      }
    }
  }

  @Test("a type that leaves containers out of turn sees keys of the document only")
  func unruly() throws {
    let people = people(300)
    for options in Self.options {
      let bytes = try document(.list(people.map(value)), options)
      let isRead = directlyRead(Unruly.self, bytes) != nil
      // The outcome does not depend on memory, and the next reader is not affected.
      #expect((directlyRead(Unruly.self, bytes) != nil) == isRead, "\(options)")
      #expect(directlyRead([Person].self, bytes) == people, "\(options)")
    }
  }

  @Test("a text that thousands of objects share is one string and one copy")
  func sharedTexts() throws {
    let text = String(repeating: "a long text ", count: 40)
    let people = (0..<2000).map { Person(text, age: $0) }
    let bytes = try document(.list(people.map(value)), BinaryWriter.Options())
    #expect(bytes.count < 40_000)
    let read = try #require(directlyRead([Person].self, bytes))
    #expect(read.count == people.count && read.allSatisfy { $0.name.utf8.count == 480 })
    // All names but the first are in the same memory.
    let addresses = Set(
      read.map {
        $0.name.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
      })
    #expect(addresses.count == 2)
  }
}
