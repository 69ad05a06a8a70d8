import Ferry
import Foundation

/// Rows 1 to 5: what is valid, and what numbers are, by the corpora of others.
enum ConformanceStress {
  static func run(_ report: inout Report) throws {
    guard Corpora.folder != nil else { return print("skipped: FERRY_CORPORA is not set") }
    try suite(&report)
    try doubles(&report)
    integers(&report)
    try utf8(&report)
  }

  /// Decodes from anything without looking.
  struct Unread: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// Whether a text is valid, by each way of decoding.
  private static func verdicts(_ text: [UInt8]) -> [Bool] {
    let value = try? JSON.decode(AnyValue.self, from: text)
    let binary = value.flatMap { try? Binary.decode(AnyValue.self, from: Binary.encode($0)) }
    return [
      value != nil, (try? JSON.decode(Unread.self, from: text)) != nil,
      (try? JSON.decode(ThroughTape<AnyValue>.self, from: text)) != nil,
      (try? JSON.document(text).validate()) != nil,
      value.flatMap { try? JSON.encode($0) } != nil,
      // The binary format refuses keys that come twice.
      binary != nil || value.map(hasDuplicates) == true,
    ]
  }

  private static func hasDuplicates(_ value: AnyValue) -> Bool {
    switch value {
    case .array(let elements): elements.contains(where: hasDuplicates)
    case .object(let members):
      Set(members.map(\.key)).count < members.count
        || members.contains { hasDuplicates($0.value) }
    default: false
    }
  }

  private static func suite(_ report: inout Report) throws {
    let cases = try Corpora.files(in: "JSONTestSuite/test_parsing")
    let valid = cases.filter { $0.name.hasPrefix("y_") }
    let invalid = cases.filter { $0.name.hasPrefix("n_") }
    let accepted = valid.count { verdicts($0.bytes)[0] }
    let refused = invalid.count { !verdicts($0.bytes)[0] }
    report.note(
      1, "JSONTestSuite", "\(accepted) of \(valid.count) y_, \(refused) of \(invalid.count) n_",
      isGood: accepted == valid.count && refused == invalid.count)
    let open =
      try cases.filter { $0.name.hasPrefix("i_") }
      + Corpora.files(in: "JSONTestSuite/test_transform")
    let agreed = open.count { Set(verdicts($0.bytes)).count == 1 }
    let read = open.filter { verdicts($0.bytes)[0] }
    report.note(
      2, "its i_ and transform cases",
      "\(agreed) of \(open.count) with the same verdict from six ways of decoding, \(read.count) accepted",
      isGood: agreed == open.count)
    print("  refused: \(open.filter { !verdicts($0.bytes)[0] }.map(\.name).joined(separator: " "))")
  }

  private static func doubles(_ report: inout Report) throws {
    var (count, wrong, rejected) = (0, 0, 0)
    for (name, _) in try Corpora.files(in: "numbers") where name.hasSuffix(".txt") {
      guard name != "integers.txt" else { continue }
      for fields in try Corpora.lines("numbers/\(name)")
      where fields.count == 2 || fields.count == 4 {
        let bits = UInt64(fields[fields.count == 2 ? 0 : 2], radix: 16)
        guard let bits, let text = json(fields[fields.count - 1]) else { continue }
        guard Double(bitPattern: bits).isFinite else { continue }
        count += 1
        for value in [
          try? JSON.decode(Double.self, from: text),
          try? JSON.decode([Double].self, from: "[\(text)]")[0],
        ] {
          if let value { wrong += value.bitPattern == bits ? 0 : 1 } else { rejected += 1 }
        }
      }
    }
    report.note(
      3, "\(count) doubles, two ways each",
      "\(wrong) wrong bits, \(rejected) finite ones rejected", isGood: wrong + rejected == 0)
  }

  /// The number in JSON's form: the files also have `.5`, `+1` and `01`.
  private static func json(_ token: Substring) -> String? {
    token.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?/).map { String($0.0) }
  }

  private static func integers(_ report: inout Report) {
    var (count, wrong) = (0, 0)
    func check<T: FixedWidthInteger & Codable & DirectCodable>(_ type: T.Type) {
      let limits = [Int128(T.min), T.max == UInt128.max as? T ? .max : Int128(T.max)]
      for limit in limits {
        for offset in Int128(-2)...2 {
          let (number, overflows) = limit.addingReportingOverflow(offset)
          guard !overflows else { continue }
          let text = "\(number)"
          let expected = T(exactly: number)
          let values = [
            try? JSON.decode(T.self, from: text),
            try? JSON.decode([T].self, from: "[\(text)]").first,
            try? JSON.decode(ThroughTape<T>.self, from: text).value,
            try? YAML.decode(T.self, from: text),
            try? Binary.decode(T.self, from: Binary.encode(JSON.decode(AnyValue.self, from: text))),
          ]
          count += values.count
          wrong += values.count { $0 != expected }
        }
      }
    }
    check(Int8.self)
    check(Int16.self)
    check(Int32.self)
    check(Int64.self)
    check(Int.self)
    check(Int128.self)
    check(UInt8.self)
    check(UInt16.self)
    check(UInt32.self)
    check(UInt64.self)
    check(UInt.self)
    report.note(
      4, "\(count) integers about the limits of 11 types, five ways", "\(wrong) wrong",
      isGood: wrong == 0)
  }

  private static func utf8(_ report: inout Report) throws {
    var (count, wrong) = (0, 0)
    for fields in try Corpora.lines("utf8/cases.txt") {
      let digits = Array(fields.count > 1 ? String(fields[1]) : "")
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
      // Controls and quotes are another matter.
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) else { continue }
      let text = Array("{\"".utf8) + bytes + Array("\":[\"".utf8) + bytes + Array("\"]}".utf8)
      let key = Array("{\"".utf8) + bytes + Array("\":[]}".utf8)
      let string = Array("{\"a\":[\"".utf8) + bytes + Array("\"]}".utf8)
      let length = UInt8(clamping: bytes.count)
      let binary = [0xB5, 0x20, 0x00] + (length < 48 ? [0x50 + length] : [0xEE, length]) + bytes
      let verdicts =
        [text, key, string].flatMap { text in
          [
            (try? JSON.decode([String: [String]].self, from: text)) != nil,
            (try? JSON.decode(AnyValue.self, from: text)) != nil,
            (try? JSON.decode(Unread.self, from: text)) != nil,
          ]
        } + [
          (try? Binary.decode(String.self, from: binary)) != nil,
          (try? Binary.decode(Unread.self, from: binary)) != nil,
        ]
      count += verdicts.count
      wrong += verdicts.count { $0 != (fields[0] == "valid") }
    }
    report.note(
      5, "\(count) verdicts on UTF-8: texts, keys, passed over, both formats", "\(wrong) wrong",
      isGood: wrong == 0 && count > 0)
  }
}
