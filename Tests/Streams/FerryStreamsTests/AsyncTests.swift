import FerryCoders
import FerryJSON
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

  @Test("records come from chunks of any size", arguments: [1, 7, 1000, 65_536, 1 << 20])
  func chunksOfAnySize(_ size: Int) async throws {
    let items = Array(ParallelTests.items.prefix(size == 1 ? 500 : 5000))
    let chunks = Chunks(bytes: try ParallelTests.lines(items), size: size)
    var found: [Item] = []
    for await item in JSON.stream(Item.self, from: .chunks(chunks)) { found.append(try item.get()) }
    #expect(found == items)
  }

  @Test("records come from bytes one by one")
  func bytesOneByOne() async throws {
    let items = Array(ParallelTests.items.prefix(300))
    let bytes = try ParallelTests.lines(items)
    let stream = AsyncStream(UInt8.self) { continuation in
      for byte in bytes { continuation.yield(byte) }
      continuation.finish()
    }
    var found: [Item] = []
    for await item in JSON.stream(Item.self, from: .byteSequence(stream)) {
      found.append(try item.get())
    }
    #expect(found == items)
  }

  @Test("a record is delivered before the bytes after it arrive")
  func aRecordComesBeforeTheBytesBehindIt() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: UInt8.self)
    var iterator = JSON.stream(Int.self, from: .byteSequence(stream)).makeAsyncIterator()
    for byte in "12\n".utf8 { continuation.yield(byte) }
    #expect(try await iterator.next()?.get() == 12)
    for byte in "[".utf8 { continuation.yield(byte) }
    continuation.finish()
    let failed = await iterator.next()
    #expect(throws: Problem.self) { _ = try failed?.get() }
  }

  @Test(
    "an error of a record is the last element, or one element of many", arguments: [false, true])
  func errorsOfRecords(continuesAfterErrors: Bool) async throws {
    let chunks = Chunks(bytes: Array("1\nx\n3\n".utf8), size: 2)
    let stream = JSON.stream(
      Int.self, from: .chunks(chunks),
      options: StreamOptions(continuesAfterErrors: continuesAfterErrors))
    var texts: [String] = []
    for await result in stream {
      switch result {
      case .success(let number): texts.append("\(number)")
      case .failure(let error as Problem):
        texts.append("#\(error.record ?? 0) line \(error.place?.line ?? 0)")
      case .failure(let error): texts.append("\(error)")
      }
    }
    #expect(texts == ["1", "#2 line 2"] + (continuesAfterErrors ? ["3"] : []))
  }

  @Test("an error of the source is the last element")
  func errorsOfTheSource() async throws {
    struct Lost: Error {}
    let chunks = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield(Array("1\n2".utf8))
      continuation.finish(throwing: Lost())
    }
    var iterator = JSON.stream(Int.self, from: .chunks(chunks)).makeAsyncIterator()
    #expect(try await iterator.next()?.get() == 1)
    let failed = await iterator.next()
    #expect(throws: Lost.self) { _ = try failed?.get() }
    #expect(await iterator.next() == nil)
  }

  /// The errors of a stream that is read to its end in a task, which cancels itself after `count`
  /// records.
  private static func errors<T: Decodable & SendableMetatype>(
    _ type: T.Type, from makeSource: @escaping @Sendable () -> AsyncStreamSource,
    cancelledAfter count: Int
  ) async -> [String] {
    let task = Task {
      var read = 0
      var errors: [String] = []
      for await record in JSON.stream(T.self, from: makeSource()) {
        switch record {
        case .success: read += 1
        case .failure(let error): errors.append("\(Swift.type(of: error))")
        }
        if read == count { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return errors
    }
    return await task.value
  }

  @Test("cancellation is the last element", arguments: [1000, 1 << 24])
  func cancellationEndsIt(size: Int) async throws {
    let bytes = try ParallelTests.lines(ParallelTests.items)
    let errors = await Self.errors(
      Item.self, from: { .chunks(Chunks(bytes: bytes, size: size)) }, cancelledAfter: 100)
    #expect(errors == ["CancellationError"])
  }

  @Test(
    "a source that ends on cancellation is not at its end",
    arguments: ["{\"id\":1}\n", "{\"id\":1}\n{\"id\""])
  func aSourceThatEndsOnCancellation(text: String) async throws {
    let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
    continuation.yield(Array(text.utf8))
    let errors = await Self.errors(
      [String: Int].self, from: { .chunks(chunks) }, cancelledAfter: 1)
    #expect(errors == ["CancellationError"])
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

  @Test("a decoder outlives a loop that ends early")
  func aDecoderThatIsKeptOutlivesALoopThatEndsEarly() async throws {
    var kept: [Lazy] = []
    for round in 0..<20 {
      let lines = (0..<1000).map { "{\"text\":\"record \($0) of the stream \(round)\"}\n" }
      let chunks = Chunks(bytes: Array(lines.joined().utf8), size: 1 << 16)
      var count = 0
      for await record in JSON.stream(Lazy.self, from: .chunks(chunks)) {
        count += 1
        guard count == 500 else { continue }
        kept.append(try record.get())
        break
      }
    }
    // Memory that a stream has given back is that of the next one.
    let found = try kept.map { try $0.text() }
    #expect(found == (0..<20).map { "record 499 of the stream \($0)" })
  }

  @Test("chunks are requested one at a time")
  func chunksAreAskedForOneAtATime() async throws {
    final class Asked: @unchecked Sendable {
      private let lock = NSLock()
      private var value = 0
      var count: Int { lock.withLock { value } }
      func increment() { lock.withLock { value += 1 } }
    }
    let asked = Asked()
    let chunks = Chunks(bytes: Array("1\n2\n3\n4\n".utf8), size: 2) { asked.increment() }
    var iterator = JSON.stream(Int.self, from: .chunks(chunks)).makeAsyncIterator()
    #expect(try await iterator.next()?.get() == 1)
    #expect(asked.count == 1)
    #expect(try await iterator.next()?.get() == 2)
    #expect(asked.count == 2)
  }
}
