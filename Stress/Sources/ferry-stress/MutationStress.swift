import Foundation
import FuzzLaws

/// Row 12: the laws of the fuzz targets over ten million inputs each, made from the seeds and from
/// what was found before, without instrumentation. A law that breaks ends its process and leaves the
/// input.
enum MutationStress {
  static func run(_ report: inout Report) throws {
    for name in FuzzTarget.all.map(\.name) {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("ferry-broken-\(name)").path
      let output = try Child.output(["mutations", name, "\(scaled(10_000_000))", file])
      report.note(
        12, "\(name), mutated inputs", output ?? "a law is broken by \(file)",
        isGood: output != nil)
      if output != nil { try? FileManager.default.removeItem(atPath: file) }
    }
  }

  static func child(_ arguments: [String]) throws {
    guard let target = FuzzTarget.all.first(where: { $0.name == arguments[0] }) else { return }
    let count = Int(arguments[1]) ?? 0
    var mutator = Mutator(
      try files("Seeds/\(target.name)") + files("FailCases/\(target.name)"),
      tokens: try tokens(of: target.name), SeededGenerator())
    let record = try Record(arguments[2])
    var input: [UInt8] = []
    let start = threadTime()
    for _ in 0..<count {
      mutator.next(into: &input)
      record.hold(input)
      target.check(UnsafePointer(record.bytes), input.count)
    }
    let rate = Double(count) / (threadTime() - start)
    print("\(count) inputs, \(Int(rate)) a second, every law kept")
  }

  /// The input that is being tried, in a file that outlives the process.
  private final class Record {
    private static let size = 4096
    let bytes: UnsafeMutablePointer<UInt8>

    init(_ path: String) throws {
      let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
      defer { close(file) }
      guard file >= 0, ftruncate(file, off_t(Self.size)) == 0,
        let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
        memory != MAP_FAILED
      else { throw CocoaError(.fileWriteUnknown) }
      bytes = memory.assumingMemoryBound(to: UInt8.self)
    }

    /// Puts the input at the start, and its length at the end.
    func hold(_ input: [UInt8]) {
      bytes.update(from: input, count: input.count)
      UnsafeMutableRawPointer(bytes + Self.size - 8).storeBytes(of: input.count, as: Int.self)
    }
  }

  private static func files(_ folder: String) throws -> [[UInt8]] {
    let url = URL(fileURLWithPath: "../Fuzz").appendingPathComponent(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return try names.sorted().filter { !$0.hasPrefix(".") }.map {
      [UInt8](try Data(contentsOf: url.appendingPathComponent($0)))
    }
  }

  /// The words of the dictionary that fits, as libFuzzer writes them.
  private static func tokens(of name: String) throws -> [[UInt8]] {
    let file = name == "FuzzBinary" ? "binary" : name == "FuzzYAML" ? "yaml" : "json"
    let url = URL(fileURLWithPath: "../Fuzz/Dictionaries/\(file).dict")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard let start = line.firstIndex(of: "\""), line.last == "\"" else { return nil }
      return unescaped(line[line.index(after: start)...].dropLast())
    }
  }

  private static func unescaped(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      if next == UInt8(ascii: "x"), rest.count >= 2 {
        bytes.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(next)
      }
    }
    return bytes
  }
}
