import Ferry
import Foundation
import Synchronization

/// Row 19: one coder of each kind, eight threads, 10^5 operations each. Built with
/// `--sanitize=thread`, every race is a report that ends the program.
enum ThreadStress {
  private struct Point: Codable, Equatable {
    var x: Int
    var name: String
    var values: [Double]
    var note: Note?
    struct Note: Codable, Equatable { var text: String }
  }

  static func run(_ report: inout Report) throws {
    let operations = scaled(100_000)
    let (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
    let (binaryDecoder, binaryEncoder) = (Binary.Decoder(), Binary.Encoder())
    let (yamlDecoder, yamlEncoder) = (YAML.Decoder(), YAML.Encoder())
    let document = JSON.document(#"{"a":[1,{"b":"x"},3],"c":{"d":[true,null]}}"#)
    let lazyBinary = Binary.document(try Binary.encode(["a": [1, 2, 3]]))
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var random = SeededGenerator(for: "thread \(thread)")
      let sample = DirectSample(&random)
      for index in 0..<operations {
        let point = Point(
          x: index, name: "point \(thread)", values: [Double(index), 0.5],
          note: index % 2 == 0 ? nil : .init(text: "é"))
        let isGood: Bool
        switch index % 10 {
        case 0, 1:
          isGood = (try? decoder.decode(Point.self, from: encoder.encode(point))) == point
        case 2, 3:
          isGood =
            (try? binaryDecoder.decode(Point.self, from: binaryEncoder.encode(point))) == point
        case 4:
          isGood = (try? yamlDecoder.decode(Point.self, from: yamlEncoder.encode(point))) == point
        case 5:
          isGood = (try? decoder.decode(DirectSample.self, from: encoder.encode(sample))) == sample
        case 6: isGood = (try? document.decode(String.self, at: "a[1].b")) == "x"
        case 7: isGood = (try? lazyBinary.decode(Int.self, at: "a[2]")) == 3
        case 8: isGood = (try? decoder.decode(Point.self, from: "{\"x\":\(index)}")) == nil
        default:
          // A copy has its own options, whatever other threads do.
          var copy = decoder
          copy.depthLimit = 500 + thread
          isGood = (try? copy.decode([Int].self, from: "[1,\(index)]")) == [1, index]
        }
        if !isGood { wrong.add(1, ordering: .relaxed) }
      }
    }
    let count = wrong.load(ordering: .relaxed)
    report.note(
      19, "8 threads x \(operations) operations on shared coders and documents\(sanitizer)",
      "\(count) wrong", isGood: count == 0)
    try tables(&report)
    types(&report)
    try streams(&report)
    try abandonedStreams(&report)
    try reload(&report)
  }

  /// Documents that all have other keys: threads remove the tables that others find.
  private static func tables(_ report: inout Report) throws {
    let operations = scaled(1_000_000)
    let models = (0..<64).map { ["key \($0)": $0] }
    let documents = try models.map { try Binary.encode($0) }
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      var random = SeededGenerator(for: "tables of thread \(thread)")
      for _ in 0..<operations {
        let index = random.int(0..<documents.count)
        let model = try? Binary.decode([String: Int].self, from: documents[index])
        if model != models[index] { wrong.add(1, ordering: .relaxed) }
      }
    }
    let count = wrong.load(ordering: .relaxed)
    report.note(
      19, "8 threads x \(operations) documents with other keys\(sanitizer)", "\(count) wrong",
      isGood: count == 0)
  }

  /// Records that several threads decode, in each format, in order and as they come, and with a
  /// function on the same threads.
  private static func streams(_ report: inout Report) throws {
    let points = (0..<scaled(50_000)).map { Point(x: $0, name: "point \($0)", values: [0.5]) }
    let json = try Array(points.map { try JSON.string($0) + "\n" }.joined().utf8)
    let yaml = try Array(points.map { try "--- \(JSON.string($0))\n" }.joined().utf8)
    var count = 0
    for cores in [2, 5] {
      for keepsOrder in [true, false] {
        let streams = [
          JSON.stream(Point.self, from: .bytes(json)), YAML.stream(Point.self, from: .bytes(yaml)),
        ]
        for stream in streams {
          for point in stream.inParallel(cores: cores, keepingOrder: keepsOrder) {
            if let point = try? point.get(), points[point.x] == point { count += 1 }
          }
          for name in stream.inParallel(cores: cores, keepingOrder: keepsOrder, { $0.name }) {
            if (try? name.get().hasPrefix("point ")) == true { count += 1 }
          }
        }
      }
    }
    report.note(
      19, "records decoded by several threads\(sanitizer)", "\(count)",
      isGood: count == 16 * points.count)
  }

  /// Parallel streams that end while their threads work. The caller keeps records of theirs.
  private static func abandonedStreams(_ report: inout Report) throws {
    let points = (0..<8000).map { Point(x: $0, name: "point \($0)", values: [0.5]) }
    let json = try Array(points.map { try JSON.string($0) + "\n" }.joined().utf8)
    var wrong = 0
    let streams = scaled(1000)
    for index in 0..<streams {
      let stream = JSON.stream(Point.self, from: .bytes(json)).inParallel(cores: 1 + index % 5)
      let kept = stream.prefix(index * 37 % 9000).map { try? $0.get() }
      for (index, point) in kept.enumerated() where point != points[index] { wrong += 1 }
    }
    report.note(
      19, "\(streams) parallel streams that end early\(sanitizer)", "\(wrong) wrong",
      isGood: wrong == 0)
  }

  static var sanitizer: String {
    #if FERRY_THREAD_SANITIZER
    ", thread sanitizer on"
    #else
    ""
    #endif
  }
}
