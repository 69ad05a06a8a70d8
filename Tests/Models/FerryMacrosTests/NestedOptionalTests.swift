import Ferry
import FerryMacros
import Testing

/// The binary format distinguishes `.some(nil)` from `nil`, in both ways of coding and across them.
@Suite struct NestedOptionalTests {
  private static let models: [NestedOptionals] = [Int??.none, .some(nil), 1].flatMap { one in
    [Int???.none, .some(nil), .some(.some(nil)), 2].map { two in
      NestedOptionals(
        one: one, two: two, list: [nil, .some(nil), 3],
        byName: ["a": nil, "b": .some(nil), "c": "text"], set: [nil, .some(nil), 4],
        any: .some(.null), untagged: .some(.nothing), codable: .some(nil),
        generic: GenericOptional(held: .some(nil)))
    }
  }

  @Test("the binary format keeps nested optionals", arguments: models)
  func binaryKeepsThem(_ model: NestedOptionals) throws {
    #expect(try Binary.decode(NestedOptionals.self, from: Binary.encode(model)) == model)
  }

  @Test("direct coding and the tape read nested optionals of each other", arguments: models)
  func eachWayDecodesTheOther(_ model: NestedOptionals) throws {
    let plain = CodableOptionals(
      one: model.one, two: model.two, list: model.list, byName: model.byName)
    let fromDirect = try Binary.decode(CodableOptionals.self, from: Binary.encode(model))
    #expect(fromDirect == plain)
    let fromPlain = try Binary.decode(NestedOptionals.self, from: Binary.encode(plain))
    #expect(fromPlain.one == model.one && fromPlain.two == model.two)
    #expect(fromPlain.list == model.list && fromPlain.byName == model.byName)
  }

  @Test(
    "in JSON and YAML, null is the first level of a member and nil in an array", arguments: models)
  func textHasOneNull(_ model: NestedOptionals) throws {
    let decoded = try JSON.decode(NestedOptionals.self, from: JSON.encode(model))
    #expect(decoded.one == model.one)
    #expect(decoded.two == (model.two == .some(.some(nil)) ? .some(nil) : model.two))
    #expect(decoded.list == [nil, nil, 3])
    #expect(try YAML.decode(NestedOptionals.self, from: YAML.encode(model)) == decoded)
  }

  @Test("scalars keep their levels of optionals in the binary format")
  func scalarsOfOptionalsKeepThem() throws {
    for value in [Int???.none, .some(nil), .some(.some(nil)), 5] {
      #expect(try Binary.decode([Int???].self, from: Binary.encode([value])) == [value])
    }
    let deep: [AnyValue???] = [nil, .some(nil), .some(.some(nil)), .null, 1]
    #expect(try Binary.decode([AnyValue???].self, from: Binary.encode(deep)) == deep)
  }

  @Test("a null with too many levels is nil")
  func aNullWithTooManyLevelsIsNil() throws {
    let bytes = try Binary.encode(Wide(value: .some(.some(nil)), list: [.some(nil), 1]))
    let narrow = try Binary.decode(Narrow.self, from: bytes)
    #expect(narrow.value == nil)
    #expect(narrow.list == [nil, 1])
    #expect(try Binary.decode(Middle.self, from: bytes).value == .some(nil))
  }

  @Test("a null has no levels left from the document before")
  func aNullIsNoSomethingOfTheDocumentBefore() throws {
    let nested: [Int??] = [nil, .some(nil), nil, nil]
    let plain: [Int??] = [nil, nil, nil, nil, nil, nil]
    #expect(try Binary.decode([Int??].self, from: Binary.encode(nested)) == nested)
    #expect(try Binary.decode([Int??].self, from: Binary.encode(plain)) == plain)
  }

  @Test("a null has no levels left from an array before it")
  func aNullIsNoSomethingOfAListInPackedForm() throws {
    // The last null of the second list is read where that of the first was.
    let nested = Array(repeating: CodableNumbers(list: [.some(nil)]), count: 9)
    let plain = Array(repeating: CodableNumbers(list: [1, nil]), count: 9)
    let bytes = try Binary.encode([nested, plain])
    let lists = try Binary.decode([[Numbers]].self, from: bytes)
    #expect(lists.map { $0.map(\.list) } == [nested, plain].map { $0.map(\.list) })
  }

  @Test("lossy arrays keep nested optionals")
  func listsThatLoseElementsKeepThem() throws {
    let bytes = try Binary.encode(["list": [Int??.none, .some(nil), 7]])
    #expect(try Binary.decode(Lossy.self, from: bytes).list == [nil, .some(nil), 7])
  }

  @Test("a default applies only if the key is missing")
  func defaultsStandForMissingKeysAlone()
    throws
  {
    for value in [Int??.none, .some(nil), 1] {
      let model = Defaulted(value: value)
      #expect(try Binary.decode(Defaulted.self, from: Binary.encode(model)) == model)
    }
  }
}

@DirectCodable struct NestedOptionals: Equatable, Sendable {
  var one: Int??
  var two: Int???
  var list: [Int??]
  var byName: [String: String??]
  var set: Set<Int??>?
  var any: AnyValue?
  var untagged: NothingOrNumber?
  var codable: CodableLeaf??
  var generic: GenericOptional<Int?>?
}

private struct CodableOptionals: Codable, Equatable {
  var one: Int??
  var two: Int???
  var list: [Int??]
  var byName: [String: String??]
}

@DirectCodable private struct Numbers: Equatable { var list: [Int??] }

private struct CodableNumbers: Codable { var list: [Int??] }

struct CodableLeaf: Codable, Equatable, Sendable { var name: String }

@DirectCodable struct GenericOptional<Held: Codable & Equatable & Sendable>: Equatable, Sendable {
  var held: Held?
}

@DirectCodable @Tagged(.untagged)
enum NothingOrNumber: Equatable, Sendable {
  case nothing
  case number(Int)
}

@DirectCodable private struct Wide {
  var value: Int???
  var list: [Int??]
}

@DirectCodable private struct Middle { var value: Int?? }

@DirectCodable private struct Narrow {
  var value: Int?
  var list: [Int?]
}

@DirectCodable private struct Lossy { @Lossy var list: [Int??] }

@DirectCodable private struct Defaulted: Equatable {
  var value: Int?? = 9
}
