import FerryBinaryEngine
import FerryBase
import FerryJSONEngine
import FerryTestSupport
import Foundation
import Testing

/// A reader in Python, which knows the page Format.md only, reads what the writers write.
@Suite struct PythonReaderTests {
  /// Runs the reader and returns what it prints, or `nil`, said aloud, without Python.
  private static func run(_ arguments: [String], input: String = "") throws -> (Int32, String)? {
    let script = "Tests/Formats/BinaryReader/ferry_binary.py"
    let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let python, FileManager.default.fileExists(atPath: script) else {
      print("skipped: the reader in Python, since python3 or \(script) is not there")
      return nil
    }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-\(UUID().uuidString).txt")
    try Data(input.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [script] + arguments
    process.standardInput = try FileHandle(forReadingFrom: file)
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  private static func notations(_ documents: [[UInt8]]) throws -> [String]? {
    let lines = documents.map { hexText($0) + "\n" }.joined()
    // A wide decimal of so few digits that a double holds it is that double here.
    return try run(["--notation"], input: lines)?.1.split(separator: "\n").map { line in
      String(line).replacing(/n(-?[0-9][0-9.eE+-]*)/) { Value(number: String($0.1)).notation }
    }
  }

  /// Every vector means the same to both, and what is wrong to one is wrong to the other.
  @Test("the Python reader reads the same values from the vectors")
  func vectorsMeanTheSame() throws {
    let plain: [([UInt8], Value)] = (VectorTests.both + VectorTests.smallest).map {
      (hex("b52000" + $0.bytes), $0.value)
    }
    let vectors: [([UInt8], Value)] =
      plain
      + (VectorTests.documents + VectorTests.readOnly).map { (hex($0.bytes), $0.value) }
    guard let notations = try Self.notations(vectors.map(\.0)) else { return }
    #expect(notations.count == vectors.count)
    for (notation, (bytes, value)) in zip(notations, vectors) {
      #expect(notation == value.notation, "\(hexText(bytes))")
    }
    let wrong = WrongVectorTests.wrong.filter { !hex($0.bytes).isEmpty }
    let errors = try Self.notations(wrong.map { hex($0.bytes) }) ?? []
    #expect(errors.count == wrong.count)
    for (error, wrong) in zip(errors, wrong) {
      #expect(error.hasPrefix("error:"), "\(wrong.bytes) is \(error)")
    }
    print("the reader in Python: \(vectors.count) vectors read, \(wrong.count) refused")
  }

  @Test("the Python reader reads the same values from random documents")
  func randomDocumentsMeanTheSame() throws {
    let seed = SeededGenerator(for: "documents for Python").seed
    var documents: [[UInt8]] = []
    var values: [Value] = []
    for round in 0..<400 as Range<UInt64> {
      var random = RandomSample(generator: SeededGenerator(seed: seed &+ round))
      let bytes = try document(random.next(), BinaryWriter.Options(round: round))
      documents.append(bytes)
      values.append(try read(bytes))
    }
    guard let notations = try Self.notations(documents) else { return }
    #expect(notations.count == documents.count)
    for (round, (notation, value)) in zip(notations, values).enumerated() {
      guard notation != value.notation else { continue }
      Issue.record("FERRY_SEED=\(seed) round \(round): \(notation) instead of \(value.notation)")
      return
    }
  }

  /// A flipped bit is an error to both or the same other value.
  @Test("the Python reader detects the same damage")
  func damageMeansTheSame() throws {
    var documents: [[UInt8]] = []
    for bytes in try HostileTests.documents(20) where bytes.count < 120 {
      for bit in 0..<bytes.count * 8 {
        var flipped = bytes
        flipped[bit / 8] ^= 1 << (bit % 8)
        documents.append(flipped)
      }
    }
    guard let notations = try Self.notations(documents) else { return }
    #expect(notations.count == documents.count)
    for (notation, bytes) in zip(notations, documents) {
      let expected = (try? read(bytes))?.notation ?? "error"
      if notation == expected || notation.hasPrefix("error") && expected == "error" { continue }
      Issue.record("\(hexText(bytes)) is \(notation), not \(expected)")
      return
    }
  }

  @Test("the Python reader reads the same records from a record file")
  func recordFilesMeanTheSame()
    throws
  {
    let records = RecordFileTests.records(50)
    let bytes = try RecordFileTests.file(records, flushEvery: 7, framesInGroup: 3)
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("ferry-\(UUID().uuidString).fbr")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    guard let (status, text) = try Self.run([file.path]) else { return }
    #expect(status == 0)
    #expect(text.split(separator: "\n").map(String.init) == records.map(\.notation))
  }

  @Test(
    "the Python reader reads the same values from the corpora",
    arguments: ["twitter", "citm_catalog", "canada"])
  func corporaMeanTheSame(_ name: String) throws {
    guard let folder = Corpora.folder, let json = try Corpora.bytes("json/\(name).json") else {
      return
    }
    let sample = Sample()
    sample.input = json
    try sample.input.withByteView { input in
      var reader = JSONReader(input)
      try reader.readDocument(into: &sample.tape)
    }
    var options = BinaryWriter.Options()
    for round in 0..<2 {
      options.packing = round == 0 ? .indexed : .smallest
      options.checksum = name == "citm_catalog"
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("ferry-\(UUID().uuidString)")
      try Data(document(sample, options)).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let original = folder.appendingPathComponent("json/\(name).json").path
      guard let (status, _) = try Self.run(["--compare", file.path, original]) else { return }
      #expect(status == 0)
    }
  }
}

extension Value {
  /// The value as the reader in Python prints it.
  var notation: String {
    switch self {
    case .null: "null"
    case .nested(let levels): "null\(levels)"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .uint(let value): "\(value)"
    case .bits(let bits):
      Double(bitPattern: bits).isNaN ? "NaN" : "d" + Self.word(bits)
    case .number(let text): "n" + text
    case .text(let text): "s" + hexText(text.utf8)
    case .bytes(let bytes): "b" + hexText(bytes)
    case .uuid(let bytes): "u" + hexText(bytes)
    case .date(let bits): "t" + Self.word(bits)
    case .time(let bits, nil): "e" + Self.word(bits)
    case .time(let bits, let nanoseconds?): "w\(Int64(bitPattern: bits)):\(nanoseconds)"
    case .ext(let bytes): "x" + hexText(bytes)
    case .list(let items): "[" + items.map(\.notation).joined(separator: ",") + "]"
    case .map(let pairs):
      "{" + pairs.map { "s\(hexText($0.key.utf8)):\($0.value.notation)" }.joined(separator: ",")
        + "}"
    }
  }

  private static func word(_ bits: UInt64) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
