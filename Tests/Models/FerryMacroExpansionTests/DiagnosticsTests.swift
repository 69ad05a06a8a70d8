import FerryMacroExpansion
import Testing

/// A wrong use: its source, what is said about it, and the source after each fix-it.
private struct WrongUse: CustomTestStringConvertible, Sendable {
  let source: String
  let message: String
  let remedies: [String]
  var testDescription: String { message }

  init(_ source: String, _ message: String, _ remedies: String...) {
    self.source = source
    self.message = message
    self.remedies = remedies
  }
}

private let wrongTypes: [WrongUse] = [
  WrongUse(
    "@DirectCodable actor A { var x: Int }",
    "@DirectCodable works on structs, final classes and enums: the state of an actor cannot be "
      + "read or written without waiting; move it into a struct",
    "actor A { var x: Int }"),
  WrongUse(
    "@DirectCodable protocol P {}",
    "@DirectCodable works on structs, final classes and enums: it needs the stored properties or "
      + "the cases of a type",
    "protocol P {}"),
  WrongUse(
    "@DirectCodable class C { var x: Int = 1 }",
    "@DirectCodable needs a final class: it does not code the properties of a subclass",
    "@DirectCodable final class C { var x: Int = 1 }"),
  WrongUse(
    "struct S { @Key(\"a\") var x: Int }",
    "@Key needs @DirectCodable on the type",
    "struct S { var x: Int }"),
  WrongUse(
    "enum O { @DirectCodable private struct S { var x: Int } }",
    "the extensions that @DirectCodable writes are outside of the type around 'S', and cannot use "
      + "a private type there",
    "enum O { @DirectCodable fileprivate struct S { var x: Int } }"),
  WrongUse(
    "@DirectCodable struct S {\n#if DEBUG\nfunc didDecode() {}\n#endif\n}",
    "@DirectCodable cannot evaluate the #if around 'didDecode'; move it out"),
  WrongUse(
    "@DirectCodable struct S: OptionSet { @Key(\"a\") let rawValue: Int }",
    "@Key has no meaning on a property of a type with a raw value",
    "@DirectCodable struct S: OptionSet { let rawValue: Int }"),
  WrongUse(
    "@DirectCodable struct S { init(from decoder: any Decoder) throws {} }",
    "Ferry's coders never call this 'init(from:)': they call the code that @DirectCodable writes; "
      + "remove it (didDecode() is called by all coders), or write Codable yourself for other "
      + "coders with @DirectCodable(codable: false)",
    "@DirectCodable(codable: false) struct S { init(from decoder: any Decoder) throws {} }"),
  WrongUse(
    "@DirectCodable() enum E: Int { case a; func encode(to encoder: Swift.Encoder) throws {} }",
    "Ferry's coders never call this 'encode(to:)': they call the code that @DirectCodable writes; "
      + "remove it (willEncode() is called by all coders), or write Codable yourself for other "
      + "coders with @DirectCodable(codable: false)",
    "@DirectCodable(codable: false) enum E: Int "
      + "{ case a; func encode(to encoder: Swift.Encoder) throws {} }"),
]

private let hiddenKeys: [WrongUse] = [
  WrongUse(
    "@DirectCodable struct S { var x: Int; typealias CodingKeys = Keys }",
    "@DirectCodable cannot see the names of these 'CodingKeys'; declare them as an enum inside of "
      + "'S', or name the keys with @Key"),
  WrongUse(
    "@DirectCodable struct S { var x: Int; struct CodingKeys: CodingKey {} }",
    "@DirectCodable cannot see the names of these 'CodingKeys'; declare them as an enum inside of "
      + "'S', or name the keys with @Key"),
  WrongUse(
    "@DirectCodable struct S { var x: Int; enum CodingKeys: CodingKey "
      + "{ case x; var stringValue: String { \"y\" } } }",
    "@DirectCodable never calls this 'stringValue'; give the cases of 'CodingKeys' raw values"),
  WrongUse(
    "@DirectCodable enum E { case a; typealias CodingKeys = Keys }",
    "@DirectCodable does not read 'CodingKeys' in an enum; name its cases with @Key"),
]

private let wrongIsolation: [WrongUse] = [
  WrongUse(
    "@MainActor @DirectCodable final class C { var x = 1 }",
    "documents are read and written on any thread, and only the main actor may use the properties "
      + "of 'C'; remove @MainActor, or move the properties into a struct",
    "@DirectCodable final class C { var x = 1 }")
]

