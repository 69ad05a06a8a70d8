import Ferry
import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct Stamp: Equatable {
  var name = "n"
  var dates: [Date]
}

private struct PlainStamp: Codable {
  var name = "n"
  var dates: [Date]
}

@DirectCodable
private struct Amounts { var values: [String: [Decimal]] }

@DirectCodable
private struct Numbers { var values: [Double] }

/// Refuses odd numbers.
private struct Even: WireStrategy {
  func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> Int { try reader.readInteger(Int.self) }

  func write<Writer: WireWriter & ~Copyable>(
    _ value: Int, to writer: inout Writer
  ) throws(WireFailure) {
    guard value.isMultiple(of: 2) else { throw writer.invalid("not even") }
    try writer.write(value)
  }
}

@DirectCodable
private struct Evens {
  @As(Even()) var one: Int
  @As(.each(Even())) var many: [Int]
}

@DirectCodable
private struct Moments {
  @As(.iso8601) var text: Date?
  @As(.iso8601WithMilliseconds) var exact: Date?
  @As(.secondsSince1970) var number: Date?
}

@DirectCodable
private struct Rest {
  @Flatten var others: [String: Int]
  var n: Int?
}

@DirectCodable
private struct Outer {
  var id = 7
  var list: [Rest]
}

@DirectCodable
private struct IntegerKeys { var d: [Int: Int] }

@DirectCodable
private struct Deep { var inner: [Deep] }

@Suite("The value at fault in an encoding error")
struct EncodingFaultsTests {
  private struct Fault: Equatable, CustomStringConvertible {
    var value: String
    var path: String
    var description: String { "\(value) at \(path)" }
  }

  private func fault(_ body: () throws -> Void) -> Fault? {
    do {
      try body()
      return nil
    } catch EncodingError.invalidValue(let value, let context) {
      let error = EncodingError.invalidValue(value, context)
      #expect(!"\(error)".isEmpty)
      return Fault(
        value: "\(type(of: value)) \(value)",
        path: context.codingPath.map(\.stringValue).joined(separator: "."))
    } catch { return Fault(value: "\(error)", path: "?") }
  }

  private func everywhere<T: DirectEncodable & Encodable>(_ value: T) -> [Fault?] {
    var pretty = JSON.Encoder()
    pretty.outputFormatting = .prettyPrinted
    return [
      fault { _ = try JSON.encode(value) }, fault { _ = try pretty.encode(value) },
      fault { _ = try Foundation.JSONEncoder().encode(value) },
    ]
  }

