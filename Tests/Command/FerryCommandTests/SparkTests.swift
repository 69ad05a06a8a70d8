import Foundation
import Testing

/// The example beyond one machine, where Spark is there; see Examples/Spark.
@Suite struct SparkTests {
  @Test("the stages of a Spark job are found in its log")
  func stagesOfASparkJob() throws {
    var folder = URL(fileURLWithPath: #filePath)
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path + "/Examples") {
      folder.deleteLastPathComponent()
    }
    let script = folder.appendingPathComponent("Examples/Spark/run.sh").path
    guard ProcessInfo.processInfo.environment["FERRY_SPARK"] != nil else {
      print("skipped: a Spark job takes a minute; FERRY_SPARK=1 runs it")
      return
    }
    let result = try Tool.shell("FERRY=\"$0\" \"$1\" --records 5000 --partitions 3 2>&1", script)
    guard result.status != 77 else {
      print("skipped: \(result.text)")
      return
    }
    #expect(result.status == 0 && result.text.hasSuffix("as expected\n"), "\(result.text)")
  }
}
