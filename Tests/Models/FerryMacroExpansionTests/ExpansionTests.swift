import FerryMacroExpansion
import Foundation
import Testing

@Suite("Expansion")
struct ExpansionTests {
  @Test("a struct expands to a table and an initializer that proves it complete")
  func table() {
    let expansion = Expansion(
      """
      @DirectCodable
      public struct Cat {
        @Key("cat_id") let id: String
        var lives = 9
      }
      """)
    #expect(expansion.messages.isEmpty)
    let text = #"""
      public static let _table = FerryMacros._FieldTable(Self.self, [
      FerryMacros._FieldTable.Row.field("cat_id", \Self.id),
      FerryMacros._FieldTable.Row.field("lives", \Self.lives, default: 9),
      ])
      """#
    #expect(expansion.lines.contains(text))
    let proof = """
      private init(_ proof: FerryMacros._FieldTable.Proof) {
      self.id = proof.value()
      self.lives = proof.value()
      }
      """
    #expect(expansion.lines.contains(proof))
    #expect(!expansion.text.contains("DirectSlots"))
  }

  @Test(
    "a struct has generated code if a row cannot describe a property",
    arguments: [
      "var x: Int { didSet {} }", "weak var x: C?", "lazy var y = 1; var x: Int", "let x = 1",
      "@Wrapped var x: Int", "@Key(\"a.b\") var x: Int", "@Alias(\"y\") var x: Int",
      "@Skip var x = 1", "@Flatten var x: Y", "@Lossy var x: [Int]", "@Tolerant var x: Int",
      "@As(.iso8601) var x: Date", "@Range(1...2) var x: Int", "@Default(error: 1) var x: Int",
      "var x: Int; func didDecode() {}", "var x: Int; func validate() throws {}",
    ])
  func generated(members: String) {
    let text = Expansion("@DirectCodable struct S { \(members) }").text
    #expect(!text.contains("_FieldTable") && text.contains("DirectFields"), "\(text)")
  }

  @Test(
    "generated code tells why no table codes the type",
    arguments: [
      ("final class S { let x: Int }", "only a struct has properties at fixed offsets"),
      ("enum S { case a(Int) }", "only a struct has properties at fixed offsets"),
      ("struct S<T> { let x: T }", "a generic type has no stored static properties"),
      ("@MainActor struct S { let x: Int }", "the type belongs to an actor"),
      ("struct S { var x: Int; func validate() throws {} }", "the type has 'validate()'"),
      ("@Other struct S { let x: Int }", "'@Other' may add stored properties"),
      ("struct S { lazy var y = 1; var x: Int }", "'y' is lazy"),
      ("struct S { var x: Int { didSet {} } }", "'x' has observers"),
      ("struct S { @Wrapped var x: Int }", "'x' has the attribute '@Wrapped'"),
      (
        "struct S { @Key(\"a.b\") var x: Int }",
        "'x' has not the same single key in both directions"
      ),
    ])
  func obstacles(type: String, reason: String) {
    let text = Expansion("@DirectCodable \(type)").text
    #expect(text.contains("// No table codes the type: \(reason)."), "\(text)")
  }

  @Test(
    "a class has a declaration that the compiler refuses if it has a superclass")
  func superclasses() {
    func refuses(_ inherited: String) -> Bool {
      Expansion("@DirectCodable final class C: \(inherited) { var x = 1 }").text
        .contains("typealias DirectCodableDoesNotCodeTheSuperclass = any ")
    }
    #expect(refuses("Base") && refuses("@unchecked Base, Sendable"))
    #expect(!refuses("Sendable, Named") && !refuses("@unchecked Sendable"))
    #expect(!Expansion("@DirectCodable struct S: Named { var x = 1 }").text.contains("any Named"))
  }

  @Test("a struct with a table needs no reason")
  func noObstacle() {
    #expect(!Expansion("@DirectCodable struct S { let x: Int }").text.contains("No table"))
  }

  @Test("a type that another macro may change, or with generic parameters, has generated code")
  func unknown() {
    for type in [
      "@DirectCodable @Other struct S { var x: Int }", "@DirectCodable struct S<T> { var x: T }",
    ] {
      #expect(!Expansion(type).text.contains("_FieldTable"))
    }
  }

  @Test("a type in an extension or function shares its table, since it may be generic inside")
  func sharedTable() {
    let member = "@DirectCodable struct S { var x: Int }"
    #expect(
      Expansion("extension A { \(member) }").text.contains("_FieldTable.shared(for: Self.self, ["))
    #expect(
      Expansion("enum A<T> { \(member) }").text.contains("_FieldTable.shared(for: Self.self, ["))
    #expect(!Expansion("enum A { \(member) }").text.contains("shared"))
  }

  @Test("a class expands to direct and Codable members")
  func members() {
    let expansion = Expansion(
      """
      @DirectCodable
      public final class Cat {
        @Key("cat_id") let id: String
        var lives = 9
      }
      """)
    #expect(expansion.messages.isEmpty)
    for lines in expected { #expect(expansion.lines.contains(lines.unindented)) }
  }

  /// The generated code, statement by statement.
  private let expected = [
    """
        if try reader.nextIs(0, &object, &fields) {
          try FerryMacros._Generated.fillSlot(&self.id, with: reader.readString())
        }
        if try reader.nextIs(1, &object, &fields) {
          if try !reader.readNull() { \
    try FerryMacros._Generated.fillSlot(&self.lives, with: reader.readInteger(Swift.Int.self)) }
        }
    """,
    """
          case 0:
            self.id = try reader.readString()
          case 1:
            if try !reader.readNull() { self.lives = try reader.readInteger(Swift.Int.self) }
          default: try reader.skipValue()
    """,
    """
      public init<Reader: FerryMacros.WireReader & ~Swift.Copyable>(from reader: inout Reader) \
    throws(FerryMacros.WireFailure) {
        var slots = DirectSlots()
        try slots.read(from: &reader)
        guard let _value0 = slots.id.take() else {
          throw reader.missing([], at: reader.position)
        }
        self.id = _value0
        if let value = slots.lives.take() {
          self.lives = value
        }
      }
    """,
    """
        try writer.writeKey(0, of: DirectFields(), in: &object)
        try writer.writeString(self.id)
        if !writer.omits(self.lives, default: DirectSlots._missing_lives) {
          try writer.writeKey(1, of: DirectFields(), in: &object)
          try writer.writeInteger(self.lives)
        }
        try writer.endObject(&object)
    """,
  ]

  @Test("code for Embedded Swift has no Codable members")
  func embedded() {
    let lines = Expansion("@DirectCodable struct S { var x: Int }", isEmbedded: true).lines
    #expect(lines.contains("\ninit<Reader"))
    #expect(!lines.contains("Decoder") && !lines.contains("Encodable, Swift"))
  }

  @Test(
    "in Embedded Swift, the generic initializer of a class calls one without generic parameters")
  func embeddedClass() {
    let source = """
      @DirectCodable final class C {
        let a: [Int]
        var b = "x"
        let c: Bool
      }
      """
    let lines = Expansion(source, isEmbedded: true).lines
    for text in [
      "\nconvenience init<Reader",
      "\nself.init(&slots, _value0)\n",
      """

      private init(_ slots: inout DirectSlots, _ _value0: [Int]) {
      self.a = _value0
      if let value = slots.b.take() {
      self.b = value
      }
      self.c = slots.c
      }

      """,
    ] { #expect(lines.contains(text), "\(lines)") }
    #expect(!Expansion(source).lines.contains("private init("))
  }

  @Test(
    "the members have the access level of the type",
    arguments: [
      ("public ", "public "), ("package ", "package "), ("", ""), ("internal ", ""),
      ("fileprivate ", "fileprivate "), ("private ", "fileprivate "),
    ])
  func access(type: String, member: String) {
    let lines = Expansion("@DirectCodable \(type)struct S { @Alias(\"y\") var x: Int }").lines
    let table = Expansion("@DirectCodable \(type)struct S { var x: Int }").lines
    #expect(table.contains("\n\(member)static let _table"))
    #expect(lines.contains("\n\(member)init<Reader"))
    #expect(lines.contains("\n\(member)func encode<Writer"))
    let raw = Expansion("@DirectCodable \(type)enum S: String { case x }").lines
    #expect(raw.contains("\n\(member)init(from decoder"))
  }

  @Test("code that names a deprecated type is deprecated, and code for callers is not")
  func deprecated() {
    let lines = Expansion("@DirectCodable struct S { @available(*, deprecated) var x: Int }").lines
    #expect(lines.contains("\n@available(*, deprecated) init<Reader"))
    #expect(lines.contains("\n@available(*, deprecated) func encode<Writer"))
    #expect(lines.contains("extension S: "))
    let renamed = Expansion(
      "@DirectCodable struct S { @available(*, renamed: \"deprecated\") var x: Int }")
    #expect(!renamed.text.contains("deprecated) init"))
  }

  @Test("code that names types is inside the type, and initializers are beside it")
  func places() throws {
    let text = Expansion(
      "enum Outer { @DirectCodable struct S { @Default(A()) @Alias(\"b\") let a: A } }"
    ).text
    let inside = try #require(text.range(of: "struct DirectSlots"))
    let outside = try #require(text.range(of: "extension"))
    #expect(inside.lowerBound < outside.lowerBound)
    #expect(!text[outside.lowerBound...].contains("A()"))
    #expect(text[outside.lowerBound...].contains("init<Reader"))
  }

  @Test("Codable can be left to the type")
  func withoutCodable() {
    let without = Expansion("@DirectCodable(codable: false) struct S { var x: Int }").text
    #expect(!without.contains("Swift.Decodable"))
  }

  @Test("overloads decide only about types that the macro cannot see")
  func uncertainTypes() {
    let helpers = ["isPresent", "require", "required(", "keepNull", "isOptional"]
    let certain = Expansion(
      "@DirectCodable struct S<T> { var a: Int, b: [Day], c: Int?, d = 1, e: T, f: [String: Day] }")
    for helper in helpers { #expect(!certain.text.contains(".\(helper)")) }
    let lines = Expansion("@DirectCodable final class S { var a: Int, b: Day, c: Day = .today }")
      .lines
    for line in [
      "mask.require(1, Day.self)",
      "let _value1 = slots._required_b()",
      "FerryMacros._Generated.required(self.b.take(), as: Day.self)",
      "if FerryMacros._Generated.isPresent(self.b, writer.context.writesNil) {",
      "else { reader.keepNull(in: &self.c, as: Day.self) }",
    ] { #expect(lines.contains(line)) }
    #expect(!lines.contains("isPresent(self.c)"))
  }

  @Test("values of further paths wait, and no name is written that is only read")
  func otherPaths() {
    let lines = Expansion(
      "@DirectCodable @KeyStyle(.snakeCase) struct S { @Alias(\"a.b\") var oneTwo: Int }"
    ).lines
    for text in [
      "var count: Swift.Int { 3 }\nvar writtenCount: Swift.Int { 1 }\n",
      "case 1: return \"a\"\ncase 2: return \"oneTwo\"\n",
      "case 2:\n_late.append((path: 0, mark: reader.mark()))\ntry reader.skipValue()\n",
      "try self.readLevel1(&_late, from: &reader)",
      "if !_late.isEmpty { try self.readLate(_late, from: &reader) }",
      "guard fields.isComplete || self.missingNames().isEmpty else {",
      """
      case 0 where !(self._progress0.has(0)), \
      1 where !(self._progress0.has(0) || self._progress0.has(2)):
      self.oneTwo = try reader.readInteger(Swift.Int.self)
      """,
    ] { #expect(lines.contains(text), "\(text)\n\(lines)") }
    #expect(!lines.contains("nextIs(2,"))
    #expect(!Expansion("@DirectCodable struct S { var x: Int }").lines.contains("_late"))
  }

  @Test("CodingKeys in an extension are a redeclaration")
  func codingKeys() {
    let alias = "\nprivate typealias CodingKeys = FerryMacros._Generated.NoCodingKeys\n"
    for type in ["struct S { var x: Int }", "enum S { case a }", "struct S<T> { var x: T }"] {
      #expect(Expansion("@DirectCodable \(type)").lines.contains(alias), "\(type)")
    }
    for other in [
      "@DirectCodable struct S { var x: Int; enum CodingKeys: String, CodingKey { case x } }",
      "@DirectCodable(codable: false) struct S { var x: Int }",
      "@DirectCodable enum S: Int { case a }",
    ] { #expect(!Expansion(other).lines.contains("typealias CodingKeys"), "\(other)") }
  }

  @Test(
    "the compiler checks a raw type that may be an alias",
    arguments: [
      ("struct S: RawRepresentable { var rawValue: Raw }", "members"),
      ("struct S { var rawValue: Int }", "members"),
      ("struct S: RawRepresentable { typealias RawValue = Raw }", "members"),
      ("struct S: RawRepresentable {}", "rawValue"), ("enum S: Raw { case a = 1 }", "rawValue"),
      ("struct S: RawRepresentable { var rawValue: Swift.String }", nil),
      ("struct S: OptionSet { init(rawValue: UInt128) {} }", nil),
      ("enum S: Character { case a }", nil),
    ])
  func rawTypes(type: String, form: String?) {
    let expansion = Expansion("@DirectCodable \(type)")
    #expect(expansion.messages.isEmpty)
    for other in ["members", "rawValue"] {
      #expect(expansion.lines.contains("form.check(\(other): ())") == (other == form))
    }
  }

  @Test("hashes that are equal share a case")
  func equalHashes() {
    // Names that differ in the middle only.
    let fields = "var aaaaaaaaXaaaaaaaa: Int, aaaaaaaaYaaaaaaaa: Int"
    let text = Expansion("@DirectCodable final class S { \(fields) }").text
    #expect(text.contains(#""aaaaaaaaXaaaaaaaa" ~= key ? 0 : "aaaaaaaaYaaaaaaaa" ~= key ? 1 : -1"#))
  }

  @Test("more than 64 fields take a mask of words")
  func manyFields() {
    let fields = (0..<70).map { "var f\($0): Int" }.joined(separator: "\n")
    let text = Expansion("@DirectCodable struct S {\n\(fields)\n}").text
    #expect(text.contains("_LargeFieldMask(words: [0xffffffffffffffff, 0x3f])"))
  }

  @Test("the hash of a key consists of its first and last eight bytes and its length")
  func hash() {
    #expect(fieldHash("") == 0)
    #expect(fieldHash("a") == 0x61 + 1)
    let head: UInt64 = 0x6867_6665_6463_6261
    let tail: UInt64 = 0x6968_6766_6564_6362
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    #expect(fieldHash("abcdefgh") == head + 8)
    #expect(fieldHash("abcdefghi") == (head ^ (tail &* factor)) &+ 9)
  }
}
