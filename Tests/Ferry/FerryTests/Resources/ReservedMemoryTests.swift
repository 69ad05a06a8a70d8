import Ferry
import FerryCBOR
import FerryMacros
import FerryMessagePack
import FerryTestSupport
import Testing

/// SECURITY.md: memory is reserved for the larger of 64 KiB and twice the elements already read,
/// whatever a document states.
@Suite(.serialized, .enabled(if: AllocationCounter.isAvailable))
struct ReservedMemoryTests {
  /// Bytes of a tape for each element: a node of 8 bytes. A member is two nodes; YAML also keeps their offsets,
  /// 16 bytes, and `Codable` asks for an array of all keys, 24 bytes. Memory that doubles takes up to three
  /// times its contents while it is copied. How much it takes depends on the memory that the pool had.
  private static func tapeSize(_ document: HostileDocument) -> Int {
    3 * (document.isObject ? 16 + 16 + 24 : 8)
  }

  private func expectCheap(
    _ document: HostileDocument, _ model: HostileModel, _ size: Int, mustFail: Bool
  ) {
    var error: (any Error)?
    let peak = AllocationCounter.balance {
      do { try model.decode(document) } catch let thrown { error = thrown }
    }.peak
    #expect(peak <= size, "\(document.name), \(model.name): \(peak) of \(size) bytes")
    #expect(!mustFail || error != nil, "\(document.name), \(model.name)")
  }

  @Test("an array with a wrong first element reserves little memory", arguments: [1000, 20_000])
  func wrongElements(count: Int) throws {
    for document in try HostileDocument.wrongElements(count) {
      let size = 1 << 20 + 2 * document.bytes.count + Self.tapeSize(document) * document.count
      for model in HostileModel.all {
        expectCheap(document, model, size, mustFail: true)
      }
    }
  }

  @Test("a stated count or length without contents reserves little memory")
  func falseCounts() {
    for document in HostileDocument.falseCounts() {
      let size = 1 << 20 + 2 * document.bytes.count
      for model in HostileModel.all { expectCheap(document, model, size, mustFail: true) }
    }
  }

  @Test("a batch of records reserves memory for the records that are read")
  func records() throws {
    let lines = Array(String(repeating: "1\n", count: 5000).utf8)
    func expectCheap<T: Decodable & Sendable>(_ stream: RecordStream<T>) {
      var failures = 0
      let peak = AllocationCounter.balance {
        for record in stream { if (try? record.get()) == nil { failures += 1 } }
      }.peak
      #expect(failures > 0)
      #expect(peak <= 8 << 20, "\(T.self): \(peak) bytes")
    }
    expectCheap(JSON.stream(TableHuge.self, from: .bytes(lines)))
    expectCheap(JSON.stream(PlainHuge.self, from: .bytes(lines)))
  }

  @Test("a long array of a known count has memory for about its elements")
  func knownCount() throws {
    let numbers = (0..<20_000).map { $0 % 2 == 0 ? Int.max : $0 }
    func expectFit<T>(_ array: [T], _ name: String) {
      #expect(array.count == numbers.count, "\(name)")
      #expect(array.capacity <= numbers.count * 9 / 8, "\(name): \(array.capacity)")
    }
    struct Plain: Codable { var number: Int? }
    for way in HostileDocument.Way.all where way != .json && way != .jsonByTape {
      let bytes = try way.encode(.array(numbers.map { .number(.init($0)) }))
      expectFit(try way.decode([Int].self, bytes), "\(way) [Int]")
      expectFit(try way.decode([Int?].self, bytes), "\(way) [Int?]")
      let objects = try way.encode(.array(numbers.map { ["number": .number(.init($0))] }))
      expectFit(try way.decode([Plain].self, objects), "\(way) [Plain]")
      expectFit(try way.decode([TableNumber].self, objects), "\(way) [TableNumber]")
    }
  }
}

@DirectCodable struct TableNumber { var number: Int? }
