import Ferry
import FerryCBOR
import FerryMacros
import FerryMessagePack
import FerrySchema
import Foundation
import Testing

@DirectCodable
private struct Patch: Equatable {
  var name: String??
  var size: Int??
  var tags: [String]??
  var owner: Owner??
  var leaf: CodableLeaf??
  @Key("meta.note") var note: String?? = nil
}

@DirectCodable
private struct TabledPatch: Equatable {
  var name: String??
  var size: Int??
  var tags: [String]??
  var owner: Owner??
  var leaf: CodableLeaf??
}

@DirectCodable
private struct Nullable { var name: String?? }

@DirectCodable
private struct Owner: Equatable { var id: Int }

private typealias MaybeText = String?

@DirectCodable
private final class AliasPatch: Equatable {
  var name: MaybeText?

  init(name: MaybeText?) { self.name = name }

  static func == (left: AliasPatch, right: AliasPatch) -> Bool { left.name == right.name }
}

private typealias NullableText = String??

/// Each member goes through generated code: a class has no table.
@DirectCodable
private final class NullablePatch: Equatable {
  var name: NullableText
  var size: NullableText = nil
  @Key("meta.note") var note: NullableText

  init(_ value: String??) { (name, size, note) = (value, value, value) }

  static func == (left: NullablePatch, right: NullablePatch) -> Bool {
    left.name == right.name && left.size == right.size && left.note == right.note
  }
}

@DirectCodable
private enum NullableCase: Equatable { case rename(to: NullableText) }

private struct WrappedPatch: Codable, Equatable {
  @NullableValue var name: String??
  @NullableValue var size: Int??
}

private struct MappedPatch: Codable, Equatable, KeyMapped {
  @NullableValue var name: String?? = nil
  var count: Int?
  var text: String?

  static let mapping: KeyMapping = ["name": "meta.name"]
}

@DirectCodable
private struct Rules: Equatable {
  var free: Int?
  @Nil(.null) var written: Int?
  @Nil(.omit) var left: Int?
  var inner: Int??
  var text: String?
  var leaf: CodableLeaf?
  var date: Date?
}

@DirectCodable
private final class GeneratedRules: Equatable {
  var free: Int?
  @Nil(.null) var written: Int?
  @Nil(.omit) var left: Int?
  var inner: Int??
  var alias: MaybeText = nil
  @Key("meta.deep") var deep: Int?

  init() {}

  static func == (left: GeneratedRules, right: GeneratedRules) -> Bool {
    left.free == right.free && left.written == right.written && left.left == right.left
      && left.inner == right.inner && left.alias == right.alias && left.deep == right.deep
  }
}

private struct PlainRules: Codable {
  var number: Int?
  var text: String?
  var leaf: CodableLeaf?
  var list: [Int?] = [nil]
}

@DirectCodable
private struct WithDefaults: Equatable {
  var lives = 9
  @Default("x") var name: String
  var optional: Int? = 5
  var owner: Owner = Owner(id: 1)
  var leaf: CodableLeaf = CodableLeaf(name: "a")
  var list: [Int] = []
  var required: Int
}

@DirectCodable
private final class GeneratedDefaults: Equatable {
  var lives = 9
  @Default("x") var name: String
  var optional: Int? = 5
  @Key("meta.owner") var owner: Owner = Owner(id: 1)
  var required: Int

  init(required: Int) { (name, self.required) = ("x", required) }

  static func == (left: GeneratedDefaults, right: GeneratedDefaults) -> Bool {
    left.lives == right.lives && left.name == right.name && left.optional == right.optional
      && left.owner == right.owner && left.required == right.required
  }
}

@DirectCodable
private enum Shape: Equatable { case circle(radius: Int = 1, name: String? = nil) }

private struct WrappedDefaults: Codable, Equatable {
  @DefaultValue<Defaults.Zero<Int>> var count: Int
  @DefaultValue<Defaults.Empty<[Int]>> var list: [Int]
  var other = 1
}

