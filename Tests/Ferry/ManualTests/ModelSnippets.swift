import FerryConfiguration
import FerryMacros
import Foundation
import Testing

// The models of the articles, and more of the grid. SnippetsTests compares the former with the pages.

@DirectCodable
struct Cat: Equatable {
  @Key("cat_id") let id: String
  @Key("meta.coordinates.lon") var longitude: Double?
  @Alias("title") var name: String
  var lives = 9  // a declared default is a default
}

@DirectCodable
struct Window {
  var low: Int
  var high: Int

  struct Reversed: Error {}
  func validate() throws { if low > high { throw Reversed() } }
}

@Suite("Models")
struct ModelSnippets {
  @Test("an error of validate() has the location of its value")
  func errorsOfValidation() throws {
    let text = """
      {
        "window": {"low": 2, "high": 1}
      }
      """
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode([String: Window].self, from: text)
    }
    let problem = try #require(error?.problem)
    #expect(problem.underlyingError is Window.Reversed)
    #expect(
      problem.description == """
        2:13: invalid value: Reversed(), at window
          "window": {"low": 2, "high": 1}
                    ^
        """)
  }

  struct Event: Codable, Equatable, Sendable {
    var id: Int
    var level: String
  }

  @Test("the snippet of the binary format compiles and runs")
  func compactBinary() throws {
    struct Reading: Codable, Equatable {
      var station: String
      var time: Date
      var values: [Double]
    }
    let readings = (0..<50).map {
      Reading(station: "north", time: Date(timeIntervalSince1970: Double($0)), values: [0.5, 1.25])
    }

    let packed = try Binary.encode(readings)  // [UInt8]
    let same = try Binary.decode([Reading].self, from: packed)

    var archive = Binary.Encoder()
    archive.packing = .smallest  // the fewest bytes
    archive.isCanonical = true  // equal values, equal bytes
    archive.hasChecksum = true  // CRC32C at the end
    let kept = try archive.encode(readings)

    #expect(same == readings)
    #expect(try packed.count < JSON.encode(readings).count / 2)
    #expect(try Binary.decode([Reading].self, from: kept) == readings)
  }

  @Test("the snippet of large JSON compiles and runs")
  func largeJSON() throws {
    let folder = try Folder([
      "events.ndjson": "{\"id\":1,\"level\":\"info\"}\n{\"id\":2,\"level\":\"error\"}\n"
    ])
    let path = folder.file("events.ndjson")
    let bytes = Array(#"{"statuses":[{"user":{"screen_name":"ferry"}}]}"#.utf8)
    var alarms: [Event] = []
    func use(_ event: Event) { alarms.append(event) }

    for event in JSON.stream(Event.self, from: .file(path)) {
      let event = try event.get()  // or handle the Problem: number, line, column
      if event.level == "error" { use(event) }
    }

    // On all cores, in order, in a few megabytes whatever the size of the file.
    for event in JSON.stream(Event.self, from: .file(path)).inParallel() { use(try event.get()) }

    // One value out of a document that is not decoded.
    let name = try JSON.document(bytes).decode(String.self, at: "statuses[0].user.screen_name")

    #expect(alarms.map(\.id) == [2, 1, 2])
    #expect(name == "ferry")
  }

  #if FERRY_YAML
  @Test("the snippet of a configuration compiles and runs")
  func configuration() throws {
    struct ServerConfig: Codable, Equatable {
      struct Server: Codable, Equatable {
        var host: String
        var port: Int
      }
      var server: Server
    }
    let folder = try Folder(["defaults.yaml": "server:\n  host: localhost\n  port: 8080\n"])
    let (defaults, site) = (folder.file("defaults.yaml"), folder.file("site.yaml"))
    let environment = ["SERVER__PORT": "8081"]

    var configuration = LayeredConfiguration(decoder: YAML.Decoder(preset: .strict))
    try configuration.add(contentsOf: defaults)  // "defaults.yaml"
    try configuration.add(contentsOf: site, isOptional: true)  // "site.yaml"
    try configuration.addEnvironment(environment)  // SERVER__PORT=8081
    let config = try configuration.decode(ServerConfig.self)
    print(configuration.explanation)  // server.port = 8081  (environment variable SERVER__PORT)

    #expect(config == ServerConfig(server: .init(host: "localhost", port: 8081)))
    #expect(configuration.explanation.contains("8081  (environment variable SERVER__PORT)"))
  }

  @Test("the snippet of an error report compiles and runs")
  func report() throws {
    struct ServerConfig: Codable { var port: Int }
    let path = try Folder(["server.yaml": "port: \"8080\"\n"])
    let file = path.file("server.yaml")
    var printed = ""
    func print(_ text: Any) { printed = "\(text)" }

    do {
      let config = try YAML.decode(ServerConfig.self, contentsOf: file)  // "server.yaml"
      print(config)
    } catch {
      print(Problem(error))
    }

    #expect(printed.contains(":1:7: wrong type of value: expected Int, found text \"8080\""))
  }
  #endif

  @Test("the snippet of key paths compiles and runs")
  func keyPaths() throws {
    struct Place: Codable, Equatable, KeyMapped {
      let name: String
      let latitude: Double
      let longitude: Double?

      static let mapping: KeyMapping = [
        "name": "place_name",
        "latitude": "meta.coordinates.lat",
        "longitude": "meta.coordinates.lon",
      ]
    }

    struct User: Codable, Equatable, KeyMapped {
      var userID: Int  // "user_id" and "userID" are both read
      var city: String

      static let mapping = KeyMapping(["city": "address.city"], style: .snakeCase)
    }

    let text = #"{"place_name":"Harbour","meta":{"coordinates":{"lat":54.3}}}"#
    let place = Place(name: "Harbour", latitude: 54.3, longitude: nil)
    let user = User(userID: 7, city: "Kiel")
    #expect(try JSON.decode(Place.self, from: text) == place)
    #expect(try JSON.string(place) == text)
    #expect(try JSON.string(user) == #"{"user_id":7,"address":{"city":"Kiel"}}"#)
    #expect(try Binary.decode(User.self, from: Binary.encode(user)) == user)
  }

  @Test("the snippet of generated coding compiles and runs")
  func directCoding() throws {
    let bytes = Array(#"{"cat_id":"1","meta":{"coordinates":{"lon":4.8}},"title":"Jo"}"#.utf8)

    let cat = try JSON.decode(Cat.self, from: bytes)
    let stored = try Binary.encode(cat)

    #expect(cat == Cat(id: "1", longitude: 4.8, name: "Jo", lives: 9))
    #expect(try Binary.decode(Cat.self, from: stored) == cat)
  }

  @Test("the snippet of one grid compiles and runs")
  func oneGrid() throws {
    struct Archive: Codable, Equatable { var title: String }
    let bytes = Array(#"{"title":"Log"}"#.utf8)

    let archive = try JSON.decode(Archive.self, from: bytes)  // any Codable type
    let packed = try Binary.encode(archive)  // [UInt8]
    let any = try JSON.decode(AnyValue.self, from: bytes)  // order and number text kept

    #expect(try Binary.decode(Archive.self, from: packed) == archive)
    #expect(any["title"] == "Log")
  }
}
