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
    try streams(&report)
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

  /// Records that are decoded on several threads.
  private static func streams(_ report: inout Report) throws {
    let lines = (0..<scaled(50_000)).map { "{\"x\":\($0)}\n" }.joined()
    var count = 0
    for _ in 0..<4 {
      for record in JSON.stream([String: Int].self, from: .bytes(Array(lines.utf8))).inParallel(
        cores: 2)
      {
        if (try? record.get()) != nil { count += 1 }
      }
    }
    report.note(
      19, "records decoded by two threads\(sanitizer)", "\(count)",
      isGood: count == 4 * scaled(50_000))
  }

  private static var sanitizer: String {
    #if FERRY_THREAD_SANITIZER
    ", thread sanitizer on"
    #else
    ""
    #endif
  }
}
