import CHeap
import Ferry
import Foundation

/// Row 9: lengths and counts that no input backs, in the binary format and its record files. All of
/// them in one process, whose memory is watched.
enum LengthStress {
  static func run(_ report: inout Report) throws {
    let output = try Child.output(["lengths"]) ?? "a crash"
    let parts = output.split(separator: " ").compactMap { Int($0) }
    let isGood = parts.count == 3 && parts[1] == 0 && parts[2] <= 1 << 20
    report.note(
      9, "claims of 2^31 to 2^64-1, flat and nested",
      parts.count == 3
        ? "\(parts[0]) documents, \(parts[1]) accepted, peak heap \(parts[2] >> 10) KiB + 2 x input"
        : output, isGood: isGood)
    let ended = try Child.output(["lengths", "models"]) ?? "a crash"
    report.note(
      9,
      "false counts, and elements of a wrong type, for models of 1 byte to 64 KiB, by direct coding "
        + "and by Codable", ended, isGood: ended.hasSuffix(" 0 accepted"))
  }

  /// Decodes as models whose elements are far larger than those of the documents, with little more
  /// address space than the documents and their tapes need.
  static func modelChild() throws {
    let count = scaled(1_000_000)
    let documents = try HostileDocument.wrongElements(count) + HostileDocument.falseCounts()
    let largest = documents.map(\.bytes.count).max() ?? 0
    // SECURITY.md: 1 MiB and twice the document, and a tape of 8 bytes for each element, which doubles.
    // The allocator keeps some freed memory.
    let extra = 32 << 20 + 2 * largest + 24 * count
    guard stress_limit_address_space(ResidentMemory.addressSpace + extra) == 0 else { exit(3) }
    var accepted = 0
    for document in documents {
      for model in HostileModel.all {
        if (try? model.decode(document)) != nil { accepted += 1 }
      }
    }
    let calls = documents.count * HostileModel.all.count
    print("\(calls) calls with \(extra >> 20) MiB of address space, \(accepted) accepted")
  }

  static func child() throws {
    let documents = hostile()
    var (accepted, peak) = (0, 0)
    // What is made once, such as the pool of sessions, is made now.
    for document in documents where document.count < 1 << 16 { _ = attempt(document) }
    for document in documents {
      ResidentMemory.resetPeak()
      let before = ResidentMemory.current
      if attempt(document) { accepted += 1 }
      peak = max(peak, ResidentMemory.peak - before - 2 * document.count)
    }
    print(documents.count, accepted, max(peak, 0))
  }

  private static func attempt(_ document: [UInt8]) -> Bool {
    let isValue = (try? Binary.decode(AnyValue.self, from: document)) != nil
    var isRecord = false
    for record in Binary.stream(AnyValue.self, from: .bytes(document)) {
      if (try? record.get()) != nil { isRecord = true }
    }
    return isValue || isRecord
  }

  private static func hostile() -> [[UInt8]] {
    let claims: [UInt64] = [1 << 31, 1 << 32, 1 << 63 - 1, .max]
    let places: [[UInt8]] = [
      [0xEE], [0xF0, 0], [0xF1], [0xF1, 20], [0xF2], [0xF3], [0xF3, 20, 1], [0xF3, 20, 0x29],
      [0xF3, 20, 0x22, 1], [0xFC, 20, 0, 1], [0xF5], [0xF5, 20, 0], [0xF6], [0xF9], [0xFA],
      [0xFB], [0xFC], [0xFC, 20, 1], [0xFC, 20, 1, 4], [0x80], [0xA1],
    ]
    let head: [UInt8] = [0xB5, 0x20, 7, 1, 1, 0x61, 1, 1, 0, 0]
    let padding = [UInt8](repeating: 1, count: 40)
    var documents: [[UInt8]] = []
    for claim in claims {
      for place in places { documents.append(head + place + length(claim) + padding) }
      for table in [[], [0], [0, 0], [1], [1, 1, 0x61]] as [[UInt8]] {
        let tables = table + length(claim) + padding
        documents.append([0xB5, 0x20] + length(UInt64(tables.count)) + tables)
      }
      let head: [UInt8] = [0xF5, 0x46, 0x45, 0x52, 0x52, 0x59, 0x32, 0x0A]
      documents.append(head + [0, 0, 0, 0, 255, 255, 255, 255] + frame(claim))
    }
    // Lists inside each other that each claim as many elements as bytes remain.
    for tag: UInt8 in [0xF1, 0xF5, 0xFC] {
      var bytes = [UInt8](repeating: 0xFE, count: 1 << 20)
      for _ in 0..<300 {
        let inner = (tag == 0xF1 ? [] : [0]) + length(UInt64(bytes.count)) + bytes
        bytes = [tag] + length(UInt64(inner.count)) + inner
      }
      documents.append(head + bytes)
    }
    return documents
  }

  private static func frame(_ claim: UInt64) -> [UInt8] {
    let length = UInt32(truncatingIfNeeded: claim == 1 << 32 ? .max : claim)
    return [0xFE, 0x5C, 0x1A, 0xF8, 1] + (0..<4).map { UInt8(length >> (8 * $0) & 0xFF) }
      + [16] + [UInt8](repeating: 0, count: 107)
  }

  static func length(_ value: UInt64) -> [UInt8] { HostileDocument.length(value) }
}