  @Test("a date that is not finite has no text, and the error can be printed")
  func dates() throws {
    let expected = Fault(value: "Double nan", path: "dates.Index 1")
    let dates = [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: .nan)]
    for strategy in [DateEncodingStrategy.iso8601, .rfc3339(fractionDigits: 3)] {
      let encoders: [any FormatEncoder] = [JSON.Encoder(), Binary.Encoder(), YAML.Encoder()]
      for var encoder in encoders {
        encoder.dateEncodingStrategy = strategy
        #expect(fault { _ = try encoder.encode(PlainStamp(dates: dates)) } == expected)
        #expect(fault { _ = try encoder.encode(dates) }?.value == "Double nan")
      }
      var json = JSON.Encoder()
      json.dateEncodingStrategy = strategy
      #expect(fault { _ = try json.encode(Stamp(dates: dates)) } == expected)
      #expect(fault { _ = try json.encode(dates) } == Fault(value: "Double nan", path: "Index 1"))
      var yaml = YAML.Encoder()
      yaml.dateEncodingStrategy = strategy
      #expect(fault { _ = try yaml.encode(Stamp(dates: dates)) } == expected)
    }
  }

  @Test("the error has the number that JSON cannot represent")
  func numbers() throws {
    let expected = Fault(value: "Double inf", path: "values.Index 1")
    #expect(everywhere(Numbers(values: [1, .infinity])) == [expected, expected, expected])
    #expect(
      fault { _ = try JSON.encode(Amounts(values: ["k": [1, .nan]])) }
        == Fault(value: "NSDecimal NaN", path: "values.k.Index 1")
        || fault { _ = try JSON.encode(Amounts(values: ["k": [1, .nan]])) }
          == Fault(value: "Decimal NaN", path: "values.k.Index 1")
    )
  }

  @Test("the error has the value that a strategy rejects")
  func strategies() throws {
    let one = Fault(value: "Int 3", path: "one")
    #expect(everywhere(Evens(one: 3, many: [])) == [one, one, one])
    let many = Fault(value: "Int 5", path: "many.Index 1")
    #expect(everywhere(Evens(one: 2, many: [4, 5])) == [many, many, many])
  }

  @Test("the error of a value nested too deep has that value alone")
  func depth() throws {
    var json = JSON.Encoder()
    json.depthLimit = 3
    let value = Deep(inner: [Deep(inner: [Deep(inner: [])])])
    let fault = fault { _ = try json.encode(value) }
    #expect(fault?.path == "inner.Index 0.inner")
    #expect(fault?.value.hasPrefix("Deep") == true)
  }

  @Test("the error has the number in an AnyValue that JSON cannot represent")
  func anyValue() throws {
    let value: AnyValue = ["list": [1, .number(.init(Double.nan))]]
    #expect(
      fault { _ = try JSON.encode(value) } == Fault(value: "Double nan", path: "list.Index 1"))
  }
}

@Suite("AnyValue as text")
struct AnyValueDescriptionTests {
  @Test(
    "the description is compact JSON",
    arguments: [
      "null", "true", "1.10", #""a\"b/\n""#, "[]", "{}", #"{"b":[1,{"x":null}],"a":"é"}"#,
      #"{"x":1,"x":2}"#,
    ])
  func json(text: String) throws {
    let value = try JSON.decode(AnyValue.self, from: text)
    #expect(value.description == text)
    #expect("\([value])" == "[\(text)]")
  }

  @Test("the description covers values that JSON cannot represent")
  func others() {
    #expect(AnyValue.bytes([255, 255]).description == "\"//8=\"")
    #expect(
      AnyValue.array([.number(.init(Double.nan)), .number(.init(-Double.infinity))]).description
        == "[NaN,-Infinity]")
    #expect((["a": 1] as AnyValue.Object).description == #"{"a":1}"#)
  }

  @Test("the error of a date without text in a form can be printed")
  func printedDates() {
    let nan = Date(timeIntervalSince1970: .nan)
    for moments in [
      Moments(text: nan), Moments(exact: nan), Moments(number: nan),
      Moments(text: Date(timeIntervalSince1970: 1e15)),
    ] {
      let errors = [
        #expect(throws: EncodingError.self) { try JSON.encode(moments) },
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(moments) },
      ]
      for error in errors {
        guard case .invalidValue(let value, _) = error else { continue }
        #expect(value is Double, "\(type(of: value))")
      }
    }
  }

  @Test("the error of a key that another member reads has its value")
  func misreadKeys() {
    let error = #expect(throws: EncodingError.self) {
      try JSON.encode(Outer(list: [Rest(others: ["n": 1])]))
    }
    guard case .invalidValue(let value, let context) = error else { return }
    #expect(value as? Int == 1)
    #expect(context.codingPath.map(\.stringValue) == ["list", "Index 0"])
  }

  @Test("the first of two texts of one integer key counts, in both ways of coding")
  func equalIntegerKeys() throws {
    struct Plain: Codable { var d: [Int: Int] }
    let text = #"{"d":{"1":1,"01":2}}"#
    #expect(try JSON.decode(Plain.self, from: text).d == [1: 1])
    #expect(try JSON.decode(IntegerKeys.self, from: text).d == [1: 1])
  }
}
