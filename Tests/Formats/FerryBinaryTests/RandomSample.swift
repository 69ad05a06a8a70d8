import FerryBase
import FerryTestSupport
import Foundation

/// Tapes of all kinds of nodes, with repeated keys, key lists and texts so that tables are used.
struct RandomSample {
  var generator: SeededGenerator
  private let keys = ["id", "name", "k", "ключ", "a long key that is longer than eight", "", "x1"]
  private let texts = [
    "", "a", "ab", "hello", "a text of more than sixteen bytes", "héllo wörld", "日本語",
    String(repeating: "long ", count: 30), "🙂",
  ]
  private let decimals = [
    "0.0", "-0.0", "1.5", "74.16", "0.1", "1e3", "1E-7", "-2.50", "1e400", "-1e-400", "0e9",
    "65.613616999999977", "3.14159265358979323846264338327950288", "134217727.0", "1023.5",
    "5e-324", "0.000001", "0.0000001", "1.7976931348623157e308", "99999.999999",
  ]
  private let integers = [
    "0", "-0", "7", "63", "64", "-1", "-16", "-17", "255", "256", "-257", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "-9223372036854775809", "1234567890123456789012345678901234567890",
  ]
  private let plain = [
    "null", "~", "", "true", "False", "0x1F", "1.5", ".inf", "plain words", "12",
  ]

  mutating func next() throws -> Sample {
    let sample = Sample()
    var open = OpenContainer()
    var finished: [Int] = []
    try append(to: sample, &open, depth: 0, &finished)
    return sample
  }

