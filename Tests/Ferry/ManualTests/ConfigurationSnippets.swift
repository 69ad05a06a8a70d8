#if FERRY_YAML
import FerryConfiguration
import FerryMacros
import Foundation
import Testing

@DirectCodable struct Limits {
  @As(.duration) var timeout: Duration  // timeout: 1m30s
  @As(.byteCount) var cache: Int  // cache: 64MiB
}

actor ServiceServer {
  private(set) var service: Service?
  func apply(_ service: Service) { self.service = service }
}

struct Service: Codable {
  struct Server: Codable {
    var host = "localhost"
    var port = Located(8080)
    var hosts: [String] = []
  }
  struct Database: Codable {
    var url = "postgres://localhost/app"
    var password = Secret("")
  }
  var server = Server()
  var database = Database()
  var dryRun = false
}

struct Store: ConfigurationSource {
  func load() async throws -> ConfigurationLayer {
    ConfigurationLayer(["server.port": "9000"], name: "store")
  }
}

/// The tutorial about configured services: its code and the output that it shows.
@Suite("The tutorial about configuration")
struct ConfigurationSnippets {
  private static let page = "Sources/Ferry/Ferry/Ferry.docc/HowTo/ConfiguringServices.md"

  /// The blocks of the page in a language, without the fences.
  private static func blocks(_ language: String = "") throws -> [String] {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let parts = text.components(separatedBy: "\n```")
    var blocks: [String] = []
    for index in stride(from: 1, to: parts.count, by: 2)
    where parts[index].hasPrefix(language + "\n") {
      blocks.append(String(parts[index].dropFirst(language.count + 1)) + "\n")
    }
    return blocks
  }

  private func folder() throws -> Folder {
    let files = try Self.blocks("yaml")
    let folder = try Folder(["service.yaml": files[0], "service.production.yaml": files[1]])
    try FileManager.default.createDirectory(
      atPath: folder.file("secrets"), withIntermediateDirectories: false)
    try Data("hunter2\n".utf8).write(
      to: URL(fileURLWithPath: folder.file("secrets/database.password")))
    return folder
  }

  private func load(
    _ folder: Folder, _ environment: [String: String]
  ) throws -> (service: Service, rest: [String], shown: [String]) {
    let arguments = ["--dry-run", "--verbose"]
    func file(_ name: String) -> String { folder.file(name) }
    var shown: [String] = []
    func print(_ text: Any) { shown.append("\(text)") }

    var configuration = LayeredConfiguration()
    configuration.sensitive("database.password")
    configuration.interpolates = true

    configuration.variables = environment

    try configuration.add(Service())
    try configuration.add(contentsOf: file("service.yaml"), profile: "production")
    try configuration.addEnvironment(contentsOf: file(".env"), prefix: "APP_", isOptional: true)
    try configuration.addSecrets(in: file("secrets"))
    try configuration.addEnvironment(environment, prefix: "APP_")
    let rest = try configuration.addArguments(arguments)
    let service = try configuration.decode(Service.self)

    print(configuration.explanation)
    if service.server.port.value < 1024 {
      print("\(service.server.port): use a port of 1024 or more")
    }
    return (service, rest, shown)
  }

  @Test("the service of the tutorial loads, and prints what the page shows")
  func service() throws {
    let folder = try folder()
    let (service, rest, shown) = try load(
      folder, ["APP_SERVER__PORT": "80", "DB_HOST": "db.internal"])
    #expect(service.database.password.exposed == "hunter2" && service.dryRun)
    #expect(rest == ["--verbose"])
    let blocks = try Self.blocks()
    for text in shown {
      let text = text.replacingOccurrences(of: folder.path + "/", with: "")
      let shown = text.hasSuffix("\n") ? text : text + "\n"
      #expect(blocks.contains(shown), "\(shown)")
    }
  }

  @Test("the errors of the tutorial are those of the page")
  func errors() throws {
    let blocks = try Self.blocks()
    for environment in [["APP_SERVER__PORT": "http"], ["APP_SERVER__PRT": "80"]] {
      let error = #expect(throws: DecodingError.self) { _ = try load(folder(), environment) }
      let text = try #require(error?.problem).description + "\n"
      #expect(blocks.contains(text), "\(text)")
    }
  }

  @Test("the snippets of a source and of rules compile and run")
  func sourcesAndRules() async throws {
    var configuration = LayeredConfiguration()
    configuration.merge("server.hosts", by: .appending)
    configuration.merge("services", by: .key("name"))
    configuration.merge("limits", by: .replacing)
    try configuration.add(Service())
    var other = configuration
    try await configuration.add(Store())
    #expect(try configuration.decode(Service.self).server.port.value == 9000)
    try other.add(await Store().load())
    #expect(try other.decode(Service.self).server.port.value == 9000)
  }

  @Test("handlers of tags read files and variables")
  func tags() throws {
    let main = try #require(Self.blocks("yaml").last)
    let files = try Folder(["main.yaml": main])
    let (folder, environment) = (files.path, ["PORT": "80"])
    try FileManager.default.createDirectory(
      atPath: files.file("parts"), withIntermediateDirectories: false)
    try Data("host: db\nport: http\n".utf8).write(
      to: URL(fileURLWithPath: files.file("parts/database.yaml")))

    var decoder = YAML.Decoder()
    decoder.tagHandlers["!include"] = .include(from: folder)
    decoder.tagHandlers["!env"] = .environment(environment)
    decoder.tagHandlers["!join"] = YAMLTagHandler { value in
      .string((value.array ?? []).compactMap(\.string).joined(separator: "-"))
    }
    var configuration = LayeredConfiguration(decoder: decoder)
    try configuration.add(contentsOf: files.file("main.yaml"))
    #expect(try configuration.value()["port"] == 80)
    #expect(try configuration.value()["name"] == "web-eu")
    struct Model: Decodable {
      struct Database: Decodable { var port: Int }
      var database: Database
    }
    let error = #expect(throws: DecodingError.self) { _ = try configuration.decode(Model.self) }
    let text = try #require(error?.problem).description
      .replacingOccurrences(of: files.path + "/", with: "")
    #expect(try Self.blocks().contains(text + "\n"), "\(text)")
  }

  @Test("durations and sizes have units")
  func units() throws {
    let limits = try YAML.decode(Limits.self, from: "timeout: 1m30s\ncache: 64MiB")
    #expect(limits.timeout == .seconds(90))
    #expect(limits.cache == 64 << 20)
  }

  @Test("a server gets each version of its settings")
  func updates() async throws {
    let folder = try Folder(["service.yaml": "dryRun: true\n"])
    var configuration = LayeredConfiguration()
    try configuration.add(Service())
    try configuration.add(contentsOf: folder.file("service.yaml"))
    let server = ServiceServer()
    let task = Task { [configuration] in
      for await service in configuration.updates(of: Service.self, report: { print(Problem($0)) }) {
        await server.apply(service)
      }
    }
    while await server.service?.dryRun != true { try await Task.sleep(for: .milliseconds(5)) }
    try Data("dryRun: false\n".utf8).write(to: URL(fileURLWithPath: folder.file("service.yaml")))
    while await server.service?.dryRun != false { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
  }
}
#endif