private let wrongProperties: [WrongUse] = [
  WrongUse(
    "@DirectCodable struct S { var userName = \"\"; enum CodingKeys: String, CodingKey { case "
      + "username } }",
    "the case 'username' of 'CodingKeys' has no stored property of its name; did you mean "
      + "'userName'?"),
  WrongUse(
    "@DirectCodable struct S { var x: [(Int, String)] }",
    "a tuple has no form in a document: declare a struct, or add @Skip to 'x'"),
  WrongUse(
    "@DirectCodable struct S { var x: (@Sendable () -> Void)? }",
    "a function has no form in a document: store what it depends on, or add @Skip to 'x'"),
  WrongUse(
    "@DirectCodable struct S { var x: [String: Any] }",
    "a value of any type has no form in a document: AnyValue holds any value of a document, or "
      + "add @Skip to 'x'"),
  WrongUse(
    "@DirectCodable struct S { var x: any Shape }",
    "a value of any type with a protocol has no form in a document: declare an enum of the types, "
      + "or add @Skip to 'x'"),
  WrongUse(
    "@DirectCodable struct S { let x = 5 }",
    "'x' is a constant with a value, so it is encoded but never decoded",
    "@DirectCodable struct S { var x = 5 }",
    "@DirectCodable struct S { @Skip(.decode) let x = 5 }"),
  WrongUse(
    "@DirectCodable struct S { var x = make() }",
    "@DirectCodable needs the type of 'x' spelled out",
    "@DirectCodable struct S { var x: <#Type#> = make() }"),
  WrongUse(
    "@DirectCodable struct S { var (x, y): (Int, Int) }",
    "@DirectCodable needs one name for each property, not a pattern"),
  WrongUse(
    "@DirectCodable struct S { @Key(\"a\") static var x: Int = 1 }",
    "@Key has no meaning on a property that is not stored",
    "@DirectCodable struct S { static var x: Int = 1 }"),
  WrongUse(
    "@DirectCodable struct S {\n#if DEBUG\nvar x: Int\n#endif\n}",
    "@DirectCodable cannot evaluate the #if around a property; move it out"),
  WrongUse(
    "@DirectCodable struct S {\n#if A\n#if B\n#else\nvar x: Int\n#endif\n#endif\n}",
    "@DirectCodable cannot evaluate the #if around a property; move it out"),
  WrongUse(
    "@DirectCodable struct S { var u = URL(string: \"a\") }",
    "@DirectCodable needs the type of 'u' spelled out",
    "@DirectCodable struct S { var u: <#Type#> = URL(string: \"a\") }"),
  WrongUse(
    "@DirectCodable struct S { var key = Secret(\"\") }",
    "@DirectCodable needs the type of 'key' spelled out: 'key: Secret<String>'",
    "@DirectCodable struct S { var key: Secret<String> = Secret(\"\") }"),
  WrongUse(
    "@DirectCodable struct S { var x = Self.nine }",
    "@DirectCodable needs the type of 'x' spelled out",
    "@DirectCodable struct S { var x: <#Type#> = Self.nine }"),
  WrongUse(
    "@DirectCodable struct S { @Clamped(0...9) var x: Int }",
    "if '@Clamped' is a property wrapper, its own coding is not used: @DirectCodable reads and "
      + "writes the value inside; declare the property as a 'Clamped' without the '@', or add @As "
      + "or @Skip"),
  WrongUse(
    "@DirectCodable struct S { @Skip var x: Int }",
    "'x' is not decoded, so it needs a default value",
    "@DirectCodable struct S { @Skip var x: Int = <#value#> }"),
  WrongUse(
    "@DirectCodable struct S { @Skip @Key(\"a\") var x = 1 }",
    "'x' is skipped, so its key is never used",
    "@DirectCodable struct S { @Skip var x = 1 }"),
  WrongUse(
    "@DirectCodable struct S { @Default(2) var x = 1 }",
    "'x' already has a default: the value in its declaration",
    "@DirectCodable struct S { var x = 1 }"),
  WrongUse(
    "@DirectCodable struct S { @Lossy var x: Int }",
    "@Lossy leaves out elements, and 'Int' is not an array, a set or a dictionary",
    "@DirectCodable struct S { var x: Int }"),
  WrongUse(
    "@DirectCodable struct S { @Tolerant var x: [Int] }",
    "@Tolerant reads numbers, Bool and String, and '[Int]' is not one of these types",
    "@DirectCodable struct S { var x: [Int] }"),
  WrongUse(
    "@DirectCodable struct S { @Nil(.null) var x: Int }",
    "@Nil needs an optional property with a key, and 'x' is a 'Int'",
    "@DirectCodable struct S { var x: Int }"),
  WrongUse(
    "@DirectCodable struct S { @Nil(.null) var x: Int?? }",
    "null is a value of 'x', an optional of an optional, so its nil is left out",
    "@DirectCodable struct S { var x: Int?? }"),
  WrongUse(
    "@DirectCodable struct S { @Nil(.omit) var x: Int? = 9 }",
    "@Nil(.omit) loses the nil of 'x': the missing key is read as 9; remove @Nil, and nil is "
      + "written as null",
    "@DirectCodable struct S { var x: Int? = 9 }"),
  WrongUse(
    "@DirectCodable struct S { @Nil(.omit) @Default(9) var x: Int? }",
    "@Nil(.omit) loses the nil of 'x': the missing key is read as 9; remove @Nil, and nil is "
      + "written as null",
    "@DirectCodable struct S { @Default(9) var x: Int? }"),
  WrongUse(
    "@DirectCodable struct S { @Flatten var x: Int }",
    "@Flatten needs a type with members, found 'Int'",
    "@DirectCodable struct S { var x: Int }"),
  WrongUse(
    "@DirectCodable struct S { @Flatten var x: AnyValue }",
    "an AnyValue receives all members of the object, including those of other properties; declare "
      + "'x' as [String: AnyValue], which receives the rest"),
  WrongUse(
    "@DirectCodable struct S { @Flatten @Key(\"a\") var x: T }",
    "@Flatten puts the members among those of 'x's parent: it has no key",
    "@DirectCodable struct S { @Flatten var x: T }"),
  WrongUse(
    "@DirectCodable struct S { @As(.iso8601) var x: String? }",
    "@As(.iso8601) reads and writes a Date, and 'x' is a 'String'",
    "@DirectCodable struct S { var x: String? }"),
  WrongUse(
    "@DirectCodable struct S { @As(.base64) var x: [Data] }",
    "@As(.base64) reads and writes a Data, and 'x' is a '[Data]'; for the elements of an array, "
      + "write @As(.each(.base64))",
    "@DirectCodable struct S { var x: [Data] }"),
  WrongUse(
    "@DirectCodable struct S { @Default(.red) var x: Color? }",
    "write 'Color.red': the compiler checks the argument without the type of 'x'",
    "@DirectCodable struct S { @Default(Color.red) var x: Color? }"),
  WrongUse(
    "@DirectCodable struct S { @Default(missing: .mixed(1), error: nil) var x: Color }",
    "write 'Color.mixed(1)': the compiler checks the argument without the type of 'x'",
    "@DirectCodable struct S { @Default(missing: Color.mixed(1), error: nil) var x: Color }"),
  WrongUse(
    "@DirectCodable struct S { @Tolerant @As(.text) var x: Int }",
    "@Tolerant and @As exclude each other",
    "@DirectCodable struct S { @Tolerant var x: Int }"),
]

