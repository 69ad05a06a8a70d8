import Ferry
import FerryMacros
import Foundation
import Testing

private struct RawDouble: RawRepresentable, Codable { let rawValue: Double }

@DirectCodable
private struct DirectRaw: RawRepresentable { let rawValue: Float }

private struct Single: Codable {
  var value: Double
  init(_ value: Double) { self.value = value }
  init(from decoder: any Swift.Decoder) throws { value = try Double(from: decoder) }
  func encode(to encoder: any Swift.Encoder) throws { try value.encode(to: encoder) }
}

@DirectCodable
private struct Faulty {
  var date: Date?
  var double: Double?
  var float: Float?
  var size: CGFloat?
  var raw: RawDouble?
  var directRaw: DirectRaw?
  var single: Single?
  var dates: [Date]?
  var floats: [String: Float]?
  var keyed: [Int: Double]?
  var set: Set<Double>?
  var nested: [[Double]]?
  var singles: [[Single]]?
  var daily: [String: [Date]]?
  var interval: DateInterval?
  var range: Range<Double>?
  var vector: SIMD2<Double>?
}

private struct PlainFaulty: Codable {
  var date: Date?
  var double: Double?
  var float: Float?
  var size: CGFloat?
  var raw: RawDouble?
  var directRaw: DirectRaw?
  var single: Single?
  var dates: [Date]?
  var floats: [String: Float]?
  var keyed: [Int: Double]?
  var set: Set<Double>?
  var nested: [[Double]]?
  var singles: [[Single]]?
  var daily: [String: [Date]]?
  var interval: DateInterval?
  var range: Range<Double>?
  var vector: SIMD2<Double>?
}

/// The oracle is Foundation's encoder: it reports the number inside of a date or a wrapper.
@Suite("Encoding errors as Foundation reports them")
struct FoundationFaultsTests {
  private struct Fault: Equatable, CustomStringConvertible {
    let value: String
    let path: [String]
    var description: String { "\(value) at \(path)" }
  }

  private func fault(_ body: () throws -> Void) -> Fault {
    do {
      try body()
      return Fault(value: "no error", path: [])
    } catch EncodingError.invalidValue(let value, let context) {
      return Fault(
        value: "\(type(of: value)) \(value)", path: context.codingPath.map(\.stringValue))
    } catch { return Fault(value: "\(error)", path: []) }
  }

  private static let later = Date(timeIntervalSince1970: .infinity)

  /// Each value once for direct coding and once for the compiler's code.
  private static let values: [(Faulty, PlainFaulty)] = [
    (Faulty(date: later), PlainFaulty(date: later)),
    (Faulty(double: .nan), PlainFaulty(double: .nan)),
    (Faulty(float: -.infinity), PlainFaulty(float: -.infinity)),
    (Faulty(size: .nan), PlainFaulty(size: .nan)),
    (Faulty(raw: RawDouble(rawValue: .nan)), PlainFaulty(raw: RawDouble(rawValue: .nan))),
    (
      Faulty(directRaw: DirectRaw(rawValue: .nan)),
      PlainFaulty(directRaw: DirectRaw(rawValue: .nan))
    ),
    (Faulty(single: Single(.nan)), PlainFaulty(single: Single(.nan))),
    (Faulty(dates: [Date(), later]), PlainFaulty(dates: [Date(), later])),
    (Faulty(floats: ["a": .nan]), PlainFaulty(floats: ["a": .nan])),
    (Faulty(keyed: [3: .nan]), PlainFaulty(keyed: [3: .nan])),
    (Faulty(set: [.infinity]), PlainFaulty(set: [.infinity])),
    (Faulty(nested: [[1], [2, .nan]]), PlainFaulty(nested: [[1], [2, .nan]])),
    (Faulty(singles: [[], [Single(.nan)]]), PlainFaulty(singles: [[], [Single(.nan)]])),
    (Faulty(daily: ["a": [later]]), PlainFaulty(daily: ["a": [later]])),
    (
      Faulty(interval: DateInterval(start: Date(), duration: .infinity)),
      PlainFaulty(interval: DateInterval(start: Date(), duration: .infinity))
    ),
    (Faulty(range: 0..<Double.infinity), PlainFaulty(range: 0..<Double.infinity)),
    (Faulty(vector: [1, .nan]), PlainFaulty(vector: [1, .nan])),
  ]

  @Test("the error has the value and the path of Foundation's", arguments: 0..<3)
  func values(strategy: Int) {
    let foundation = Foundation.JSONEncoder()
    var json = JSON.Encoder()
    foundation.dateEncodingStrategy =
      [.deferredToDate, .secondsSince1970, .millisecondsSince1970][strategy]
    json.dateEncodingStrategy =
      [.deferredToDate, .secondsSince1970, .millisecondsSince1970][strategy]
    var pretty = json
    pretty.outputFormatting = .prettyPrinted
    for (direct, plain) in Self.values {
      let expected = fault { _ = try foundation.encode(plain) }
      #expect(!expected.path.isEmpty, "\(plain)")
      #expect(fault { _ = try json.encode(direct) } == expected, "direct")
      #expect(fault { _ = try pretty.encode(direct) } == expected, "through the tape")
      #expect(fault { _ = try json.encode(plain) } == expected, "Codable")
      #expect(fault { _ = try foundation.encode(direct) } == expected, "through Foundation")
    }
  }
}
