import Ferry
import Foundation
import Testing

// The examples of the article Streams.

@Suite("Streams")
struct StreamSnippets {
  struct Event: Codable, Equatable, Sendable {
    var id: Int
    var level: String
  }

  static let lines = "{\"id\":1,\"level\":\"info\"}\n{\"id\":2,\"level\":\"error\"}\n"

  @Test("the snippet of reading records compiles and runs")
  func reading() async throws {
    let folder = try Folder([
      "events.ndjson": Self.lines,
      "big.json": #"{"data":{"items":[{"id":1,"level":"info"},{"id":2,"level":"error"}]}}"#,
      "manifests.yaml": "id: 1\nlevel: info\n---\nid: 2\nlevel: error\n",
    ])
    let (events, big) = (folder.file("events.ndjson"), folder.file("big.json"))
    var ids: [Int] = []
    func use(_ event: Event) { ids.append(event.id) }
    var levels: [String: Int] = [:]
    func count(_ level: String) { levels[level, default: 0] += 1 }
    let chunks = AsyncStream<[UInt8]> { continuation in
      for piece in [Self.lines.prefix(9), Self.lines.dropFirst(9)] {
        continuation.yield(Array(piece.utf8))
      }
      continuation.finish()
    }

    // On demand and on one thread, in the memory of one batch of records.
    for event in JSON.stream(Event.self, from: .file(events)) { use(try event.get()) }

    // On all cores, in order. With keepingOrder: false, as soon as they are ready.
    for event in JSON.stream(Event.self, from: .file(events)).inParallel() {
      use(try event.get())
    }

    // Each core applies the closure and returns only its result.
    for level in JSON.stream(Event.self, from: .file(events)).inParallel({ $0.level }) {
      count(try level.get())
    }

    // Chunks that arrive over time. The stream requests a chunk when all records before it are used.
    for await event in JSON.stream(Event.self, from: .chunks(chunks)) { use(try event.get()) }

    // Elements of an array inside a large document.
    for event in JSON.stream(Event.self, from: .file(big), as: .elementsAt("data.items")) {
      use(try event.get())
    }

    #expect(ids == [1, 2, 1, 2, 1, 2, 1, 2])
    #expect(levels == ["info": 1, "error": 1])

    #if FERRY_YAML
    let manifests = folder.file("manifests.yaml")

    // YAML documents. `Binary.stream` reads record files in the same way.
    for event in YAML.stream(Event.self, from: .file(manifests)) { use(try event.get()) }

    #expect(ids.count == 10)
    #endif
  }

  @Test("the snippet of record files compiles and runs")
  func recordFiles() throws {
    let folder = try Folder()
    let records = folder.file("events.ferry")
    var ids: [Int] = []
    func use(_ event: Event) { ids.append(event.id) }
    let writer = try Binary.recordWriter(for: Event.self, to: .file(records))
    for id in 1...3 { try writer.write(Event(id: id, level: "info")) }
    try writer.finish()

    // Records of a record file by number, and in parts for several threads.
    let file = try Binary.RecordFile<Event>(path: records)
    let last = try file.record(at: file.count - 1)
    for part in file.parts(4) {
      for event in part { use(try event.get()) }
    }

    #expect(last?.id == 3)
    #expect(ids == [1, 2, 3])
  }

  @Test("the snippet of writing records compiles and runs")
  func writing() throws {
    let folder = try Folder()
    let path = folder.file("errors.ndjson")
    let events = [Event(id: 2, level: "error")]

    // Write records. The file gets its name when the writer finishes.
    let writer = try JSON.recordWriter(for: Event.self, to: .file(path))
    for event in events { try writer.write(event) }
    try writer.finish()

    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "{\"id\":2,\"level\":\"error\"}\n")
  }
}
