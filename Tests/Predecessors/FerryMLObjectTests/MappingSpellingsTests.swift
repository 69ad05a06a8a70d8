import FerryMLObject
import FerryTestSupport
import Testing

/// Mappings in the spellings of the old library. The oracle is the literal JSON.
@Suite struct MappingSpellingsTests {
  struct Location: MLObject, Equatable {
    var latitude: Double?
    var longitude: Double?
    static func fromJSONMapping() -> [String: String] { ["latitude": "lat", "longitude": "lon"] }
  }

  struct Cat: MLObject, Equatable {
    var catID: String
    var name: String
    var location: Location
    static let fromJSONMapping = [
      "location": "meta.coordinates",
      "location.latitude": "last_known_latitude",
    ]
  }

  @Test("MLObject's mapping is read as a property and as a method")
  func fromJSONMapping() throws {
    let cat = try Cat.converted(
      from: #"{"cat_id":"1","name":"J","meta":{"coordinates":{"lon":4.886,"lat":50}},"#
        + #""last_known_latitude":52.374}"#)
    #expect(cat.location == Location(latitude: 52.374, longitude: 4.886))
  }

  struct WrittenByProperty: MLObject, Equatable {
    var catID: String
    var preferredName: String
    static let toJSONMapping = ["preferredName": "name_data.preferred"]
  }

  final class WrittenByMethod: MLObject {
    var catID = "1"
    var preferredName = "J"
    class func toJSONMapping() -> [String: WirePath] { ["preferredName": "name_data.preferred"] }
  }

  @Test("MLObject's mapping is written as a property and as a method")
  func toJSONMapping() throws {
    let json = #"{"cat_id":"1","name_data":{"preferred":"J"}}"#
    #expect(try encodeMapped(WrittenByProperty(catID: "1", preferredName: "J")) == json)
    #expect(try encodeMapped(WrittenByMethod()) == json)
    let read = try decodeMapped(
      WrittenByProperty.self, #"{"cat_id":"1","preferred_name":"J"}"#)
    #expect(read == WrittenByProperty(catID: "1", preferredName: "J"))
  }
}