  private mutating func append(
    to sample: Sample, _ open: inout OpenContainer, depth: Int, _ finished: inout [Int]
  ) throws {
    let start = sample.tape.count
    open.count += 1
    switch Int.random(in: 0..<(depth < 5 ? 27 : 19), using: &generator) {
    case 0: try sample.tape.append(Node(.null))
    case 1: try sample.tape.append(Node(.true))
    case 2: try sample.tape.append(Node(.false))
    case 3: try sample.tape.append(integer())
    case 4: try sample.tape.append(UInt64.random(in: 0 ... .max, using: &generator))
    case 5: try sample.append(.integerText, pick(integers).utf8)
    case 6: try sample.append(.decimalText, pick(decimals).utf8)
    case 7:
      try sample.append(
        .numberText, pick(Bool.random(using: &generator) ? integers : decimals).utf8)
    case 8: try sample.append(.plainText, pick(plain).utf8)
    case 9: try sample.tape.append(double())
    case 10: try sample.tape.append(Node(float: Float(double())))
    case 11, 12: try sample.append(.text, pick(texts).utf8)
    case 13, 14: try sample.append(.arenaText, pick(texts).utf8)
    case 15: try sample.append(.arenaText, "a\né \"b\" 🙂".utf8)
    case 16: try sample.append(Bool.random(using: &generator) ? .bytes : .arenaBytes, [0, 255, 7])
    case 17: try appendPacked(to: sample)
    case 18 where Bool.random(using: &generator): try appendUnusual(to: sample)
    case 18:
      if let target = finished.randomElement(using: &generator), finished.count < 20 {
        try sample.tape.append(Node(.alias, payload: target))
      } else {
        try sample.tape.append(Node(.null))
      }
    case 19: try appendNumbers(to: sample, &open, depth: depth)
    case 20, 21: try appendRecords(to: sample, &open, depth: depth, &finished)
    case 22, 23:
      try open.open(.list, on: &sample.tape, limit: .max)
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        try append(to: sample, &open, depth: depth + 1, &finished)
      }
      open.close(on: &sample.tape)
    default: try appendMap(to: sample, &open, depth: depth, &finished)
    }
    finished.append(start)
  }

  private mutating func appendUnusual(to sample: Sample) throws {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      let seconds = double()
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: try sample.tape.append(date: seconds.isFinite ? seconds : 0)
      case 1:
        let bits = (seconds.isFinite ? seconds : 0).bitPattern
        try sample.tape.append(Node(.date, length: Node.epochDate), bits)
      default:
        try sample.tape.append(
          time: .random(in: .min ... .max, using: &generator),
          nanoseconds: .random(in: 0..<1_000_000_000, using: &generator))
      }
    case 1: try sample.append(.uuid, (0..<16).map { _ in .random(in: 0...255, using: &generator) })
    case 2:
      try sample.append(Bool.random(using: &generator) ? .extension : .arenaExtension, [0x90, 1])
    default:
      try sample.tape.append(Node(.null, length: Int.random(in: 1...255, using: &generator)))
    }
  }

  private mutating func appendMap(
    to sample: Sample, _ open: inout OpenContainer, depth: Int, _ finished: inout [Int]
  ) throws {
    try open.open(.map, on: &sample.tape, limit: .max)
    let isDynamic = Int.random(in: 0..<4, using: &generator) == 0
    let count = Int.random(in: 0...(isDynamic ? 100 : 6), using: &generator)
    var names = isDynamic ? (0..<count).map { "key \($0 * 7919)" } : keys
    if !isDynamic, Bool.random(using: &generator) { names.shuffle(using: &generator) }
    for name in names.prefix(count) {
      try sample.append(Bool.random(using: &generator) ? .text : .arenaText, name.utf8)
      try append(to: sample, &open, depth: isDynamic ? 9 : depth + 1, &finished)
    }
    open.close(on: &sample.tape)
  }

  /// Maps of one type with some of their keys left out.
  private mutating func appendRecords(
    to sample: Sample, _ open: inout OpenContainer, depth: Int, _ finished: inout [Int]
  ) throws {
    let left = Int.random(in: 2...6, using: &generator)
    try open.open(.list, on: &sample.tape, limit: .max)
    for _ in 0..<Int.random(in: 1...30, using: &generator) {
      open.count += 1
      try open.open(.map, on: &sample.tape, limit: .max)
      for name in keys where Int.random(in: 0..<left, using: &generator) != 0 {
        try sample.append(.text, name.utf8)
        try append(to: sample, &open, depth: depth + 3, &finished)
      }
      open.close(on: &sample.tape)
    }
    open.close(on: &sample.tape)
  }

  /// Lists that are packed, and lists of lists that are.
  private mutating func appendNumbers(
    to sample: Sample, _ open: inout OpenContainer, depth: Int
  ) throws {
    let kind = Int.random(in: 0..<5, using: &generator)
    let columns = Int.random(in: 0...3, using: &generator)
    try open.open(.list, on: &sample.tape, limit: .max)
    for _ in 0..<Int.random(in: 0...40, using: &generator) {
      open.count += 1
      if columns > 0 { try open.open(.list, on: &sample.tape, limit: .max) }
      for _ in 0..<max(columns, 1) {
        if columns > 0 { open.count += 1 }
        switch kind {
        case 0: try sample.tape.append(Int64.random(in: -70...70, using: &generator))
        case 1: try sample.tape.append(integer())
        case 2:
          try sample.append(.decimalText, "\(Int.random(in: 0...99, using: &generator)).25".utf8)
        case 3: try sample.tape.append(Double(Int.random(in: -9...9, using: &generator)) / 8)
        default:
          if Bool.random(using: &generator) {
            try sample.append(.integerText, "\(Int.random(in: -9...9999, using: &generator))".utf8)
          } else {
            try sample.tape.append(double())
          }
        }
      }
      if columns > 0 { open.close(on: &sample.tape) }
    }
    open.close(on: &sample.tape)
  }

  private mutating func appendPacked(to sample: Sample) throws {
    let count = Int.random(in: 0...40, using: &generator)
    if Bool.random(using: &generator) {
      let values = (0..<count).map { _ in integer() }
      try values.withUnsafeBytes { try sample.tape.append(packing: ByteView($0), of: .int64) }
    } else {
      let values = (0..<count).map { _ in double() }
      try values.withUnsafeBytes { try sample.tape.append(packing: ByteView($0), of: .double) }
    }
  }

  private mutating func integer() -> Int64 {
    let value = Int64.random(in: .min ... .max, using: &generator)
    return value >> Int64.random(in: 0...63, using: &generator)
  }

  private mutating func double() -> Double {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return Double(bitPattern: .random(in: 0 ... .max, using: &generator))
    case 1: return Double(Int.random(in: -200_000...200_000, using: &generator)) / 100
    case 2: return Double(Float.random(in: -1000...1000, using: &generator))
    case 3: return Double(Int.random(in: -4096...4096, using: &generator)) * 0x1p-20
    case 4:
      return [.nan, .infinity, -.infinity, -0.0, 0, 0x1p-24, 65504].randomElement(using: &generator)
        ?? 0
    default: return Double.random(in: -1e9...1e9, using: &generator)
    }
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &generator) ?? ""
  }
}
