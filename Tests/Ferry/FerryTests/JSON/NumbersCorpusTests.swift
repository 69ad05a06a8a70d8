import Ferry
import FerryTestSupport
import Testing

@Suite("Numbers of the corpora")
struct NumbersCorpusTests {
  private struct Number: Sendable {
    let float: UInt32?
    let double: UInt64
    let text: String

    /// From a line: `f16 f32 f64bits token`, or `f64bits token` in generated files.
    init?(_ line: String) {
      let fields = line.split(separator: " ")
      guard fields.count == 2 || fields.count == 4, Self.isJSON(fields[fields.count - 1]),
        let double = UInt64(fields[fields.count - 2], radix: 16)
      else { return nil }
      float = fields.count == 4 ? UInt32(fields[1], radix: 16) : nil
      self.double = double
      text = String(fields[fields.count - 1])
    }

    /// Whether `token` is a number of RFC 8259: the files also have forms like `.5` and `+1`.
    private static func isJSON(_ token: Substring) -> Bool {
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      var rest = token.utf8
      if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      let whole = rest.prefix { digits.contains($0) }
      if whole.isEmpty || (whole.count > 1 && whole.first == digits.lowerBound) { return false }
      rest = rest.dropFirst(whole.count)
      if rest.first == UInt8(ascii: ".") {
        let fraction = rest.dropFirst().prefix { digits.contains($0) }
        if fraction.isEmpty { return false }
        rest = rest.dropFirst(1 + fraction.count)
      }
      guard let sign = rest.first else { return true }
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      return sign | 0x20 == UInt8(ascii: "e") && !rest.isEmpty
        && rest.allSatisfy { digits.contains($0) }
    }
  }

  private static let files = [
    "exhaustive-float16.sample12k", "freetype-2-7", "generated-cpython-10k", "lemire-fast-float",
    "more-test-cases",
  ]

  private static let numbers: [String: [Number]] = {
    var numbers: [String: [Number]] = [:]
    for file in files {
      let lines = (try? Corpora.lines("conformance/numbers/\(file).txt")) ?? []
      numbers[file] = lines.compactMap { Number($0) }
    }
    return numbers
  }()

  private func numbers(_ file: String) throws -> [Number] {
    let numbers = try #require(Self.numbers[file])
    if Corpora.folder != nil { try #require(!numbers.isEmpty) }
    return numbers
  }

  @Test("doubles are exact to the bit, in arrays and alone", arguments: files)
  func doubles(file: String) throws {
    let numbers = try numbers(file)
    let finite = numbers.filter { Double(bitPattern: $0.double).isFinite }
    let text = "[\(finite.map(\.text).joined(separator: ","))]"
    guard !finite.isEmpty else { return }
    #expect(try JSON.decode([Double].self, from: text).map(\.bitPattern) == finite.map(\.double))
    let wrong = finite.filter {
      (try? JSON.decode(Double.self, from: $0.text))?.bitPattern != $0.double
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3).map(\.text))")
    let keyed = finite.prefix(500).filter {
      (try? JSON.decode([String: Double].self, from: "{\"k\":\($0.text)}"))?["k"]?.bitPattern
        != $0.double
    }
    #expect(keyed.isEmpty)
  }

  @Test("floats are rounded once, to the bit", arguments: files)
  func floats(file: String) throws {
    let finite = try numbers(file).filter {
      $0.float.map { Float(bitPattern: $0).isFinite } ?? false
    }
    let wrong = finite.filter {
      (try? JSON.decode(Float.self, from: $0.text))?.bitPattern != $0.float
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3).map(\.text))")
  }

  @Test("numbers out of range are an error, in arrays and alone", arguments: files)
  func overflow(file: String) throws {
    for number in try numbers(file) where !Double(bitPattern: number.double).isFinite {
      #expect(throws: DecodingError.self) { try JSON.decode(Double.self, from: number.text) }
      #expect(throws: DecodingError.self) {
        try JSON.decode([Double].self, from: "[\(number.text)]")
      }
    }
  }

  @Test("doubles come back from their shortest text", arguments: files)
  func roundTrip(file: String) throws {
    let values = try numbers(file).map { Double(bitPattern: $0.double) }.filter(\.isFinite)
    let back = try JSON.decode([Double].self, from: JSON.encode(values))
    #expect(back.map(\.bitPattern) == values.map(\.bitPattern))
    let floats = values.map { Float($0) }.filter(\.isFinite)
    let backFloats = try JSON.decode([Float].self, from: JSON.encode(floats))
    #expect(backFloats.map(\.bitPattern) == floats.map(\.bitPattern))
  }

  @Test("numbers that round to zero are zero, or an error as in Foundation")
  func underflow() throws {
    let foundation = JSON.Decoder(preset: .foundation)
    for text in ["1e-400", "-1e-400", "0.\(String(repeating: "0", count: 400))1"] {
      #expect(try JSON.decode(Double.self, from: text) == 0)
      #expect(throws: DecodingError.self) { try foundation.decode(Double.self, from: text) }
    }
    for text in ["0e-400", "0.0e400", "-0e999999999999999999999", "0.000e-999"] {
      #expect(try JSON.decode(Double.self, from: text) == 0)
      #expect(try foundation.decode(Double.self, from: text) == 0)
    }
    #expect(try JSON.decode(Double.self, from: "-1e-400").sign == .minus)
    #expect(throws: DecodingError.self) { try JSON.decode(Float.self, from: "3.5e38") }
    #expect(try JSON.decode(Float.self, from: "3.4028235e38") == .greatestFiniteMagnitude)
  }
}
