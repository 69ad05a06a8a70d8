import Ferry
import Foundation

/// Row 17: records are the same however their bytes are cut, and a stream holds no more than its
/// longest record and 64 KiB.
enum SplitStress {
  static func run(_ report: inout Report) throws {
    var splits = 0
    var wrong = 0
    for (format, document) in try samples() {
      let whole = records(format, .bytes(document))
      for split in 0...document.count {
        let parts = [document[..<split], document[split...]]
        if records(format, .chunks(parts)) != whole { wrong += 1 }
      }
      for length in 1...document.count {
        let parts = stride(from: 0, to: document.count, by: length).map {
          document[$0..<min($0 + length, document.count)]
        }
        if records(format, .chunks(parts)) != whole { wrong += 1 }
      }
      splits += 2 * document.count + 1
    }
    report.note(
      17, "\(splits) ways to cut \(try samples().count) streams", "\(wrong) other results",
      isGood: wrong == 0)
    try memory(&report)
  }

  /// The records as text, errors among them.
  private static func records(_ format: Int, _ source: StreamSource) -> [String] {
    let options = StreamOptions(continuesAfterErrors: true)
    let stream =
      switch format {
      case 0: JSON.stream(AnyValue.self, from: source, options: options)
      case 1: JSON.stream(AnyValue.self, from: source, as: .sequence, options: options)
      case 2: JSON.stream(AnyValue.self, from: source, as: .elements, options: options)
      case 3: JSON.stream(AnyValue.self, from: source, as: .elementsAt("a[1]"), options: options)
      case 4: YAML.stream(AnyValue.self, from: source, options: options)
      default: Binary.stream(AnyValue.self, from: source, options: options)
      }
    return stream.map { record in
      switch record {
      case .success(let value): "\(value)"
      case .failure(let error): "\((error as? Problem)?.record ?? 0)"
      }
    }
  }

  private static func samples() throws -> [(Int, [UInt8])] {
    var random = SeededGenerator(for: "splits")
    let values = (0..<12).map { _ in DirectSample(&random) }
    func text(_ layout: JSON.RecordLayout) throws -> [UInt8] {
      try written { try JSON.recordWriter(for: DirectSample.self, to: $0, as: layout) }
    }
    func written(
      _ open: (StreamTarget) throws -> RecordWriter<DirectSample>
    ) throws -> [UInt8] {
      let output = Output()
      let writer = try open(.receiver { output.bytes += $0 })
      for (index, value) in values.enumerated() {
        try writer.write(value)
        if index % 3 == 0 { try writer.flush() }
      }
      try writer.finish()
      return output.bytes
    }
    let array = try text(.array)
    return [
      (0, try text(.lines)), (0, Array("{\"a\":1}\nwrong\r\n\n[2]\n\"x".utf8)),
      (1, try text(.sequence)), (2, array),
      (3, Array(#"{"b":[[]],"a":[0,"#.utf8) + array + Array("]}".utf8)),
      (4, try written { try YAML.recordWriter(for: DirectSample.self, to: $0) }),
      (5, try written { try Binary.recordWriter(for: DirectSample.self, to: $0) }),
    ]
  }

  final class Output {
    var bytes: [UInt8] = []
  }

  /// A gigabyte of lines, made while it is read.
  private static func memory(_ report: inout Report) throws {
    let record = "{\"text\":\"" + String(repeating: "x", count: 100_000) + "\"}\n"
    let chunk = Array(record.utf8)
    let count = scaled(10_000)
    let chunks = (0..<count).lazy.map { _ in chunk }
    var read = 0
    let peak = try MemoryStress.peak {
      for value in JSON.stream([String: String].self, from: .chunks(chunks)) {
        read += try value.get()["text"]?.utf8.count ?? 0
      }
    }
    report.note(
      17, "a stream of \((count * chunk.count) >> 20) MiB in records of \(chunk.count) bytes",
      "peak \(peak >> 10) KiB", isGood: read == count * 100_000 && peak < 4 << 20)
  }
}
