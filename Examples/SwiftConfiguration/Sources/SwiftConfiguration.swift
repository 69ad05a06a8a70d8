import Configuration
import FerryConfiguration
import FerryMacros
import Foundation

/// Where the service listens.
@DirectCodable
struct Server {
  var host: String
  @Range(1...65535) var port = 80
}

@DirectCodable
struct Settings {
  var server: Server
  var zones: [String] = []
  var isVerbose = false
  var token: Data?
}

@main
struct SwiftConfiguration {
  static func main() async throws {
    let token = AbsoluteConfigKey(["token"])
    let document = try await FileProvider<DocumentSnapshot>(
      parsingOptions: DocumentSnapshot.ParsingOptions(secrets: .specific([token])),
      filePath: "settings.yaml")
    let values = InMemoryProvider(values: ["isVerbose": true, "server.port": 8443])

    // The readers of swift-configuration get the values of a document of Ferry.
    let reader = ConfigReader(providers: [values, document])
    print(reader.string(forKey: "server.host") ?? "no host")
    print(reader.bytes(forKey: "token").map { String(decoding: $0, as: UTF8.self) } ?? "no token")
    print(try document.value(forKey: token, type: .bytes).value ?? "no token")

    // The models of Ferry get the values of any providers.
    var configuration = LayeredConfiguration(decoder: JSON.Decoder())
    try configuration.add(document, for: Settings.self)
    try configuration.add(values, for: Settings.self)
    let settings = try configuration.decode(Settings.self)
    print("\(settings.server.host):\(settings.server.port) in \(settings.zones)")
    print(configuration.explanation)
  }
}
