import Ferry
import FerryTestSupport
import Testing

@Suite struct ShapeTests {
  struct Cat: Shaped, Equatable {
    let id: String
    let latitude: Double
    let longitude: Double?
    let lives: Int

    static let shape = Shape(Cat.init(id:latitude:longitude:lives:)) {
      Key("cat_id", at: \.id)
      Key("meta", "coordinates") {
        Key("lat", at: \.latitude)
        Key("lon", at: \.longitude)
      }
      Key("lives", at: \.lives, default: 9)
    }
  }

  @Test("a shape decodes and encodes without wrappers")
  func decodesAndEncodesWithoutWrappers()
    throws
  {
    let json = #"{"cat_id":"1","meta":{"coordinates":{"lat":52.3,"lon":4.8}},"lives":7}"#
    let cat = try decodeEverywhere(Cat.self, json)
    #expect(cat == Cat(id: "1", latitude: 52.3, longitude: 4.8, lives: 7))
    #expect(try encodeEverywhere(cat) == json)
  }

  @Test("a missing optional value is nil")
  func whatMayBeMissingMayBeMissing() throws {
    let cat = try decodeEverywhere(
      Cat.self, #"{"meta":{"coordinates":{"lon":null,"lat":1}},"cat_id":"1","lives":null}"#)
    #expect(cat == Cat(id: "1", latitude: 1, longitude: nil, lives: 9))
    #expect(
      try encodeEverywhere(cat) == #"{"cat_id":"1","meta":{"coordinates":{"lat":1}},"lives":9}"#)
  }

  @Test("one error lists all missing keys")
  func allMissingKeysAreInOneError() throws {
    let error = try errorEverywhere(Cat.self, #"{"meta":{"coordinates":null}}"#)
    guard case .keyNotFound(_, let context) = error else { throw error }
    #expect(
      context.debugDescription
        == "1:1: missing keys: `cat_id`, `meta.coordinates.lat`")
  }

  @Test("a scalar instead of an object on the path is an error")
  func aBranchOfTheWrongShapeIsAnError() throws {
    let error = try errorEverywhere(Cat.self, #"{"cat_id":"1","meta":{"coordinates":7}}"#)
    guard case .typeMismatch(_, let context) = error else { throw error }
    #expect(context.codingPath.map(\.stringValue) == ["meta", "coordinates"])
  }

  struct Outer: Shaped, Equatable {
    let cats: [Cat]
    static let shape = Shape(Outer.init(cats:)) { Key("data", "cats", at: \.cats) }
  }

  @Test("shapes nest")
  func shapesNest() throws {
    let json = #"{"data":{"cats":[{"cat_id":"1","meta":{"coordinates":{"lat":1}},"lives":2}]}}"#
    let outer = try decodeEverywhere(Outer.self, json)
    #expect(try encodeEverywhere(outer) == json)
  }
}
