import FerryMacros
import Foundation
import Testing

// The models of the articles. SnippetsTests compares them with the pages.

@DirectCodable
struct Cat: Equatable {
  @Key("cat_id") let id: String
  @Key("meta.coordinates.lon") var longitude: Double?
  @Alias("title") var name: String
  var lives = 9  // a declared default is a default
}

@Suite("Models")
struct ModelSnippets {
  @Test func keyPaths() throws {
    struct Place: Shaped, Equatable {
      let name: String
      let latitude: Double
      let longitude: Double?

      static let shape = Shape(Place.init(name:latitude:longitude:)) {
        Key("place_name", at: \.name)
        Key("meta", "coordinates") {
          Key("lat", at: \.latitude)
          Key("lon", at: \.longitude)
        }
      }
    }

    struct User: Codable, Equatable, KeyMapped {
      var userID: Int  // "user_id" and "userID" are both read
      var city: String

      static let keyStyle: KeyStyle? = .snakeCase
      static let keyMapping: KeyMap = ["city": "address.city"]
    }

    let text = #"{"place_name":"Harbour","meta":{"coordinates":{"lat":54.3}}}"#
    let place = Place(name: "Harbour", latitude: 54.3, longitude: nil)
    let user = User(userID: 7, city: "Kiel")
    #expect(try JSON.decode(Place.self, from: text) == place)
    #expect(try JSON.string(place) == text)
    #expect(try JSON.string(user) == #"{"user_id":7,"address":{"city":"Kiel"}}"#)
    #expect(try Binary.decode(User.self, from: Binary.encode(user)) == user)
  }

  @Test func directCoding() throws {
    let bytes = Array(#"{"cat_id":"1","meta":{"coordinates":{"lon":4.8}},"title":"Jo"}"#.utf8)

    let cat = try JSON.decode(Cat.self, from: bytes)
    let stored = try Binary.encode(cat)

    #expect(cat == Cat(id: "1", longitude: 4.8, name: "Jo", lives: 9))
    #expect(try Binary.decode(Cat.self, from: stored) == cat)
  }
}
