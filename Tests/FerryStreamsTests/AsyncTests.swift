import Ferry
import Foundation
import Testing

@Suite struct AsyncTests {
  typealias Item = ParallelTests.Item

  /// Chunks of a size, one after the other, counted as they are asked for.
  struct Chunks: AsyncSequence {
    typealias Element = ArraySlice<UInt8>
    let bytes: [UInt8]
    let size: Int
    var asked: (@Sendable () -> Void)?

    struct Iterator: AsyncIteratorProtocol {
      var rest: ArraySlice<UInt8>
      let size: Int
      let asked: (@Sendable () -> Void)?

      mutating func next() async throws -> ArraySlice<UInt8>? {
        asked?()
        await Task.yield()
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size)
      }
    }

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...], size: size, asked: asked) }
  }

  @Test(arguments: [1, 7, 1000, 65_536, 1 << 20])
  func chunksOfAnySize(_ size: Int) async throws {
    let items = Array(ParallelTests.items.prefix(size == 1 ? 500 : 5000))
    let chunks = Chunks(bytes: try ParallelTests.lines(items), size: size)
    var found: [Item] = []
    for try await item in JSON.stream(Item.self, from: chunks) { found.append(item) }
    #expect(found == items)
  }

  @Test func bytesOneByOne() async throws {
    let items = Array(ParallelTests.items.prefix(300))
    let bytes = try ParallelTests.lines(items)
    let stream = AsyncStream(UInt8.self) { continuation in
      for byte in bytes { continuation.yield(byte) }
      continuation.finish()
    }
    var found: [Item] = []
    for try await item in JSON.stream(Item.self, from: stream) { found.append(item) }
    #expect(found == items)
  }

  @Test func aRecordComesBeforeTheBytesBehindIt() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
    var iterator = JSON.stream(Int.self, from: stream).makeAsyncIterator()
    for byte in "12\n".utf8 { continuation.yield(byte) }
    #expect(try await iterator.next() == 12)
    for byte in "[".utf8 { continuation.yield(byte) }
    continuation.finish()
    await #expect(throws: RecordError.self) { _ = try await iterator.next() }
  }

  @Test func errorsEndItOrAreElements() async throws {
    let chunks = Chunks(bytes: Array("1\nx\n3\n".utf8), size: 2)
    var found: [Int] = []
    await #expect(throws: RecordError.self) {
      for try await number in JSON.stream(Int.self, from: chunks) { found.append(number) }
    }
    #expect(found == [1])
    let going = JSON.stream(
      Int.self, from: chunks, options: StreamOptions(continuesAfterErrors: true))
    var texts: [String] = []
    for try await result in going.results {
      switch result {
      case .success(let number): texts.append("\(number)")
      case .failure(let error): texts.append("#\(error.number) line \(error.place?.line ?? 0)")
      }
    }
    #expect(texts == ["1", "#2 line 2", "3"])
  }

  @Test func cancellationEndsIt() async throws {
    let bytes = try ParallelTests.lines(ParallelTests.items)
    let task = Task {
      var count = 0
      for try await _ in JSON.stream(Item.self, from: Chunks(bytes: bytes, size: 1000)) {
        count += 1
        if count == 100 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func cancellationIsNoticedWithinAChunk() async throws {
    let bytes = try ParallelTests.lines(ParallelTests.items)
    let task = Task {
      for try await _ in JSON.stream(Item.self, from: Chunks(bytes: bytes, size: bytes.count)) {
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(arguments: ["{\"id\":1}\n", "{\"id\":1}\n{\"id\""])
  func aSourceThatEndsOnCancellationIsNotAtItsEnd(text: String) async throws {
    let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
    continuation.yield(Array(text.utf8))
    let task = Task {
      for try await _ in JSON.stream([String: Int].self, from: chunks) {
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// A model that decodes nothing until it is asked.
  private struct Lazy: Decodable {
    private enum Key: CodingKey { case text }
    private let decoder: any Decoder

    init(from decoder: any Decoder) { self.decoder = decoder }

    func text() throws -> String {
      try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .text)
    }
  }

  @Test func aDecoderThatIsKeptOutlivesALoopThatEndsEarly() async throws {
    var kept: [Lazy] = []
    for round in 0..<20 {
      let lines = (0..<1000).map { "{\"text\":\"record \($0) of the stream \(round)\"}\n" }
      let chunks = Chunks(bytes: Array(lines.joined().utf8), size: 1 << 16)
      var count = 0
      for try await record in JSON.stream(Lazy.self, from: chunks) {
        count += 1
        guard count == 500 else { continue }
        kept.append(record)
        break
      }
    }
    // Memory that a stream has given back is that of the next one.
    let found = try kept.map { try $0.text() }
    #expect(found == (0..<20).map { "record 499 of the stream \($0)" })
  }

  @Test func chunksAreAskedForOneAtATime() async throws {
    final class Asked: @unchecked Sendable {
      private let lock = NSLock()
      private var value = 0
      var count: Int { lock.withLock { value } }
      func increment() { lock.withLock { value += 1 } }
    }
    let asked = Asked()
    let chunks = Chunks(bytes: Array("1\n2\n3\n4\n".utf8), size: 2) { asked.increment() }
    var iterator = JSON.stream(Int.self, from: chunks).makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    #expect(asked.count == 1)
    #expect(try await iterator.next() == 2)
    #expect(asked.count == 2)
  }
}
