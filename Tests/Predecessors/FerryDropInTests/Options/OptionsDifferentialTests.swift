import FerryTestSupport
import Foundation
import Testing

@Suite("All options of the drop-in, with Foundation as the oracle")
struct OptionsDifferentialTests {
  @Test("a random model gets the same values, errors and paths from a random document")
  func decoding() throws {
    var random = SeededGenerator(for: "OptionsDifferential.decoding")
    let cases = Cases.count(2000)
    var valueCount = 0
    var unexplained = 0
    for number in 0..<cases {
      let script = random.decodingScript(depth: 3)
      let document = random.document(for: script)
      let options = CoderOptions(using: &random)
      let (ours, theirs) = (DecodingRun(script), DecodingRun(script))
      let data = Data(document.utf8)
      let decoders = (options.ferryDecoder(ours), options.foundationDecoder(theirs))
      run(ours) { try decoders.0.decode(Scripted.self, from: data) }
      run(theirs) { try decoders.1.decode(Scripted.self, from: data) }
      valueCount += theirs.log.last == "done" ? 1 : 0
      guard !areAlike(ours.log, theirs.log) else { continue }
      unexplained += 1
      guard unexplained <= 3 else { continue }
      let first = zip(ours.log, theirs.log).first { !areAlike([$0], [$1]) }
      Issue.record(
        """
        case \(number): \(options)
        \(document)
        \(script)
        ours:   \(first?.0 ?? "\(ours.log.count) notes")
        theirs: \(first?.1 ?? "\(theirs.log.count) notes")
        """)
    }
    #expect(unexplained == 0, "of \(cases) cases")
    #expect(valueCount > cases / 10, "most documents have to decode")
  }

  @Test("a random model writes the same bytes and sees the same paths, or fails alike")
  func encoding() throws {
    var random = SeededGenerator(for: "OptionsDifferential.encoding")
    let cases = Cases.count(2000)
    var valueCount = 0
    var unexplained = 0
    for number in 0..<cases {
      let options = CoderOptions(using: &random)
      // In a nested container, Foundation's encoders lose the container's key from their paths. In
      // a dictionary under a key strategy, they lose the dictionary's key. Closures that look at
      // paths would create other keys there.
      let isFree = options.keys == .asTheyAre
      let script = random.encodingScript(depth: 3, isFree: isFree)
      let value = ScriptedValue(script: script)
      let (ours, theirs) = (EncodingRun(), EncodingRun())
      let encoders = (options.ferryEncoder(ours), options.foundationEncoder(theirs))
      run(ours) { try encoders.0.encode(value) }
      run(theirs) { try encoders.1.encode(value) }
      valueCount += theirs.log.last?.hasPrefix("thrown") == false ? 1 : 0
      guard ours.log != theirs.log else { continue }
      unexplained += 1
      guard unexplained <= 3 else { continue }
      let first = zip(ours.log, theirs.log).first { $0 != $1 }
      Issue.record(
        """
        case \(number): \(options)
        \(value.script)
        ours:   \(first?.0 ?? "\(ours.log.count) notes")
        theirs: \(first?.1 ?? "\(theirs.log.count) notes")
        """)
    }
    #expect(unexplained == 0, "of \(cases) cases")
    #expect(valueCount > cases / 10, "most models have to be written")
  }

  private func run(_ run: EncodingRun, _ encode: () throws -> Data) {
    do {
      try run.note(String(decoding: encode(), as: UTF8.self))
    } catch {
      // In nested containers, Foundation loses the keys before the last one.
      run.note("thrown \(describe(error) { describe(Array($0).suffix(1)) })")
    }
  }

  /// Whether two logs are equal, but for the path of corrupted data, which Foundation often loses.
  private func areAlike(_ ours: [String], _ theirs: [String]) -> Bool {
    ours.count == theirs.count
      && zip(ours, theirs).allSatisfy { ours, theirs in
        ours == theirs || theirs.contains("dataCorrupted") && ours.hasPrefix(theirs)
      }
  }

  private func run(_ run: DecodingRun, _ decode: () throws -> Scripted) {
    do {
      _ = try decode()
      run.finish()
      run.note("done")
    } catch {
      // Foundation's containers read freed memory after a call that has failed.
      run.forget()
      run.note("thrown \(describe(error))")
    }
  }
}