@Suite("Absent, null and a value")
struct NilEncodingTests {
  private static let documents: [AnyValue] = ([nil, .null, 1] as [AnyValue?]).flatMap { size in
    ([nil, .null, "x"] as [AnyValue?]).map { name in
      var document: AnyValue.Object = [:]
      if let name { document["name"] = name }
      if let size { document["size"] = size }
      return .object(document)
    }
  }

  @Test("T?? keeps a missing key, null and a value apart in every format", arguments: documents)
  func threeStates(_ document: AnyValue) throws {
    let name: String?? = document["name"].map { $0.string }
    let size: Int?? = document["size"].map { $0.int }
    for (way, result) in try Ways().decode(Patch.self, document) {
      let value = try result.get()
      #expect(value.name == name && value.size == size && value.tags == .none, "\(way)")
    }
    for (way, result) in try Ways().decode(TabledPatch.self, document) {
      #expect(try result.get() == TabledPatch(name: name, size: size), "\(way)")
    }
    for (way, written) in try Encoders().encode(Patch(name: name, size: size)) {
      #expect(written == document, "\(way)")
    }
    for strategy in [NilEncodingStrategy.omit, .null] {
      let encoders = Encoders { $0.nilEncodingStrategy = strategy }
      for (way, written) in try encoders.encode(TabledPatch(name: name, size: size)) {
        #expect(written == document, "\(way), \(strategy)")
      }
    }
  }

  @Test("plain Codable types keep the three apart through @NullableValue", arguments: documents)
  func wrapper(_ document: AnyValue) throws {
    let value = WrappedPatch(
      name: document["name"].map { $0.string }, size: document["size"].map { $0.int })
    for (way, result) in try Ways().decodeByCodable(WrappedPatch.self, document) {
      #expect(try result.get() == value, "\(way)")
    }
    for (way, written) in try Encoders().encodeByCodable(value) {
      #expect(written == document, "\(way)")
    }
    let data = Data(try JSON.encode(document))
    #expect(try Foundation.JSONDecoder().decode(WrappedPatch.self, from: data) == value)
    let written = try Foundation.JSONEncoder().encode(value)
    #expect(try JSON.decode(WrappedPatch.self, from: written) == value)
  }

  @Test("members of every type keep null", arguments: ["name", "size", "tags", "owner", "leaf"])
  func types(_ key: String) throws {
    let document = AnyValue.object([key: .null])
    for (way, result) in try Ways().decode(Patch.self, document) {
      #expect(try JSON.string(result.get()) == "{\"\(key)\":null}", "\(way)")
    }
    for (way, result) in try Ways().decode(TabledPatch.self, document) {
      #expect(try JSON.string(result.get()) == "{\"\(key)\":null}", "\(way)")
    }
    try expectEverywhere(TabledPatch(), "{}")
    let foundation = try Foundation.JSONDecoder().decode(
      TabledPatch.self, from: Data(JSON.encode(document)))
    #expect(try JSON.string(foundation) == "{\"\(key)\":null}")
  }

