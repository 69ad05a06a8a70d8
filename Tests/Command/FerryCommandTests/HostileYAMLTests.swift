#if FERRY_YAML
import FerryTestSupport
import Foundation
import Testing

@Suite("Hostile YAML", .serialized)
struct HostileYAMLTests {
  /// KiB of writable memory that the tool needs for a document of one word, found by trying.
  private func leastMemory() throws -> Int? {
    for megabytes in stride(from: 8, through: 256, by: 8) {
      let result = try Tool.shell(
        "ulimit -c 0; ulimit -d \(megabytes << 10); echo a | exec \"$0\" validate --from yaml -")
      if result.status == 0, !result.isCrash { return megabytes << 10 }
    }
    return nil
  }

  @Test("each sample is a value or an error, in 16 MiB more than a single word needs")
  func samples() throws {
    let samples = try FerryTestSupport.Corpora.files(in: "yaml/hostile")
    guard !samples.isEmpty, let folder = FerryTestSupport.Corpora.folder,
      let least = try leastMemory()
    else {
      return
    }
    for sample in samples {
      let file = folder.appendingPathComponent("yaml/hostile/" + sample.name).path
      let result = try Tool.shell(
        "ulimit -c 0; ulimit -t 5; ulimit -d \(least + (16 << 10)); exec \"$0\" validate --from yaml \"$1\"",
        file)
      #expect(
        !result.isCrash && (0...1).contains(result.status), "\(sample.name): \(result.errors)")
    }
  }
}
#endif
