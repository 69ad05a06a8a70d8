#if FERRY_YAML
import Ferry
import Testing

@Suite("Options of YAML's decoder")
struct DecoderOptionsTests {
  private func kind<T: Decodable>(
    _ type: T.Type, _ text: String, _ decoder: YAML.Decoder
  ) -> FailureKind? {
    do {
      _ = try decoder.decode(type, from: text)
      return nil
    } catch {
      return (error as? DecodingError)?.problem?.kind
    }
  }

  @Test("each limit holds exactly")
  func limits() {
    var decoder = YAML.Decoder()
    decoder.limits = .untrusted
    decoder.limits.bytes = 60
    decoder.depthLimit = 3
    decoder.limits.scalarBytes = 10
    decoder.limits.nodes = 8
    decoder.limits.aliasExpansion = 4
    decoder.limits.mergedPairs = 2
    decoder.limits.documents = 2
    #expect(decoder.depthLimit == 3)
    #expect(kind(AnyValue.self, "[[[1]]]", decoder) == nil)
    #expect(kind(AnyValue.self, "[[[[1]]]]", decoder) == .depthLimit)
    #expect(kind(AnyValue.self, "0123456789", decoder) == nil)
    #expect(kind(AnyValue.self, "01234567890", decoder) == .sizeLimit)
    #expect(kind(AnyValue.self, "[1, 2, 3, 4, 5, 6, 7]", decoder) == nil)
    #expect(kind(AnyValue.self, "[1, 2, 3, 4, 5, 6, 7, 8]", decoder) == .nodeLimit)
    #expect(kind(AnyValue.self, "[&a [1, 2], *a]", decoder) == nil)
    #expect(kind(AnyValue.self, "[&a [1, 2], *a, *a]", decoder) == .aliasLimit)
    #expect(kind(AnyValue.self, "[&a {a: 1}, {<<: *a}]", decoder) == nil)
    #expect(kind(AnyValue.self, "{<<: {a: 1, b: 2}}", decoder) == .aliasLimit)
    #expect(kind(AnyValue.self, String(repeating: " ", count: 61), decoder) == .sizeLimit)
    #expect((try? decoder.decodeAll(AnyValue.self, from: "--- 1\n--- 2\n"))?.count == 2)
    #expect(throws: DecodingError.self) {
      try decoder.decodeAll(AnyValue.self, from: "--- 1\n--- 2\n--- 3\n")
    }
  }

  @Test("merge keys and duplicate keys follow their strategies")
  func strategies() throws {
    var decoder = YAML.Decoder()
    let merge = "base: &b {a: 1}\nown: {<<: *b, c: 2}\n"
    #expect(
      try decoder.decode([String: [String: Int]].self, from: merge)["own"] == ["a": 1, "c": 2])
    decoder.mergeKeyStrategy = .off
    #expect(try decoder.decode(AnyValue.self, from: merge)["own"]?["<<"]?["a"]?.int == 1)
    decoder.mergeKeyStrategy = .error
    #expect(kind(AnyValue.self, merge, decoder) == .yamlSyntax)
    #expect(decoder.mergeKeyStrategy == .error)

    #expect(kind(AnyValue.self, "{a: 1, a: 2}", decoder) == .duplicateKey)
    decoder.duplicateKeys = .first
    #expect(try decoder.decode([String: Int].self, from: "{a: 1, a: 2, b: 3}") == ["a": 1, "b": 3])
    decoder.duplicateKeys = .last
    #expect(try decoder.decode([String: Int].self, from: "{a: 1, a: 2, b: 3}") == ["a": 2, "b": 3])
  }

  struct Model: Decodable, Equatable {
    struct Inner: Decodable, Equatable {
      var x: Int?
    }
    var inner: Inner
    var any: AnyValue?
    var map: [String: Int]?
    var list: [Inner]?
  }

  @Test(
    "unknown keys are an error if the option is set",
    arguments: [
      ("inner: {x: 1}", nil), ("inner: {}\nany: {what: ever}\nmap: {u: 1}", nil),
      ("inner: {y: 1}", "inner.y"), ("inner: {x: 1}\nother: 1", "other"),
      ("inner: {x: 1}\nlist: [{x: 1}, {x: 1, z: 2}]", "list[1].z"),
      ("any: 1\ninner: {x: 1}", nil), ("list: [{}, {}]\ninner: {}", nil),
    ])
  func unknownKeys(_ text: String, _ path: String?) throws {
    var decoder = YAML.Decoder()
    _ = try decoder.decode(Model.self, from: text)
    decoder.unknownKeys = .error
    do {
      _ = try decoder.decode(Model.self, from: text)
      #expect(path == nil)
    } catch let error as DecodingError {
      #expect(error.problem?.kind == .unknownKey)
      #expect(error.problem?.path.description == path)
    }
  }

  @Test("unknown keys are reported by their converted names")
  func convertedNames() throws {
    struct Named: Decodable { var userName: String }
    var decoder = YAML.Decoder(preset: .strict)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Named.self, from: "user_name: x").userName == "x")
    #expect(kind(Named.self, "user_name: x\nuser_nam: y", decoder) == .unknownKey)
  }

  @Test("a stream delivers documents one by one")
  func stream() throws {
    var seen: [Int] = []
    #expect(throws: DecodingError.self) {
      try YAML.Decoder().decodeEach(
        Int.self, from: Array("--- 1\n--- 2\n--- x\n".utf8), file: "s.yaml"
      ) {
        seen.append($0)
      }
    }
    #expect(seen == [1, 2])
  }
}
#endif
