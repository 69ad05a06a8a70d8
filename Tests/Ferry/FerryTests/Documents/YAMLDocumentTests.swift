#if FERRY_YAML
import Ferry
import Testing

/// A document of YAML is read as its decoder says.
@Suite struct YAMLDocumentTests {
  /// A change of a decoder, and a text whose meaning depends on it.
  struct Setting: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let apply: @Sendable (inout YAML.Decoder) -> Void

    init(_ name: String, _ text: String, _ apply: @escaping @Sendable (inout YAML.Decoder) -> Void)
    {
      testDescription = name
      self.text = text
      self.apply = apply
    }
  }

  private static let twice = "a: 1\nb: {a: [2], a: x}\nc: 3\n"
  private static let merging = "base: &base {a: 1}\nmore:\n  <<: *base\n  b: 2\n"

  static let settings = [
    Setting("bytes", "a: [1, 2, 3]") { $0.limits.bytes = 4 },
    Setting("depth", "a:\n- [[1]]\n") { $0.depthLimit = 3 },
    Setting("nodes", "a: [1, 2, 3]") { $0.limits.nodes = 4 },
    Setting("aliases", "a: &a [1, 2]\nb: [*a, *a]\n") { $0.limits.aliasExpansion = 3 },
    Setting("merge keys off", merging) { $0.mergeKeyStrategy = .off },
    Setting("merge keys refused", merging) { $0.mergeKeyStrategy = .error },
    Setting("first key", twice) { $0.duplicateKeys = .first },
    Setting("last key", twice) { $0.duplicateKeys = .last },
    Setting("strict scalars", "a: 017") { $0.rejectsAmbiguousScalars = true },
    Setting("YAML 1.1", "[yes, 1_000, 017]") { $0.acceptsYAML11 = true },
  ]

  @Test("each option of a decoder applies to its documents", arguments: settings)
  func readsWhatItsDecoderReads(_ setting: Setting) throws {
    var decoder = YAML.Decoder()
    let usual = outcome { try decoder.decode(AnyValue.self, from: setting.text) }
    setting.apply(&decoder)
    let expected = outcome { try decoder.decode(AnyValue.self, from: setting.text) }
    #expect(expected != usual)
    #expect(
      outcome { try YAML.document(setting.text, decoder: decoder).decode() } == expected)
  }

  /// A value as JSON, or what is wrong as it is reported.
  private func outcome(_ body: () throws -> AnyValue) -> String {
    do {
      return try JSON.string(body())
    } catch {
      return (error as? DecodingError)?.problem?.description ?? "\(error)"
    }
  }

  @Test(
    "the kind of a scalar follows the schema",
    arguments: [
      (.standard, "yes", .string), (.yaml11, "yes", .bool), (.yaml11, "1_000", .number),
      (.standard, "017", .number), (.strict, "017", .string), (.strict, "17", .number),
    ] as [(YAML.Preset, String, AnyValue.Kind)])
  func kindsAreThoseOfTheSchema(
    _ preset: YAML.Preset, _ text: String, _ kind: AnyValue.Kind
  ) throws {
    let document = YAML.document("a: [\(text)]", decoder: YAML.Decoder(preset: preset))
    #expect(try document.value(at: "a[0]")?.kind == kind)
    #expect(try document.decode([AnyValue].self, at: "a").first?.string == nil || kind == .string)
  }

  @Test("locations are exact under each preset")
  func placesAreRightUnderEveryRule() throws {
    var decoder = YAML.Decoder()
    for strategy: DuplicateKeyStrategy in [.first, .last] {
      decoder.duplicateKeys = strategy
      let document = YAML.document(Self.twice, decoder: decoder)
      // A document is read as its decoder was when it was made.
      decoder.duplicateKeys = .error
      let error = #expect(throws: DecodingError.self) { try document.decode(Bool.self, at: "c") }
      #expect(error?.problem?.place?.line == 3 && error?.problem?.place?.column == 4)
    }
  }

  @Test("the limits for untrusted input apply to documents")
  func limitsForStrangersHold() {
    var decoder = YAML.Decoder()
    decoder.limits = .untrusted
    let list = "a: &a [\(String(repeating: "0,", count: 1000))]\n"
    let bomb = list + "b: [\(String(repeating: "*a,", count: 200))]\n"
    let error = #expect(throws: DecodingError.self) {
      try YAML.document(bomb, decoder: decoder).value(at: "a")
    }
    #expect(error?.problem?.kind == .aliasLimit)
  }

  @Test("a second document and a missing document are errors")
  func anotherDocumentAndNoneAreErrors() {
    for text in ["a: 1\n---\na: 2\n", "# nothing\n"] {
      let whole = #expect(throws: DecodingError.self) { try YAML.decode(AnyValue.self, from: text) }
      let part = #expect(throws: DecodingError.self) { try YAML.document(text).value(at: "a") }
      #expect(part?.problem?.description == whole?.problem?.description)
    }
  }
}
#endif
