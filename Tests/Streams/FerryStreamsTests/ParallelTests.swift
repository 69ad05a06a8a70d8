import FerryCoders
import FerryJSON
import Ferry
import FerryBase
import FerryStreams
import FerryTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct ParallelTests {
  struct Item: Codable, Equatable, Sendable {
    var id: Int
    var text: String
  }

  static let items = (0..<20_000).map { Item(id: $0, text: String(repeating: "é", count: $0 % 50)) }

  static func lines(_ items: [Item]) throws -> [UInt8] {
    try items.reduce(into: []) { bytes, item in
      bytes += try JSON.encode(item)
      bytes.append(0x0A)
    }
  }

  @Test("parallel decoding keeps the order", arguments: [1, 2, 5])
  func orderIsKept(_ cores: Int) throws {
    let bytes = try Self.lines(Self.items)
    let stream = JSON.stream(Item.self, from: .bytes(bytes)).inParallel(cores: cores)
    #expect(try stream.map { try $0.get() } == Self.items)
  }

  @Test("parallel decoding without an order yields the same records")
  func orderIsGivenUpWhenAsked()
    throws
  {
    let bytes = try Self.lines(Self.items)
    let stream = JSON.stream(Item.self, from: .bytes(bytes)).inParallel(
      cores: 3, keepingOrder: false)
    #expect(try stream.map { try $0.get() }.sorted { $0.id < $1.id } == Self.items)
  }

  @Test("errors keep their record numbers")
  func errorsKeepTheirNumbers() throws {
    var lines = String(decoding: try Self.lines(Self.items), as: UTF8.self).split(separator: "\n")
    let bad = [0, 777, 778, 15_000, 19_999]
    for index in bad { lines[index] = "{\"id\":\(index),\"text\":}" }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    for keepsOrder in [true, false] {
      let stream = JSON.stream(
        Item.self, from: .bytes(bytes), options: StreamOptions(continuesAfterErrors: true))
      var found: [Int] = []
      for case .failure(let error as Problem)
        in stream.inParallel(cores: 4, keepingOrder: keepsOrder)
      {
        #expect(error.place?.line == error.record)
        found.append((error.record ?? 0) - 1)
      }
      #expect((keepsOrder ? found : found.sorted()) == bad)
    }
    let first = JSON.stream(Item.self, from: .bytes(Array(bytes.drop { $0 != 0x0A }))).inParallel(
      cores: 3)
    var count = 0
    for result in first {
      count += 1
      if count == 777 { #expect(throws: Problem.self) { try result.get() } }
    }
    #expect(count == 777)
  }

  @Test("records are transformed in order", arguments: [1, 2, 5])
  func recordsAreTransformedInOrder(_ cores: Int) throws {
    let bytes = try Self.lines(Self.items)
    let lengths = JSON.stream(Item.self, from: .bytes(bytes))
      .inParallel(cores: cores) { $0.text.utf8.count }
    #expect(try lengths.map { try $0.get() } == Self.items.map(\.text.utf8.count))
  }

  struct Refused: Error {}

  @Test("an error of a transform has the number of its record", arguments: [true, false])
  func whatATransformThrowsIsAnErrorOfItsRecord(_ continues: Bool) throws {
    let bytes = try Self.lines(Self.items)
    let stream = JSON.stream(
      Item.self, from: .bytes(bytes), options: StreamOptions(continuesAfterErrors: continues))
    let results = Array(
      stream.inParallel(cores: 3) { item in
        guard item.id % 5000 != 4999 else { throw Refused() }
        return item.id
      })
    var expected = 0
    for result in results {
      switch result {
      case .success(let id): #expect(id == expected)
      case .failure(let error as Problem):
        #expect(error.underlyingError is Refused && error.record == expected + 1)
        #expect(error.place?.line == error.record && error.place?.column == 1)
      case .failure(let error): Issue.record(error)
      }
      expected += 1
    }
    #expect(results.count == (continues ? Self.items.count : 5000))
  }

  /// Counts the objects that were decoded and not freed.
  final class Counted: Decodable, Sendable {
    static let living = Mutex(0)
    let id: Int

    private enum CodingKeys: CodingKey { case id }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
      Self.living.withLock { $0 += 1 }
    }

    deinit { Self.living.withLock { $0 -= 1 } }
  }

  /// Records go back to the thread that made them, and are freed there.
  @Test(
    "a record is freed unless the caller keeps it", .serialized,
    arguments: [1, 2, 5])
  func recordsAreKeptByWhoTookThemAndFreedOtherwise(_ cores: Int) async throws {
    let bytes = try Self.lines(Self.items)
    for taken in [0, 1, 5000, Self.items.count] {
      var kept: [Counted] = []
      let stream = JSON.stream(Counted.self, from: .bytes(bytes)).inParallel(cores: cores)
      for result in stream.prefix(taken) {
        let record = try result.get()
        if record.id % 100 == 0 { kept.append(record) }
      }
      #expect(kept.map(\.id) == Array(stride(from: 0, to: taken, by: 100)))
      // The threads stop on their own time.
      let count = kept.count
      #expect(await eventually { Counted.living.withLock { $0 } <= count })
      #expect(Counted.living.withLock { $0 } == count)
      kept = []
      #expect(await eventually { Counted.living.withLock { $0 } == 0 })
    }
  }

  /// A caller that waits for records does not wait for a source without new bytes.
  @Test(
    "a complete record is delivered before the source continues",
    arguments: [1, 2, 5])
  func recordsThatAreThereAreHandedOut(_ cores: Int) throws {
    let pipe = Pipe()
    let stream = JSON.stream(
      Item.self, from: .descriptor(pipe.fileHandleForReading.fileDescriptor))
    var iterator = stream.inParallel(cores: cores).makeIterator()
    for item in Self.items.prefix(20) {
      try pipe.fileHandleForWriting.write(contentsOf: Self.lines([item]))
      #expect(try iterator.next()?.get() == item)
    }
    try pipe.fileHandleForWriting.close()
    #expect(iterator.next() == nil)
  }

  /// A caller that takes no records stops the reading of the source.
  @Test("a slow consumer stops the source")
  func backPressure() throws {
    final class Counter: @unchecked Sendable {
      private let lock = NSLock()
      private var value = 0
      var count: Int { lock.withLock { value } }
      func increment() { lock.withLock { value += 1 } }
    }
    let counter = Counter()
    let chunk = Array((try Self.lines(Array(Self.items.prefix(500))))[...])
    let chunks = (0..<10_000).lazy.map { _ in
      counter.increment()
      return chunk[...]
    }
    var iterator = JSON.stream(Item.self, from: .chunks(chunks)).inParallel(cores: 2).makeIterator()
    #expect(iterator.next() != nil)
    Thread.sleep(forTimeInterval: 0.2)
    #expect(counter.count < 30, "\(counter.count)")
  }

  @Test("a dropped stream does not read the file that gets the number of its descriptor")
  func reusedDescriptor() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data("[1]\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    do {
      let stream = JSON.stream(Int.self, from: .descriptor(ends[0]), as: .lines)
      let iterator = stream.inParallel(cores: 2).makeIterator()
      // Its thread waits for bytes then.
      usleep(50_000)
      withExtendedLifetime(iterator) {}
    }
    let other = open(file.path, O_RDONLY)
    dup2(other, ends[0])
    close(ends[1])
    usleep(50_000)
    #expect(lseek(other, 0, SEEK_CUR) == 0)
    close(ends[0])
    close(other)
  }

  /// A thread that waits for bytes when the iterator goes asks for no more when they come.
  @Test("a dropped stream requests no more bytes")
  func aDroppedStreamLeavesItsSourceAlone() {
    /// Delivers the start of a record, waits, and delivers more of it for ever.
    final class Stalling: IteratorProtocol, Sequence, @unchecked Sendable {
      static let asked = DispatchSemaphore(value: 0)
      static let proceed = DispatchSemaphore(value: 0)
      static let gone = DispatchSemaphore(value: 0)
      static let count = Mutex(0)

      deinit { Self.gone.signal() }

      func next() -> [UInt8]? {
        let count = Self.count.withLock { count in
          count += 1
          return count
        }
        if count == 2 {
          Self.asked.signal()
          Self.proceed.wait()
        }
        return Array("[1,".utf8)
      }
    }
    do {
      let stream = JSON.stream([Int].self, from: .chunks(Stalling()), as: .lines)
      let iterator = stream.inParallel(cores: 2).makeIterator()
      Stalling.asked.wait()
      withExtendedLifetime(iterator) {}
    }
    Stalling.proceed.signal()
    Stalling.gone.wait()
    #expect(Stalling.count.withLock { $0 } == 2)
  }

  /// A system that has no more threads has the caller's.
  @Test(
    "without other threads, the calling thread decodes",
    arguments: [1, 2, 5])
  func withoutThreadsTheCallerWorksAlone(_ count: Int) throws {
    var lines = (0..<100).map { Array("\($0)\n".utf8) }[...]
    let workers = BatchWorkers(
      count,
      fetch: {
        guard let line = lines.popFirst() else { return nil }
        var feed = Feed(RecordFormat.jsonLines().makeFraming())
        _ = line.withByteView { feed.append($0) }
        return feed.take(isLast: true)
      },
      worker: { _ in { String(decoding: $0.bytes, as: UTF8.self) } },
      startThread: { _ in false })
    var found = ""
    while let text = try workers.next() { found += text }
    #expect(found == (0..<100).map { "\($0)\n" }.joined())
    #expect(try workers.next() == nil)
  }

  @Test("a missing file is an error")
  func aFileThatIsNotThereIsAnError() {
    let source = StreamSource.file("/no/such/file.ndjson")
    for results in [
      Array(JSON.stream(Item.self, from: source)),
      Array(JSON.stream(Item.self, from: source).inParallel(cores: 2)),
    ] {
      #expect(results.count == 1)
      guard case .failure(let error as Problem) = results[0] else {
        Issue.record("\(results)")
        return
      }
      #expect(error.category == .system && error.errorNumber == ENOENT)
    }
  }

  @Test("files of the corpora are the same records on many threads")
  func corporaInParallel() throws {
    guard let bytes = try Corpora.bytes("json/records.json") else { return }
    let part = Array(bytes.prefix(isDebugBuild ? 1_000_000 : bytes.count))
    let single = JSON.stream(AnyValue.self, from: .bytes(part), as: .elements).map(Outcome.text)
    let parallel = JSON.stream(AnyValue.self, from: .bytes(part), as: .elements).inParallel(
      cores: 2
    )
    .map(Outcome.text)
    #expect(single == parallel && single.count > 1000)
  }
}
