import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

@Suite struct BinaryRoundTripTests {
  @Test("every tape survives a round trip")
  func everyTapeSurvives() throws {
    let seed = SeededGenerator(for: "round trip").seed
    for round in 0..<3000 as Range<UInt64> {
      var random = RandomSample(generator: SeededGenerator(seed: seed &+ round))
      let sample = try random.next()
      let expected = sample.value
      let options = BinaryWriter.Options(round: round)
      let bytes = try document(sample, options)
      let value = try read(bytes)
      guard value == expected else {
        Issue.record("FERRY_SEED=\(seed &+ round) \(expected) became \(value): \(hexText(bytes))")
        return
      }
      // Hashes are seeded per process, but never decide about bytes.
      #expect(try document(sample, options) == bytes)
    }
  }

  /// A tape that was read, written again, gives the same bytes.
  @Test("a document that is read and written again has the same bytes")
  func bytesAreStable() throws {
    let seed = SeededGenerator(for: "stable bytes").seed
    for round in 0..<500 as Range<UInt64> {
      var random = RandomSample(generator: SeededGenerator(seed: seed &+ round))
      let first = try document(random.next())
      let sample = Sample()
      sample.input = first
      try first.withByteView { input in
        var reader = BinaryReader(input)
        try reader.readDocument(into: &sample.tape)
      }
      let second = try document(sample)
      #expect(try read(second) == read(first), "FERRY_SEED=\(seed &+ round)")
    }
  }

  @Test("every value of short decimals comes back")
  func everyValueOfShortDecimals() throws {
    var generator = SeededGenerator(for: "decimals")
    for _ in 0..<20_000 {
      let places = Int.random(in: 0...8, using: &generator)
      let significand = Int.random(in: -300_000_000...300_000_000, using: &generator)
      var text = String(significand.magnitude)
      if places > 0 {
        text = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
        text.insert(".", at: text.index(text.endIndex, offsetBy: -places))
      } else {
        text += ".0"
      }
      if significand < 0 { text = "-" + text }
      let value = try #require(Double(text))
      let asText = Sample()
      try asText.append(.decimalText, text.utf8)
      let bytes = try document(asText)
      #expect(try bytes == document(.double(value)), "\(text)")
      #expect(try read(bytes) == .double(value), "\(text)")
    }
  }

  @Test("every half comes back")
  func everyHalf() throws {
    for bits in UInt16.min ... .max {
      let bytes = hex("b52000e4") + [UInt8(bits & 0xFF), UInt8(bits >> 8)]
      guard case .bits(let read) = try read(bytes) else {
        Issue.record("\(bits) is no double")
        continue
      }
      let value = Double(bitPattern: read)
      let written = try document(.double(value))
      // Three bytes at most, and the same number.
      #expect(written.count <= 6, "\(bits)")
      #expect(try FerryBinaryTests.read(written) == .double(value), "\(bits)")
    }
  }

  /// Hashes have another seed in every process, and the bytes are the same in all of them. Another
  /// number here means that the writer's choices have changed: fine, if that was the intention.
  @Test("every process writes the same bytes")
  func bytesAreTheSameInEveryProcess() throws {
    let maps = (0..<100_000).map { index in
      Value.map([
        .init(key: "key \(index % 70_000)", value: .text("text \(index % 9_000)")),
        .init(key: "other", value: .int(Int64(index))),
      ])
    }
    let bytes = try document(.list(maps))
    let checksum = bytes.withByteView { CRC32C.checksum($0) }
    #expect([bytes.count, Int(checksum)] == [2_772_536, 2_990_004_965])
  }
}
