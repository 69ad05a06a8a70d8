import Ferry
import Foundation

/// Rows 7 and 8: documents that are cut off anywhere, and documents with any bit flipped.
enum DamageStress {
  static func run(_ report: inout Report) throws {
    try truncations(&report)
    try flips(&report)
  }

  private static func truncations(_ report: inout Report) throws {
    var random = SeededGenerator(for: "truncations")
    var (count, values) = (0, 0)
    var documents = try Corpora.files(in: "JSONTestSuite/test_parsing")
      .filter { $0.name.hasPrefix("y_") && $0.bytes.count <= 4096 }.map(\.bytes)
    for _ in 0..<scaled(200) { documents.append(try JSON.encode(Sample(&random))) }
    for document in documents where document.count <= 4096 {
      // Blanks behind the value may be missing, and digits of a number at the top.
      let end = (document.lastIndex { $0 > 0x20 } ?? 0)
      let first = document.first { $0 > 0x20 }
      let isNumber = first.map { $0 == 0x2D || (0x30...0x39).contains($0) } ?? false
      guard !isNumber else { continue }
      for length in 0...end {
        count += 1
        let cut = document[..<length]
        if (try? JSON.decode(AnyValue.self, from: cut)) != nil { values += 1 }
        _ = try? JSON.decode(Sample.self, from: cut)
        _ = try? YAML.decode(AnyValue.self, from: cut)
      }
    }
    report.note(
      7, "\(count) truncations of \(documents.count) JSON documents", "\(values) taken for values",
      isGood: values == 0)
    (count, values) = (0, 0)
    for round in 0..<scaled(200) {
      let document = try encoder(round).encode(Sample(&random))
      for length in document.indices {
        count += 1
        if (try? Binary.decode(AnyValue.self, from: document[..<length])) != nil { values += 1 }
        _ = try? Binary.decode(Sample.self, from: document[..<length])
      }
    }
    report.note(
      7, "\(count) truncations of \(scaled(200)) binary documents", "\(values) taken for values",
      isGood: values == 0)
  }

  private static func flips(_ report: inout Report) throws {
    var random = SeededGenerator(for: "flips")
    for hasChecksum in [false, true] {
      var (errors, values, same) = (0, 0, 0)
      for round in 0..<scaled(200) {
        var encoder = encoder(round)
        encoder.hasChecksum = hasChecksum
        let model = Sample(&random, depth: 0)
        var document = try encoder.encode(model)
        for bit in 0..<document.count * 8 {
          document[bit / 8] ^= 1 << UInt8(bit % 8)
          if (try? Binary.decode(AnyValue.self, from: document)) == nil {
            errors += 1
          } else {
            values += 1
          }
          if (try? Binary.decode(Sample.self, from: document)) == model { same += 1 }
          document[bit / 8] ^= 1 << UInt8(bit % 8)
        }
      }
      report.note(
        8,
        "each bit of \(scaled(200)) binary documents flipped, \(hasChecksum ? "with" : "without")"
          + " checksum",
        "\(errors) errors, \(values) other values, \(same) of them the same model",
        isGood: !hasChecksum || values == 0)
    }
  }

  /// The options in turn.
  private static func encoder(_ round: Int) -> Binary.Encoder {
    var encoder = Binary.Encoder()
    encoder.internsTexts = round & 1 == 0
    encoder.packing = round & 4 == 0 ? .indexed : .smallest
    return encoder
  }
}
