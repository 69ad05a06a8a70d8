import Ferry
import Testing

/// The output of `print` for values, alone and inside other values.
@Suite struct PrintedValuesTests {
  private static func printed(_ value: Any) -> String {
    var text = ""
    print(value, terminator: "", to: &text)
    return text
  }

  private static func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  // MARK: Any values

  struct Holder {
    var value: AnyValue
    var other: AnyValue?
  }

  @Test(
    "an AnyValue prints as compact JSON, with equal keys and all digits",
    arguments: [
      #"{"b":[1,2.50,1e1000,"x\u001b\n\"é/"],"a":null,"a":{"c":true}}"#, #""text""#, "-0", "null",
      "[]", "{}", #"{"":[{}]}"#,
    ])
  func json(text: String) throws {
    let value = try JSON.decode(AnyValue.self, from: text)
    #expect(Self.printed(value) == text)
    #expect(Self.printed([value, value]) == "[\(text), \(text)]")
    #expect(Self.printed(["k": value]) == #"["k": \#(text)]"#)
    #expect(Self.printed(Optional(value) as Any) == "Optional(\(text))")
    #expect(
      Self.printed(Holder(value: value, other: 1)) == "Holder(value: \(text), other: Optional(1))")
    if let members = value.object { #expect(Self.printed(members) == text) }
  }

  @Test("bytes print as base64, numbers that are not finite as in JSON5")
  func beyondJSON() {
    let numbers = [Double.nan, .infinity, -.infinity].map { AnyValue.number(.init($0)) }
    #expect(
      Self.printed(AnyValue.array(numbers + [.bytes([1, 2, 255])]))
        == #"[NaN,Infinity,-Infinity,"AQL/"]"#)
  }

  @Test("an AnyValue prints an ellipsis below 512 levels")
  func depth() {
    var value: AnyValue = ["k": 1]
    for _ in 0..<511 { value = .array([value]) }
    let (open, close) = (String(repeating: "[", count: 511), String(repeating: "]", count: 511))
    #expect(Self.printed(value) == open + #"{"k":1}"# + close)
    #expect(Self.printed(AnyValue.array([value])) == "[" + open + #""…""# + close + "]")
    for _ in 0..<20_000 { value = ["k": value] }
    #expect(Self.printed(value).hasSuffix(#"{"k":"…"}"# + String(repeating: "}", count: 511)))
  }

  @Test("the dump of an AnyValue is a tree of its members and elements")
  func tree() throws {
    #expect(
      try Self.dumped(JSON.decode(AnyValue.self, from: #"{"b":[1,2.50,"x"],"a":null}"#)) == """
        ▿ 2 key/value pairs
          ▿ b: 3 elements
            - 1
            - 2.50
            - "x"
          - a: null

        """)
  }

  // MARK: Documents

  @Test("a document prints as the JSON of its value, in every format")
  func documents() throws {
    let text = #"{"a":[1,{"b":null}]}"#
    let value = try JSON.decode(AnyValue.self, from: text)
    let all = try [
      JSON.document(text), Binary.document(Binary.encode(value)),
      YAML.document(YAML.string(value)), Document(value),
    ]
    for document in all {
      #expect(Self.printed(document) == text)
      #expect(try Self.printed(document.value(at: "a[1]") as Any) == #"Optional({"b":null})"#)
    }
  }

  @Test("a document that cannot be read prints its error")
  func unreadableDocument() throws {
    #expect(
      Self.printed(JSON.document(#"{"a": tru"#)) == """
        unreadable document: 1:10: unexpected end of input, at a
        {"a": tru
                 ^
        """)
    let extended = try Binary.document(Binary.encode([ExtensionValue(type: 200, bytes: [1])]))
    #expect(Self.printed(extended).hasPrefix("unreadable document: "))
  }

  // MARK: Models

  struct Cat: Codable { var name: String }

  enum Cats: PolymorphicFamily {
    typealias Value = Any
    static let discriminator: WirePath = "type"
    static let members: [String: any (Codable & Sendable).Type] = ["cat": Cat.self]
  }

  struct Wrapped: Codable {
    @DefaultValue<Defaults.False> var isPublic: Bool
    @LossyArray var array: [Int]
    @LossySet var set: Set<Int>
    @LossyDictionary var dictionary: [String: Int]
    @AsJSON var text: [Int]
    @Polymorphic<Cats> var cat: Any
    @PolymorphicOptional<Cats> var other: Any?
    @PolymorphicArray<Cats> var cats: [Any]
    @TolerantValue var count: Int
  }

  @Test("property wrappers print as their values, lossy ones with the number of losses")
  func wrappers() throws {
    let model = try JSON.decode(
      Wrapped.self,
      from: #"{"array":[1,"x",2],"set":[1],"dictionary":{"a":1,"b":"x","c":"x"},"text":"[1]","#
        + #""cat":{"type":"cat","name":"Jo"},"cats":[],"count":"42"}"#)
    let cat = String(reflecting: Cat(name: "Jo"))
    #expect(
      Self.printed(model)
        == "Wrapped(_isPublic: false, _array: [1, 2] (1 left out), _set: Set([1]), "
        + #"_dictionary: ["a": 1] (2 left out), _text: [1], _cat: \#(cat), _other: nil, "#
        + "_cats: [], _count: 42)")
    #expect(model.$array.map(\.element) == [.index(1)])
  }
}