private let wrongKeys: [WrongUse] = [
  WrongUse(
    "@DirectCodable struct S { @Key(name) var x: Int }",
    "a key has to be a string literal without interpolations: it is needed while compiling"),
  WrongUse(
    "@DirectCodable struct S { @Key(\"a..b\") var x: Int }",
    "invalid path 'a..b', column 3: expected a key; write an empty key as [\"\"]",
    ##"@DirectCodable struct S { @Key(#"a\.\.b"#) var x: Int }"##),
  WrongUse(
    "@DirectCodable struct S { @Key(\"a[0]\") var x: Int }",
    "the path of a property may only contain keys: 'a[0]' leads through an array"),
  WrongUse(
    "@DirectCodable struct S { var x: Int; @Key(\"x\") var y: Int }",
    "'x' is the key of 'x' and 'y'; give one of them another key"),
  WrongUse(
    "@DirectCodable struct S { @Key(\"a\") var x: Int; @Key(\"a.b\") var y: Int }",
    "'a.b' is the key of 'x' and 'y'; give one of them another key"),
  WrongUse(
    "@DirectCodable struct S { @Key(\"a\") @Key(\"b\") var x: Int }",
    "@Key is already on this declaration",
    "@DirectCodable struct S { @Key(\"a\") var x: Int }"),
  WrongUse(
    "@DirectCodable struct S { enum CodingKeys: String, CodingKey {\n#if A\ncase x\n#endif\n} }",
    "@DirectCodable cannot evaluate the #if around a key; move it out"),
  WrongUse(
    "@DirectCodable struct S {\n#if A\nenum CodingKeys: String, CodingKey { case x }\n#endif\n}",
    "@DirectCodable cannot evaluate the #if around 'CodingKeys'; move it out"),
  WrongUse(
    "@DirectCodable @KeyStyle(.spongebob) struct S { var x: Int }",
    "unknown key style 'spongebob'"),
]

private let wrongEnums: [WrongUse] = [
  WrongUse(
    "@DirectCodable enum E: String { @Key(\"b\") case a }",
    "an enum with raw values is written as its raw value",
    "@DirectCodable enum E: String { case a }"),
  WrongUse(
    "@DirectCodable @Tagged(.untagged) enum E: Int { case a }",
    "an enum with raw values is written as its raw value",
    "@DirectCodable enum E: Int { case a }"),
  WrongUse(
    "@DirectCodable @Tagged(.internal(\"t\")) enum E { case a(Int, Int) }",
    "the values of 'a' need labels: a label is a key beside the tag 't'"),
  WrongUse(
    "@DirectCodable @Tagged(.internal(\"t\")) enum E { case a(t: Int) }",
    "'t' is the key of the tag; it cannot be the key of a value too"),
  WrongUse(
    "@DirectCodable @Tagged(.adjacent(tag: \"t\", content: \"t\")) enum E { case a }",
    "the tag and the content need different keys"),
  WrongUse(
    "@DirectCodable enum E { case a; @UnknownCase case b(Int) }",
    "@UnknownCase needs no value, one String for the unknown name, or one AnyValue for the whole "
      + "value"),
  WrongUse(
    "@DirectCodable enum E { @UnknownCase case a; @UnknownCase case b }",
    "'a' is already the case for unknown names"),
  WrongUse(
    "@DirectCodable @Tagged(.untagged) enum E { @UnknownCase case a }",
    "@UnknownCase needs an enum with tags: without tags, a case has no name"),
  WrongUse(
    "@DirectCodable enum E { case a; @Key(\"a\") case b }", "'a' is already the name of 'a'"),
  WrongUse(
    "@DirectCodable enum E { case a(to: Int), a(by: Int) }",
    "two cases are named 'a', and labels do not distinguish them in a document; rename one"),
  WrongUse(
    "@DirectCodable enum E {\ncase a\n#if DEBUG\ncase b\n#endif\n}",
    "@DirectCodable cannot evaluate the #if around a case; move it out"),
  WrongUse(
    "@DirectCodable enum E { case a; func didDecode() {} }",
    "@DirectCodable never calls 'didDecode' of an enum or a type with a raw value"),
  WrongUse(
    "@DirectCodable enum E { case a; enum CodingKeys: String, CodingKey { case a = \"b\" } }",
    "@DirectCodable does not read 'CodingKeys' in an enum; name its cases with @Key"),
  WrongUse(
    "@DirectCodable @Tagged(.internal(\"t\")) enum E { case a([Int]) }",
    "the value of 'a' needs members beside the tag 't', and '[Int]' has no members"),
  WrongUse(
    "@DirectCodable enum E: Code { case a }",
    "if 'Code' is a raw type, spell the raw values out; if it is a protocol, name another one such "
      + "as Sendable before it"),
  WrongUse(
    "@DirectCodable enum E { @Lossy case a }", "@Lossy has no meaning on a case",
    "@DirectCodable enum E { case a }"),
]

@Suite("Diagnostics")
struct DiagnosticsTests {
  @Test(
    "a wrong use is an error, and its fix-its correct it",
    arguments: wrongTypes + wrongIsolation + hiddenKeys + wrongProperties + wrongKeys + wrongEnums)
  fileprivate func wrongUse(use: WrongUse) {
    let expansion = Expansion(use.source)
    #expect(expansion.messages == [use.message])
    #expect(expansion.remedies == use.remedies)
  }

  @Test(
    "attributes other than property wrappers, and wrappers with a coded form, are allowed",
    arguments: [
      "@available(*, deprecated) ", "@MainActor ", "@ObservationTracked ", "@As(.text) @Clamped ",
      "@Skip @Clamped ",
    ])
  func otherAttributes(attributes: String) {
    #expect(Expansion("@DirectCodable struct S { \(attributes)var x: Int = 1 }").messages.isEmpty)
  }

  @Test(
    "members that look like those of Codable, and defaults and strategies that fit, are allowed",
    arguments: [
      "@DirectCodable(codable: false) struct S { init(from decoder: any Decoder) throws {} }",
      "@DirectCodable struct S { init(from decoder: JSONDecoder) {}; init(_ d: any Decoder) {} }",
      "@DirectCodable struct S { func encode(to text: inout String) {} }",
      "@DirectCodable struct S { @Default(missing: .red, error: Color.blue) var x: Color }",
      "@DirectCodable struct S { @As(.iso8601) var x: Day; @As(.text) var y: String }",
    ])
  func noMatter(source: String) {
    #expect(Expansion(source).messages.isEmpty)
  }

  @Test("code is generated only without errors")
  func noCode() {
    let wrong = Expansion("@DirectCodable struct S { @Key(\"a..b\") var x: Int }")
    #expect(!wrong.text.contains("extension"))
    #expect(Expansion("@DirectCodable struct S { let x = 1 }").text.contains("extension"))
  }
}
