import FerryBase
import FerryTestSupport
import Testing

@Suite struct WirePathParsingTests {
  @Test("a path is parsed to its steps", arguments: PathCases.valid)
  func parses(_ path: PathCase) throws {
    #expect(try WirePath(parsing: path.text).steps == path.steps)
  }

  @Test("a path prints in its shortest notation", arguments: PathCases.valid)
  func prints(_ path: PathCase) {
    #expect(WirePath(steps: path.steps).description == path.printed)
  }

  @Test("an invalid path is an error at its position", arguments: PathCases.invalid)
  func refuses(_ path: BadPathCase) {
    let error = #expect(throws: Problem.self) { try WirePath(parsing: path.text) }
    #expect(error?.place?.column == path.column && error?.category == .syntax)
    #expect(error?.detail?.contains(path.says) == true, "\(error?.detail ?? "")")
    let start = "invalid path '\(path.text)', column \(path.column): "
    #expect(error?.description.hasPrefix(start) == true)
  }

  @Test("a JSON pointer is parsed to its steps", arguments: PathCases.validPointers)
  func parsesPointer(_ path: PathCase) throws {
    let parsed = try WirePath(pointer: path.text)
    #expect(parsed.steps == path.steps)
    #expect(parsed.pointer == path.text)
  }

  @Test("an invalid JSON pointer is an error", arguments: PathCases.invalidPointers)
  func refusesPointer(_ path: BadPathCase) {
    let error = #expect(throws: Problem.self) { try WirePath(pointer: path.text) }
    #expect(error?.place?.column == path.column)
    #expect(error?.detail?.contains(path.says) == true, "\(error?.detail ?? "")")
  }

  @Test(
    "the description of a path parses back to the path",
    arguments: PathCases.valid + PathCases.validPointers)
  func descriptionParsesBack(_ path: PathCase) throws {
    let original = WirePath(steps: path.steps)
    #expect(try WirePath(parsing: original.description) == original)
  }

  /// The law on paths that nobody would think of.
  @Test("the description of a random path parses back to the path")
  func descriptionOfAnyPathParsesBack() throws {
    let scalars = Array(#"ab.[]/\"'*~-0 é😀"#.unicodeScalars) + ["\0", "\n", "\u{7F}", "\u{301}"]
    var random = Congruential(state: 7)
    for _ in 0..<5_000 {
      let steps = (0..<Int.random(in: 0...4, using: &random)).map { _ -> WirePath.Step in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .index(.random(in: 0...20, using: &random))
        case 1: return .keyOrIndex(.random(in: 0...20, using: &random))
        case 2: return .wildcard
        default:
          var key = String.UnicodeScalarView()
          for _ in 0..<Int.random(in: 0...5, using: &random) {
            key.append(scalars.randomElement(using: &random) ?? "a")
          }
          return .key(String(key))
        }
      }
      let path = WirePath(steps: steps)
      #expect(try WirePath(parsing: path.description) == path)
      if let pointer = path.pointer {
        #expect(try WirePath(pointer: pointer).pointer == pointer)
      }
    }
  }

  @Test("every prefix of a path is an error, or a path whose description parses back")
  func truncation() throws {
    for path in PathCases.valid {
      for length in 0...path.text.unicodeScalars.count {
        let text = String(String.UnicodeScalarView(path.text.unicodeScalars.prefix(length)))
        if let path = try? WirePath(parsing: text) {
          #expect(try WirePath(parsing: path.description) == path, "\(text)")
        }
        if let path = try? WirePath(pointer: text) {
          #expect(path.pointer == text)
        }
      }
    }
  }

  @Test("string literals are parsed as paths")
  func literalsAreParsed() {
    let path: WirePath = "statuses[0].user"
    #expect(path.steps == [.key("statuses"), .index(0), .key("user")])
  }

  @Test("an invalid literal ends a debug build, and is a single key in a release build")
  func invalidLiterals() async {
    #if DEBUG
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let _: WirePath = "a..b"
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("invalid path 'a..b'"))
    #else
    let path: WirePath = "a..b"
    #expect(path.steps == [.key("a..b")])
    #endif
  }

  @Test("the variadic initializers do not split keys")
  func variadicFormsNeverSplit() {
    #expect(WirePath(keys: "a.b", "c[0]").steps == [.key("a.b"), .key("c[0]")])
    #expect(WirePath(keys: "a.b").steps == [.key("a.b")])
    #expect(WirePath(keys: ["a.b", "0"]).steps == [.key("a.b"), .key("0")])
  }

  @Test("keys are equal if their bytes are equal")
  func keysAreEqualByBytes() {
    let composed = WirePath(keys: "\u{E9}")
    let decomposed = WirePath(keys: "e\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
    #expect(WirePath(steps: [.index(0)]) != WirePath(steps: [.keyOrIndex(0)]))
  }

  @Test("paths are joined")
  func pathsAreJoined() throws {
    let path = WirePath.root.appending(.key("a")).appending("b[0]" as WirePath)
    #expect(path == "a.b[0]")
    #expect(path.isRoot == false && WirePath.root.isRoot)
    #expect(("a[*]" as WirePath).hasWildcard && !path.hasWildcard)
    #expect(("a[*]" as WirePath).pointer == nil)
  }
}

/// A generator with a seed, so that a failure can be seen again (constants: Knuth, MMIX).
struct Congruential: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    // The low bits of such a generator are poor.
    return state >> 32 | state << 32
  }
}
