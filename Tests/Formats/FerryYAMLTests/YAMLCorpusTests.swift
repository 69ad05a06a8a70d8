import FerryBase
import FerryTestSupport
import FerryYAML
import Foundation
import Testing

/// The corpora, which lie outside of the package: `FERRY_CORPORA` says where.
enum Corpora {
  static var folder: URL? {
    ProcessInfo.processInfo.environment["FERRY_CORPORA"].map {
      URL(fileURLWithPath: $0).appendingPathComponent("yaml")
    }
  }

  static func folder(for purpose: String) -> URL? {
    if folder == nil { print("YAMLCorpusTests: FERRY_CORPORA is not set, skipping \(purpose)") }
    return folder
  }
}

@Suite(.serialized) struct YAMLCorpusTests {
  @Test("each hostile sample is a value or an error within a second")
  func hostile() throws {
    guard let folder = Corpora.folder(for: "the hostile samples")?.appendingPathComponent("hostile")
    else { return }
    var slowest = (name: "", time: 0.0)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      var outcome = ""
      let time = processorTime {
        do throws(Refusal) {
          outcome = "\(try read(bytes).joined().prefix(40))"
        } catch {
          outcome = "\(error)"
        }
      }
      if ProcessInfo.processInfo.environment["FERRY_VERBOSE"] != nil {
        print("hostile \(name): \(time) s \(outcome)")
      }
      if time > slowest.time { slowest = (name, time) }
      // Ten times as long as the slowest sample takes in a debug build.
      #expect(time < 1, "\(name)")
    }
    print("YAMLCorpusTests: slowest hostile sample \(slowest.name), \(slowest.time) s")
  }

  @Test(
    "hostile samples have the expected outcome",
    arguments: [
      ("bad_overlong", FailureKind.invalidUTF8), ("bad_surr", .invalidUTF8),
      ("bad_trunc", .invalidUTF8),
      ("ctrl", .controlCharacter), ("del", .controlCharacter), ("utf16le_nobom", .controlCharacter),
      ("bomb_seq_9", .aliasLimit), ("deep_flowopen_100000", .depthLimit),
      ("deep_flowseq_20000", .depthLimit),
      ("deep_blockseq_5000", .depthLimit), ("deep_q_5000", .nonScalarKey),
      ("dup_quoted", .duplicateKey),
      ("recursive", .cyclicAlias), ("syntax", .yamlSyntax), ("x_mapkey", .nonScalarKey),
      ("x_set", .nonScalarKey), ("qmarks_flow", .nonScalarKey),
    ])
  func outcomes(_ name: String, _ kind: FailureKind) throws {
    guard let folder = Corpora.folder(for: "hostile/\(name)") else { return }
    let bytes = [UInt8](
      try Data(contentsOf: folder.appendingPathComponent("hostile/\(name).yaml")))
    do throws(Refusal) {
      let documents = try read(bytes)
      Issue.record("read as \(documents)")
    } catch {
      #expect(error.kind == kind)
    }
  }

  struct Case: Decodable {
    let id: String
    let yaml: String
    let error: Bool
    let json: String?
    /// The result of libyaml's own parser.
    let libyaml: String

    enum CodingKeys: String, CodingKey {
      case id, yaml, error, json
      case libyaml = "libyaml_0_2_5"
    }
  }

  @Test("the score on yaml-test-suite is at least libyaml's")
  func suite() throws {
    guard let folder = Corpora.folder(for: "yaml-test-suite") else { return }
    let data = try Data(contentsOf: folder.appendingPathComponent("yaml-test-suite.json"))
    var rejected = 0
    var invalid = 0
    var equal = 0
    var withJSON = 0
    var ownRejected = 0
    var missed: [String] = []
    var accepted: [String] = []
    for sample in try JSONDecoder().decode([Case].self, from: data) {
      let result = values(sample.yaml)
      if sample.error {
        invalid += 1
        if sample.libyaml == "rejected" { ownRejected += 1 }
        if result == nil { rejected += 1 } else { accepted.append(sample.id) }
      } else if let json = sample.json {
        withJSON += 1
        if try result == JSONValue.stream(json) { equal += 1 } else { missed.append(sample.id) }
      }
      let bytes = Array(sample.yaml.utf8)
      let inPlace = Result { () throws(Refusal) in try read(bytes) }
      let copied = Result { () throws(Refusal) in try read(bytes, readsInPlace: false) }
      #expect(inPlace == copied, "\(sample.id)")
      if let documents = try? inPlace.get() { try writeAgain(sample, documents) }
    }
    print(
      "YAMLCorpusTests: yaml-test-suite: \(equal) of \(withJSON) JSON-equal, "
        + "\(rejected) of \(invalid) invalid rejected")
    print("YAMLCorpusTests: not equal: \(missed.joined(separator: " "))")
    print("YAMLCorpusTests: accepted: \(accepted.joined(separator: " "))")
    // 234 of 279 on the whole suite, of which the corpus holds 70 %.
    #expect(equal * 279 >= 234 * withJSON)
    #expect(rejected >= ownRejected)
    // 91 of 94 on the whole suite.
    #expect(rejected * 94 >= 91 * invalid)
  }

  /// The decoded value is written and decoded again.
  private func writeAgain(_ sample: Case, _ documents: [String]) throws {
    try Array(sample.yaml.utf8).withByteView { input in
      var reader = YAMLReader(input)
      var tape = Tape()
      while try reader.readDocument(into: &tape) {
        let expected = meaning(view(of: tape), 0)
        let text = try written([view(of: tape)])
        try withDocument(text) { #expect(meaning($0, 0) == expected, "\(sample.id): \(text)") }
        tape.clear()
      }
    }
  }

  /// The documents of `text` as JSON, or nil if the text is invalid.
  private func values(_ text: String) -> [JSONValue]? {
    Array(text.utf8).withByteView { input in
      var reader = YAMLReader(input)
      var tape = Tape()
      var values: [JSONValue] = []
      do throws(WireFailure) {
        while try reader.readDocument(into: &tape) {
          values.append(value(view(of: tape), 0))
          tape.clear()
        }
        return values
      } catch {
        return nil
      }
    }
  }

  private func value(_ view: TapeView, _ index: Int) -> JSONValue {
    let index = view.resolved(index)
    let node = view[index]
    var position = index + 1
    switch node.kind {
    case .map:
      var map: [String: JSONValue] = [:]
      while position < node.payload {
        let key = view.string(view[position])
        position = view.next(position)
        map[key] = value(view, position)
        position = view.next(position)
      }
      return .map(map)
    case .list:
      var list: [JSONValue] = []
      while position < node.payload {
        list.append(value(view, position))
        position = view.next(position)
      }
      return .list(list)
    default:
      if node.kind == .arenaBytes {
        return .text(Data(view.stored(node)).base64EncodedString())
      }
      if view.isNull(at: index) { return .null }
      if let value = view.bool(at: index) { return .bool(value) }
      if let value = view.double(at: index) { return .number(value) }
      return .text(view.string(node))
    }
  }

  @Test("the corpora are read in place as libyaml reads them, and survive writing")
  func corpora() throws {
    guard let folder = Corpora.folder(for: "the corpora") else { return }
    for name in ["k8s", "twitter", "docs"] {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name + ".yaml")))
      #expect(try read(bytes, readsInPlace: false) == read(bytes))
      let (text, meanings) = try rewritten(bytes)
      #expect(try rewritten(text).meanings == meanings, "\(name)")
    }
  }

  /// A stream as it is written again, and what its documents mean.
  private func rewritten(_ bytes: [UInt8]) throws -> (text: [UInt8], meanings: [String]) {
    try bytes.withByteView { input in
      var reader = YAMLReader(input)
      var tape = Tape()
      var output = ByteWriter()
      var writer = YAMLWriter()
      var meanings: [String] = []
      while try reader.readDocument(into: &tape) {
        meanings.append(meaning(view(of: tape), 0))
        try writer.write(document: view(of: tape), to: &output)
        tape.clear()
      }
      try writer.finish(to: &output)
      return (Array(output.bytes), meanings)
    }
  }
}
