import Ferry
import Foundation

/// Row 6: containers inside each other, 1 to a million, closed, unclosed, skipped and mixed, on
/// stacks of 512 KiB and 8 MiB, each in a process of its own.
enum DepthStress {
  private static let shapes = [
    "closed", "unclosed", "maps", "mixed", "skipped", "binary", "flow", "block", "value",
  ]

  static func run(_ report: inout Report) throws {
    for stack in [512, 8192] {
      var crashes: [String] = []
      var count = 0
      for depth in [1, 10, 511, 512, 513, 1000, 10_000, 100_000, 1_000_000] {
        for shape in shapes {
          count += 1
          let output = try Child.output(["depth", shape, "\(depth)", "\(stack)"])
          if output != "ended" { crashes.append("\(shape) \(depth)") }
        }
      }
      report.note(
        6, "\(count) documents of depth 1 to 1,000,000 on a stack of \(stack) KiB",
        "\(crashes.count) crashes \(crashes.joined(separator: ", "))", isGood: crashes.isEmpty)
    }
  }

  static func child(_ arguments: [String]) throws {
    let (shape, depth) = (arguments[0], Int(arguments[1]) ?? 0)
    let thread = Thread { attempt(shape, depth) }
    thread.stackSize = (Int(arguments[2]) ?? 0) << 10
    thread.start()
    while !thread.isFinished { usleep(500) }
    print("ended")
  }

  /// Decodes in all ways and encodes again. A document within the limit must come back.
  private static func attempt(_ shape: String, _ depth: Int) {
    let isWithin = depth <= 512
    if shape == "binary" {
      let text = document("closed", min(depth, 512))
      guard let value = try? JSON.decode(AnyValue.self, from: text),
        let document = try? Binary.encode(value),
        (try? Binary.decode(AnyValue.self, from: document)) == value
      else { fatalError("what is within the limit does not come back") }
      let nested = nestedBinary(depth)
      let isRead = (try? Binary.decode(AnyValue.self, from: nested)) != nil
      precondition(isRead == isWithin)
      _ = try? Binary.document(nested).decode(Int.self, at: "[0]")
    } else if shape == "value" {
      encode(depth)
    } else if shape == "flow" || shape == "block" {
      let text = document(shape, depth)
      let value = try? YAML.decode(AnyValue.self, from: text)
      precondition(value == nil || isWithin)
      _ = value.map { try? YAML.encode($0) }
      _ = try? YAML.decode([String].self, from: text)
    } else {
      let text = document(shape, depth)
      let value = try? JSON.decode(AnyValue.self, from: text)
      precondition((value != nil) == (isWithin && shape != "unclosed"))
      _ = value.map { try? JSON.encode($0) }
      _ = try? JSON.decode([Nothing].self, from: text)
      _ = try? JSON.document(text).decode(Int.self, at: "[0][0][0]")
      _ = try? JSON.document(text).values(at: "[*]").count
    }
  }

  /// A value that was built by hand may be deeper than any document.
  private static func encode(_ depth: Int) {
    // Freeing a value is the compiler's, and recursive: what is deeper is no matter of a coder.
    var value = AnyValue.array([])
    for _ in 1..<min(max(depth, 2), 1000) { value = .array([value]) }
    let isWithin = depth <= 512
    precondition(((try? JSON.encode(value)) != nil) == isWithin)
    precondition(((try? Binary.encode(value)) != nil) == isWithin)
    precondition(((try? YAML.encode(value)) != nil) == isWithin)
  }

  private static func document(_ shape: String, _ depth: Int) -> String {
    func nested(_ open: String, _ close: String) -> String {
      String(repeating: open, count: depth - 1) + "[]" + String(repeating: close, count: depth - 1)
    }
    switch shape {
    case "unclosed": return String(repeating: "[", count: depth)
    case "maps": return nested(#"{"a":"#, "}")
    case "mixed":
      var (opens, closes) = ("", "")
      for level in 1..<max(depth, 1) {
        opens += level % 2 == 0 ? "[" : #"{"a":"#
        closes = level % 2 == 0 ? closes + "x" : closes + "y"
      }
      let ends = closes.reversed().map { $0 == "x" ? "]" : "}" }.joined()
      return opens + "[]" + ends
    case "skipped": return depth == 1 ? "[]" : "[" + nested("[", "]").dropFirst()
    case "block": return String(repeating: "- ", count: depth) + "x"
    default: return nested("[", "]")
    }
  }

  /// Lists inside each other, the innermost one empty.
  private static func nestedBinary(_ depth: Int) -> [UInt8] {
    var lengths: [Int] = []
    var size = 1
    for _ in 1..<max(depth, 1) {
      lengths.append(size)
      size += 1 + LengthStress.length(UInt64(size)).count
    }
    var bytes: [UInt8] = [0xB5, 0x20, 0x00]
    for length in lengths.reversed() { bytes += [0xA1] + LengthStress.length(UInt64(length)) }
    return bytes + [0xA0]
  }

  /// Decodes from anything without looking.
  private struct Nothing: Decodable {
    init(from decoder: any Decoder) {}
  }
}
