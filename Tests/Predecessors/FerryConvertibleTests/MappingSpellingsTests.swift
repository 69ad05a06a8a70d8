import FerryConvertible
import FerryTestSupport
import Foundation
import Testing

/// Mappings in the spellings of the old library. The oracle is the literal JSON.
@Suite struct MappingSpellingsTests {
  struct ConvertibleUser: Convertible, UnderscoreToCamelCase, Equatable {
    var firstName: String
    var isPublic: Bool
    static let keyMapping = ["isPublic": "public"]
  }

  @Test("a dictionary literal is a mapping, as in the description of Convertible")
  func dictionaryLiteral() throws {
    let json = #"{"first_name":"Brad","public":true}"#
    let user = ConvertibleUser(firstName: "Brad", isPublic: true)
    #expect(try decodeMapped(ConvertibleUser.self, json) == user)
    #expect(try encodeMapped(user) == json)
    #expect(try ConvertibleUser.initializeWithData(Data(json.utf8)) == user)
    #expect(try user.serializeToData() == Data(json.utf8))
  }
}
