import Ferry
import FerryCBOR
import FerryMacros
import Testing

/// A form of a type, with documents whose keys it knows, and documents with one unknown key.
private struct Form: Sendable, CustomTestStringConvertible {
  let name: String
  let known: [String]
  /// Each document with the path to its unknown key.
  let unknown: [(json: String, path: String)]
  let decode: @Sendable (Ways, AnyValue) throws -> [(way: String, error: (any Error)?)]
  let decodeBoxed: @Sendable (Ways, AnyValue) throws -> [(way: String, error: (any Error)?)]

  var testDescription: String { name }

  init<T: DirectCodable & Codable & SendableMetatype>(
    _ type: T.Type, known: [String], _ unknown: [(json: String, path: String)]
  ) {
    name = "\(type)"
    self.known = known
    self.unknown = unknown
    decode = { ways, document in Self.errors(try ways.decode(T.self, document)) }
    decodeBoxed = { ways, document in Self.errors(try ways.decode(StrictBox<T>.self, document)) }
  }

  private static func errors<T>(
    _ results: [(way: String, result: Result<T, any Error>)]
  ) -> [(way: String, error: (any Error)?)] {
    results.map { way, result in
      if case .failure(let error) = result { (way, error) } else { (way, nil) }
    }
  }
}

private let structs: [Form] = [
  Form(
    StrictTable.self, known: [#"{"id":1}"#, #"{"name":"a","id":1}"#],
    [(#"{"id":1,"q":2}"#, "q"), (#"{"q":{"a":[1]},"id":1}"#, "q")]),
  Form(StrictGenerated.self, known: [#"{"id":1}"#], [(#"{"id":1,"q":2}"#, "q")]),
  Form(StrictEmpty.self, known: ["{}", "5", "[1]"], [(#"{"q":1}"#, "q")]),
  Form(StrictEmptyClass.self, known: ["{}", "5", "[1]"], [(#"{"q":1}"#, "q")]),
  Form(
    StrictPath.self, known: [#"{"meta":{"lon":1}}"#, #"{"meta":{"lat":1,"lon":1}}"#],
    [(#"{"meta":{"lon":1,"q":2}}"#, "meta.q"), (#"{"meta":{"lon":1},"q":2}"#, "q")]),
  Form(
    StrictAlias.self,
    known: [#"{"a":1}"#, #"{"b":1}"#, #"{"m":{"c":1}}"#, #"{"b":1,"a":2}"#],
    [(#"{"b":1,"q":2}"#, "q"), (#"{"m":{"c":1,"q":2}}"#, "m.q")]),
  Form(
    StrictFlatten.self,
    known: [#"{"id":1,"t":"a","p":1,"z":1}"#, #"{"z":1,"p":1,"x":1,"t":"b","id":1,"name":"n"}"#],
    [
      (#"{"id":1,"t":"a","p":1,"z":1,"q":1}"#, "q"),
      (#"{"id":1,"t":"a","x":1,"p":1,"z":1}"#, "x"),
    ]),
  Form(
    StrictFlattenOptional.self, known: [#"{"z":1}"#, #"{"z":1,"id":1}"#],
    [(#"{"z":1,"q":1}"#, "q"), (#"{"z":1,"id":1,"q":1}"#, "q")]),
  Form(StrictFlattenRest.self, known: [#"{"z":1,"q":1}"#], []),
]

private let enums: [Form] = [
  Form(StrictRaw.self, known: [#""a""#], []),
  Form(
    StrictSynthesized.self,
    known: [
      #"{"a":{}}"#, #""a""#, #"{"b":{"x":1}}"#, #"{"b":{"label":"l","x":1}}"#, #"{"c":{"_0":1}}"#,
    ],
    [
      (#"{"a":{"q":1}}"#, "a.q"), (#"{"a":{},"q":1}"#, "q"), (#"{"q":1,"a":{}}"#, "q"),
      (#"{"b":{"x":1,"q":1}}"#, "b.q"), (#"{"b":{"x":1},"q":{"r":1}}"#, "q"),
      (#"{"c":{"_0":1,"_1":1}}"#, "c._1"),
    ]),
  Form(
    StrictExternal.self,
    known: [
      #""a""#, #"{"a":{}}"#, #"{"a":null}"#, #"{"b":{"x":1}}"#, #"{"c":1}"#, #"{"d":[1,2]}"#,
      #"{"e":{"id":1}}"#, #"{"f":{"q":1}}"#,
    ],
    [
      (#"{"a":{"q":1}}"#, "a.q"), (#"{"a":null,"q":1}"#, "q"), (#"{"q":1,"c":1}"#, "q"),
      (#"{"b":{"x":1,"q":1}}"#, "b.q"), (#"{"d":[1,2],"q":1}"#, "q"),
      (#"{"e":{"id":1,"q":1}}"#, "e.q"), (#"{"f":{"q":1},"q":1}"#, "q"),
    ]),
  Form(
    StrictInternal.self,
    known: [
      #"{"t":"a"}"#, #"{"t":"b","x":1}"#, #"{"x":1,"label":"l","t":"b"}"#, #"{"t":"e","id":1}"#,
      #"{"t":"f","q":1}"#, #"{"t":"g","p":1}"#,
    ],
    [
      (#"{"t":"a","q":1}"#, "q"), (#"{"q":1,"t":"a"}"#, "q"), (#"{"t":"a","x":1}"#, "x"),
      (#"{"t":"b","x":1,"q":1}"#, "q"), (#"{"q":[1],"x":1,"t":"b"}"#, "q"),
      (#"{"t":"e","id":1,"q":1}"#, "q"), (#"{"t":"g","p":1,"q":1}"#, "q"),
    ]),
  Form(
    StrictAdjacent.self,
    known: [
      #"{"t":"a"}"#, #"{"t":"a","content":{}}"#, #"{"t":"b","content":{"x":1}}"#,
      #"{"content":1,"t":"c"}"#, #"{"t":"d","content":[1,2]}"#, #"{"t":"e","content":{"id":1}}"#,
    ],
    [
      (#"{"t":"a","q":1}"#, "q"), (#"{"t":"a","content":{"q":1}}"#, "content.q"),
      (#"{"t":"b","content":{"x":1,"q":1}}"#, "content.q"),
      (#"{"q":1,"content":{"x":1},"t":"b"}"#, "q"), (#"{"t":"c","content":1,"q":1}"#, "q"),
      (#"{"t":"e","content":{"id":1,"q":1}}"#, "content.q"),
    ]),
  Form(
    StrictUntagged.self,
    known: [
      "1", #"{"x":1,"y":1}"#, #"{"x":1}"#, #"{"z":1}"#, #"{"inner":{"id":1},"k":1}"#,
      #"{"inner":{"q":1}}"#, #"{"id":1}"#,
    ],
    [
      (#"{"x":1,"q":1}"#, "q"), (#"{"x":1,"y":1,"q":1}"#, "q"),
      // Only a case that does not fit has asked for these keys.
      (#"{"x":"a","z":1}"#, "x"), (#"{"y":1,"id":1}"#, "y"),
      (#"{"inner":{"id":1},"k":"a"}"#, "k"), (#"{"inner":{"id":1,"q":1},"k":1}"#, "inner.q"),
    ]),
]

private let unknownCases: [Form] = [
  Form(
    StrictOther.self,
    known: [#""new""#, #"{"new":{"q":1}}"#, #"{"new":1}"#, #"{"a":{}}"#, #"{"b":{"x":1}}"#],
    [
      (#"{"a":{},"q":1}"#, "q"), (#"{"a":{"q":1}}"#, "a.q"), (#"{"b":{"x":1,"q":1}}"#, "b.q"),
    ]),
  Form(
    StrictOtherKept.self, known: [#""new""#, #"{"new":{"q":1}}"#, #""a""#],
    [(#"{"a":{},"q":1}"#, "q"), (#"{"q":1,"b":{"x":1}}"#, "q")]),
  Form(
    StrictOtherInternal.self,
    known: [#"{"t":"new","q":{"r":1}}"#, #"{"q":1,"t":"new"}"#, #"{"t":"a"}"#],
    [(#"{"t":"a","q":1}"#, "q"), (#"{"t":"b","x":1,"q":1}"#, "q")]),
  Form(
    StrictOtherInternalKept.self, known: [#"{"t":"new","q":{"r":1}}"#, #"{"q":1,"t":"new"}"#],
    [(#"{"t":"a","q":1}"#, "q")]),
  Form(
    StrictOtherAdjacent.self, known: [#"{"t":"new"}"#, #"{"t":"new","content":{"q":1}}"#],
    [(#"{"t":"new","q":1}"#, "q"), (#"{"t":"a","content":{"q":1}}"#, "content.q")]),
]

/// Options of decoders that reject unknown keys.
private struct StrictOption: Sendable, CustomTestStringConvertible {
  let name: String
  let set: @Sendable (inout any FormatDecoder) -> Void
  var testDescription: String { name }

  /// The option together with `unknownKeys = .error`.
  init(_ name: String, _ set: @escaping @Sendable (inout any FormatDecoder) -> Void = { _ in }) {
    self.name = name
    self.set = {
      $0.unknownKeys = .error
      set(&$0)
    }
  }

  /// The same for coders of one kind.
  init<Kind>(_ name: String, of _: Kind.Type, _ set: @escaping @Sendable (inout Kind) -> Void) {
    self.init(name) { coder in
      guard var kind = coder as? Kind else { return }
      set(&kind)
      coder = kind as? any FormatDecoder ?? coder
    }
  }

  static let all = [
    Self("unknown keys are errors"),
    Self("preset strict", of: JSON.Decoder.self) { $0 = JSON.Decoder(preset: .strict) },
    Self("preset strict", of: YAML.Decoder.self) { $0 = YAML.Decoder(preset: .strict) },
    Self("keys in snake case") { $0.keyDecodingStrategy = .convertFromSnakeCase },
    Self("keys in kebab case") { $0.keyDecodingStrategy = .style(.kebabCase) },
    Self("own keys") { $0.keyDecodingStrategy = .custom { $0[$0.count - 1] } },
    Self("equal keys are errors", of: JSON.Decoder.self) { $0.duplicateKeys = .error },
    Self("the last of equal keys", of: JSON.Decoder.self) { $0.duplicateKeys = .last },
    Self("the last of equal keys", of: YAML.Decoder.self) { $0.duplicateKeys = .last },
    Self("JSON5", of: JSON.Decoder.self) { $0.allowsJSON5 = true },
    Self("integer keys", of: (any ItemDecoder).self) { $0.usesIntegerKeys = true },
    Self("hints", of: CBOR.Decoder.self) { $0.keepsHints = true },
  ]
}

@Suite("Unknown keys of directly coded types")
struct StrictKeysTests {
  /// Returns the key at fault, or the whole error if it is another one.
  private func fault(_ error: (any Error)?) -> String? {
    guard let error else { return nil }
    guard let error = error as? DecodingError, error.problem?.category == .unknownKey,
      error.problem?.place != nil, case .dataCorrupted(let context) = error
    else { return "\(error)" }
    return context.codingPath.map(\.stringValue).joined(separator: ".")
  }

  private func boxed(_ document: AnyValue) -> AnyValue { ["list": .array([document])] }

  @Test("known keys are accepted", arguments: StrictOption.all)
  fileprivate func known(_ option: StrictOption) throws {
    let ways = Ways(option.set)
    for form in structs + enums + unknownCases {
      for json in form.known {
        let document = try JSON.decode(AnyValue.self, from: json)
        let results =
          try form.decode(ways, document) + form.decodeBoxed(ways, boxed(document))
        for (way, error) in results {
          #expect(fault(error) == nil, "\(form.name) \(json), \(way)")
        }
      }
    }
  }

  @Test("an unknown key is an error with its path", arguments: StrictOption.all)
  fileprivate func unknown(_ option: StrictOption) throws {
    let ways = Ways(option.set)
    for form in structs + enums + unknownCases {
      for (json, path) in form.unknown {
        let document = try JSON.decode(AnyValue.self, from: json)
        for (way, error) in try form.decode(ways, document) {
          #expect(fault(error) == path, "\(form.name) \(json), \(way)")
        }
        for (way, error) in try form.decodeBoxed(ways, boxed(document)) {
          #expect(fault(error) == "list.Index 0." + path, "\(form.name) \(json), \(way)")
        }
      }
    }
  }

  @Test("unknown keys are skipped by default", arguments: structs + enums + unknownCases)
  fileprivate func ignored(_ form: Form) throws {
    for (json, _) in form.unknown {
      let document = try JSON.decode(AnyValue.self, from: json)
      for (way, error) in try form.decode(Ways(), document) {
        #expect(fault(error) == nil, "\(form.name) \(json), \(way)")
      }
    }
  }

  @Test("the hint names a near key of the case")
  func hints() {
    func hint<T: Decodable>(_ type: T.Type, _ json: String) -> String? {
      let error = #expect(throws: DecodingError.self) {
        try JSON.Decoder(preset: .strict).decode(type, from: json)
      }
      return error?.problem?.hint
    }
    let label = "did you mean `label`?"
    #expect(hint(StrictSynthesized.self, #"{"b":{"x":1,"lable":"l"}}"#) == label)
    #expect(hint(StrictExternal.self, #"{"b":{"x":1,"lable":"l"}}"#) == label)
    #expect(hint(StrictInternal.self, #"{"t":"b","x":1,"lable":"l"}"#) == label)
    #expect(hint(StrictAdjacent.self, #"{"t":"b","content":{"x":1,"lable":"l"}}"#) == label)
    #expect(
      hint(StrictAdjacent.self, #"{"t":"a","contents":{}}"#) == "did you mean `content`?")
    #expect(hint(StrictTable.self, #"{"id":1,"nam":"n"}"#) == "did you mean `name`?")
    #expect(hint(StrictSynthesized.self, #"{"a":{"q":1}}"#) == nil)
  }

  @DirectCodable
  struct Lenient {
    @Lossy var list: [StrictTable]?
    @Lossy var members: [String: StrictTable]?
    @Default(error: nil) var one: StrictTable?
  }

  @Test(
    "a value that is left out has no unknown keys, and the values around it have",
    arguments: ["list", "members", "one"])
  func leftOut(_ member: String) throws {
    func document(_ value: AnyValue) -> AnyValue {
      switch member {
      case "list": [member: .array([value])]
      case "members": [member: ["k": value]]
      default: [member: value]
      }
    }
    let ways = Ways { $0.unknownKeys = .error }
    let failing: AnyValue = ["id": "text", "name": "n", "q": 1]
    for (way, result) in try ways.decode(Lenient.self, document(failing)) {
      #expect(throws: Never.self, "\(way)") { try result.get() }
    }
    let unknown: AnyValue = ["id": 1, "q": 1]
    for (way, result) in try ways.decode(Lenient.self, document(unknown)) {
      #expect(throws: DecodingError.self, "\(way)") { try result.get() }
    }
  }

  private enum Synthesized: Codable { case a, b(x: Int) }
  private struct SynthesizedEmpty: Codable {}

  @Test("the code that the compiler writes does not ask for all keys of an enum")
  func synthesized() throws {
    let ways = Ways { $0.unknownKeys = .error }
    func verdicts<T: Decodable>(_ type: T.Type, _ json: String) throws -> Set<Bool> {
      let document = try JSON.decode(AnyValue.self, from: json)
      return Set(try ways.decodeByCodable(type, document).values.map { (try? $0.get()) != nil })
    }
    #expect(try verdicts(Synthesized.self, #"{"a":{},"q":1}"#) == [true])
    #expect(try verdicts(Synthesized.self, #"{"a":{"q":1}}"#) == [false])
    #expect(try verdicts(Synthesized.self, #"{"b":{"x":1,"q":1}}"#) == [false])
    #expect(try verdicts(SynthesizedEmpty.self, #"{"q":1}"#) == [true])
  }
}
