import FerryBinaryEngine
import FerryBase
import FerryJSONEngine
import Foundation
import Testing

/// Sizes of well-known documents. The folder is in FERRY_CORPORA.
@Suite struct BinaryCorporaTests {
  /// Bytes at most, with default options and with the smallest packing.
  static let sizes: [(name: String, limit: Int, smallest: Int)] = [
    ("twitter", 116_000, 116_000), ("canada", 905_000, 785_000), ("citm_catalog", 122_000, 122_000),
    ("records", 4_300_000, 4_300_000), ("twitterescaped", 116_000, 116_000),
    ("numbers", 100_000, 100_000),
  ]

  @Test("files of the corpora come back, smaller than as JSON", arguments: sizes.map(\.name))
  func sizeAndRoundTrip(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["FERRY_CORPORA"] else {
      return print("skipped: \(name), since FERRY_CORPORA is not set")
    }
    guard let json = FileManager.default.contents(atPath: "\(folder)/json/\(name).json") else {
      return print("skipped: \(name), since it is not in FERRY_CORPORA")
    }
    let limits = try #require(Self.sizes.first { $0.name == name })
    let sample = Sample()
    sample.input = [UInt8](json)
    try sample.input.withByteView { input in
      var reader = JSONReader(input)
      try reader.readDocument(into: &sample.tape)
    }
    var options = BinaryWriter.Options()
    let bytes = try document(sample, options)
    options.packing = .smallest
    let smallest = try document(sample, options)
    print("\(name): \(bytes.count) bytes, \(smallest.count) packed smallest")
    #expect(smallest.count <= limits.smallest)
    #expect(bytes.count <= limits.limit)
    if bytes.count < 2_000_000 {
      #expect(try read(bytes) == sample.value)
      #expect(try read(smallest) == sample.value)
    }
  }
}
