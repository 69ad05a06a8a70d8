import Foundation
import Testing

/// Real files, from a folder that the environment names: FERRY_CORPORA.
@Suite(.enabled(if: Corpora.folder != nil, "FERRY_CORPORA is not set: real files are left out"))
struct CorporaTests {
  @Test(
    "conversion through a format and back keeps a JSON file unchanged",
    arguments: ["twitter", "canada", "citm_catalog"])
  func jsonStaysTheSame(_ name: String) throws {
    let file = try Corpora.file("json/\(name).json")
    let original = try tokens(of: Data(contentsOf: URL(fileURLWithPath: file)))
    let minified = try Tool.run("convert", "--to", "json", file)
    #expect(minified.status == 0, "\(minified.errors)")
    #expect(minified.data.dropLast() == Data(original.joined()))

    try Tool.withFolder { folder in
      // In binary a number is a value, not a text.
      let binary = folder.appendingPathComponent("copy.ferry").path
      #expect(try Tool.run("convert", file, "-o", binary).status == 0)
      let fromBinary = try Tool.run("convert", "--to", "json", binary)
      #expect(fromBinary.status == 0, "\(fromBinary.errors)")
      let values = tokens(of: fromBinary.data)
      #expect(values.count == original.count)
      let different = zip(values, original).first { !isSame($0, $1) }
      #expect(
        different == nil,
        "\(different.map { String(decoding: $0.0 + [0x20] + $0.1, as: UTF8.self) } ?? "")")

      // From text to text, every digit stays.
      guard Tool.hasYAML else { return }
      let yaml = folder.appendingPathComponent("copy.yaml").path
      #expect(try Tool.run("convert", file, "-o", yaml).status == 0)
      let fromYAML = try Tool.run("convert", "--to", "json", yaml)
      #expect(fromYAML.status == 0, "\(fromYAML.errors)")
      #expect(fromYAML.data == minified.data)
    }
  }

  @Test("conversion from YAML to JSON and back keeps a configuration", .enabled(if: Tool.hasYAML))
  func configurationThroughJSONAndBack() throws {
    let file = try Corpora.file("yaml/k8s.yaml")
    let json = try Tool.run("convert", "--to", "json", file)
    #expect(json.status == 0, "\(json.errors)")
    let yaml = try Tool.run(["convert", "--from", "json", "--to", "yaml"], input: json.data)
    #expect(yaml.status == 0, "\(yaml.errors)")
    let back = try Tool.run(["convert", "--from", "yaml", "--to", "json"], input: yaml.data)
    #expect(back.data == json.data, "\(back.errors)")
  }

  @Test("many documents stay the same", .enabled(if: Tool.hasYAML))
  func manyDocuments() throws {
    let file = try Corpora.file("yaml/docs.yaml")
    let lines = try Tool.run("convert", "--to", "ndjson", file)
    #expect(lines.status == 0, "\(lines.errors)")
    #expect(lines.data.count { $0 == 0x0A } == 20_000)
    let records = try Tool.run(
      ["convert", "--from", "ndjson", "--to", "binary"], input: lines.data)
    let back = try Tool.run(["convert", "--to", "ndjson"], input: records.data)
    // In binary a number is a value: 0.070 comes back as 0.07.
    let (left, right) = (tokens(of: lines.data), tokens(of: back.data))
    #expect(left.count == right.count && zip(left, right).allSatisfy(isSame), "\(back.errors)")
    #expect(back.data.count { $0 == 0x0A } == 20_000)
  }

  @Test("a value is found by its path")
  func aValueByItsPath() throws {
    let file = try Corpora.file("json/twitter.json")
    let result = try Tool.run("get", "statuses[0].user.screen_name", file)
    #expect(result.text == "\"ayuu0123\"\n")
    #expect(try Tool.run("get", "/statuses/0/user/screen_name", file).text == result.text)
    let all = try Tool.run("get", "-r", "statuses[*].user.screen_name", file)
    #expect(all.text.split(separator: "\n").count == 100)
  }

  @Test("a truncated file is an error with a location")
  func halfAFileHasAPlace() throws {
    let file = try Corpora.file("json/twitter.json")
    let half = try Data(contentsOf: URL(fileURLWithPath: file)).prefix(300_000)
    let result = try Tool.run(["convert", "--from", "json", "--to", "binary"], input: half)
    #expect(result.status == 1)
    #expect(result.errors.contains("<stdin>:7383:21: "), "\(result.errors)")
    #expect(result.errors.contains("at statuses[46].retweeted_status.user.id_str"))
    #expect(result.errors.hasSuffix("\n                    ^\n"))
  }
}

enum Corpora {
  static let folder = ProcessInfo.processInfo.environment["FERRY_CORPORA"]

  static func file(_ name: String) throws -> String {
    let path = (folder ?? "") + "/" + name
    try #require(FileManager.default.fileExists(atPath: path), "no \(path)")
    return path
  }
}

/// The tokens of a JSON text, white space left out and the optional escape `\/` resolved: an
/// independent view of what a conversion must keep.
private func tokens(of data: Data) -> [[UInt8]] {
  var tokens: [[UInt8]] = []
  var token: [UInt8] = []
  var isString = false
  var isEscape = false
  for byte in data {
    if isString {
      if isEscape, byte == UInt8(ascii: "/") { token.removeLast() }
      token.append(byte)
      if isEscape {
        isEscape = false
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else if byte == UInt8(ascii: "\"") {
        isString = false
      }
      continue
    }
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: continue
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","), UInt8(ascii: ":"):
      if !token.isEmpty { tokens.append(token) }
      tokens.append([byte])
      token = []
    default:
      token.append(byte)
      isString = byte == UInt8(ascii: "\"")
    }
  }
  if !token.isEmpty { tokens.append(token) }
  return tokens
}

private func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  if left == right { return true }
  guard let left = Double(String(decoding: left, as: UTF8.self)),
    let right = Double(String(decoding: right, as: UTF8.self))
  else { return false }
  return left == right
}
