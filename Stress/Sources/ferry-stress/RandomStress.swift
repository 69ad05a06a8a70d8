import Ferry
import Foundation
import FuzzLaws

/// Row 13: random models, and random damage to their text, through Foundation and through Ferry.
enum DifferentialStress {
  static func run(_ report: inout Report) throws {
    var random = SeededGenerator(for: "differential")
    let (foundation, ferry) = (Foundation.JSONDecoder(), JSON.Decoder(preset: .foundation))
    let (foundationEncoder, ferryEncoder) = (Foundation.JSONEncoder(), JSON.Encoder())
    let count = scaled(1_000_000)
    var unexplained: [String] = []
    for index in 0..<count {
      let model = Sample(&random)
      let theirs = try foundationEncoder.encode(model)
      let ours = try ferryEncoder.encode(model)
      if try ferry.decode(Sample.self, from: theirs) != model {
        unexplained.append("ours \(index)")
      }
      if try foundation.decode(Sample.self, from: Data(ours)) != model {
        unexplained.append("theirs \(index)")
      }
      var damaged = theirs
      damaged[random.int(0..<damaged.count)] = UInt8(random.int(0x20..<0x7F))
      let first = Result { try foundation.decode(Sample.self, from: damaged) }
      let second = Result { try ferry.decode(Sample.self, from: damaged) }
      if !isExplained(first, second) {
        unexplained.append(String(decoding: damaged, as: UTF8.self))
      }
    }
    for text in unexplained.prefix(3) { print("  \(text)") }
    report.note(
      13, "\(count) random models and as many damaged ones against Foundation",
      "\(unexplained.count) unexplained", isGood: unexplained.isEmpty)
  }

  private static func isExplained(
    _ first: Result<Sample, any Error>, _ second: Result<Sample, any Error>
  ) -> Bool {
    switch (first, second) {
    case (.success(let value), .success(let other)): value == other
    case (.failure, .failure): true
    case (.failure(let error), .success), (.success, .failure(let error)):
      isKnownDifference(error)
    }
  }
}

/// Row 14: random models come back from all formats in both ways, and give the same bytes again.
enum RoundTripStress {
  static func run(_ report: inout Report) throws {
    var random = SeededGenerator(for: "round trip")
    let count = scaled(1_000_000)
    var compact = Binary.Encoder()
    compact.packing = .smallest
    var canonical = Binary.Encoder()
    (canonical.isCanonical, canonical.hasChecksum) = (true, true)
    var wrong = 0
    for _ in 0..<count {
      let model = Sample(&random)
      let json = try JSON.encode(model)
      let binary = try Binary.encode(model)
      let small = try compact.encode(model)
      let one = try canonical.encode(model)
      let yaml = try YAML.encode(model)
      let isSame =
        try JSON.decode(Sample.self, from: json) == model
        && Binary.decode(Sample.self, from: binary) == model
        && Binary.decode(Sample.self, from: small) == model
        && Binary.decode(Sample.self, from: one) == model
        && YAML.decode(Sample.self, from: yaml) == model
        && JSON.encode(model) == json && Binary.encode(model) == binary
        && canonical.encode(Binary.decode(Sample.self, from: one)) == one
      let direct = model.direct
      let (text, bytes) = (try JSON.encode(direct), try Binary.encode(direct))
      // Only coding through the tape interns values.
      let interned = try Binary.encode(ThroughTape(direct))
      let agrees =
        try JSON.decode(DirectSample.self, from: text) == direct
        && Binary.decode(DirectSample.self, from: bytes) == direct
        && YAML.decode(DirectSample.self, from: YAML.encode(direct)) == direct
        && JSON.decode(ThroughTape<DirectSample>.self, from: text).value == direct
        && Binary.decode(ThroughTape<DirectSample>.self, from: bytes).value == direct
        && Binary.decode(DirectSample.self, from: interned) == direct
        && Binary.decode(ThroughTape<DirectSample>.self, from: interned).value == direct
        && JSON.encode(ThroughTape(direct)) == text && Binary.encode(direct) == bytes
        && Binary.encode(ThroughTape(direct)) == interned
      if !isSame || !agrees { wrong += 1 }
    }
    report.note(
      14, "\(count) random models, three formats, both ways of coding", "\(wrong) wrong",
      isGood: wrong == 0)
  }
}