  @Test("the type inside may be optional through an alias, and a member may be in an object inside")
  func aliases() throws {
    try expectEverywhere(AliasPatch(name: .some(nil)), #"{"name":null}"#)
    try expectEverywhere(AliasPatch(name: nil), "{}")
    try expectEverywhere(Patch(note: .some(nil)), #"{"meta":{"note":null}}"#)
    try expectEverywhere(Patch(note: "n"), #"{"meta":{"note":"n"}}"#)
    let mapped = MappedPatch(name: .some(nil))
    #expect(try JSON.string(mapped) == #"{"meta":{"name":null}}"#)
    #expect(try JSON.decode(MappedPatch.self, from: #"{"meta":{"name":null}}"#) == mapped)
    #expect(try JSON.decode(MappedPatch.self, from: "{}") == MappedPatch())
  }

  @Test("a type alias of T?? keeps the three states in generated code")
  func aliasesOfBoth() throws {
    let null = #"{"name":null,"size":null,"meta":{"note":null}}"#
    try expectEverywhere(NullablePatch(.some(nil)), null)
    try expectEverywhere(NullablePatch(nil), "{}")
    try expectEverywhere(
      NullablePatch("a"), #"{"name":"a","size":"a","meta":{"note":"a"}}"#)
    try expectEverywhere(NullableCase.rename(to: .some(nil)), #"{"rename":{"to":null}}"#)
    try expectEverywhere(NullableCase.rename(to: nil), #"{"rename":{}}"#)
  }

  @Test("nilEncodingStrategy writes nil as null, and @Nil decides for a member")
  func strategies() throws {
    let omitted: AnyValue = ["written": nil]
    let null: AnyValue = [
      "free": nil, "written": nil, "text": nil, "leaf": nil, "date": nil,
    ]
    for (way, written) in try Encoders().encode(Rules()) { #expect(written == omitted, "\(way)") }
    let encoders = Encoders { $0.nilEncodingStrategy = .null }
    for (way, written) in try encoders.encode(Rules()) { #expect(written == null, "\(way)") }
    for (way, result) in try Ways().decode(Rules.self, null) {
      #expect(try result.get() == Rules(), "\(way)")
    }
  }

  @Test("the strategies apply to generated code, to Codable types and to mappings")
  func otherWays() throws {
    let encoders = Encoders { $0.nilEncodingStrategy = .null }
    for (way, written) in try Encoders().encode(GeneratedRules()) {
      #expect(written == ["written": nil], "\(way)")
    }
    for (way, written) in try encoders.encode(GeneratedRules()) {
      #expect(
        written == ["free": nil, "written": nil, "alias": nil, "meta": ["deep": nil]], "\(way)")
    }
    for (way, written) in try encoders.encodeByCodable(PlainRules()) {
      #expect(written == ["number": nil, "text": nil, "leaf": nil, "list": [nil]], "\(way)")
    }
    for (way, written) in try encoders.encodeByCodable(MappedPatch()) {
      #expect(written == ["count": nil, "text": nil], "\(way)")
    }
  }

  @Test("omitsDefaults leaves out members with their defaults")
  func defaults() throws {
    let encoders = Encoders { $0.omitsDefaults = true }
    let value = WithDefaults(name: "x", required: 2)
    for (way, written) in try encoders.encode(value) {
      #expect(written == ["required": 2], "\(way)")
    }
    for (way, written) in try encoders.encode(GeneratedDefaults(required: 2)) {
      #expect(written == ["required": 2], "\(way)")
    }
    for (way, written) in try encoders.encode(Shape.circle()) {
      #expect(written == ["circle": [:]], "\(way)")
    }
    for (way, written) in try encoders.encodeByCodable(WrappedDefaults()) {
      #expect(written == ["other": 1], "\(way)")
    }
    var other = value
    (other.lives, other.optional, other.leaf.name) = (8, nil, "b")
    let expected: AnyValue = [
      "lives": 8, "optional": nil, "leaf": ["name": "b"], "required": 2,
    ]
    for (way, written) in try encoders.encode(other) { #expect(written == expected, "\(way)") }
    for (way, result) in try Ways().decode(WithDefaults.self, expected) {
      #expect(try result.get() == other, "\(way)")
    }
    #expect(try JSON.decode(AnyValue.self, from: JSON.encode(value))["lives"] == 9)
  }

  @Test("a schema allows null and no key for T??")
  func schema() throws {
    let schema = try JSON.schema(for: Nullable.self)
    let expected: AnyValue = ["type": ["string", "null"]]
    #expect(schema["properties"]?["name"] == expected)
    #expect(schema["required"] == nil)
  }
}
