import FerryConvertible
import Foundation

// The models of Convertible's description. It calls all three `User`, so each has a section of its own.

enum Models {
  class User: Convertible {
    var id: Int
    var name: String
    var friend: User?
    var created: Date?
  }
}

enum KeyMapping {
  class User: Convertible, UnderscoreToCamelCase {
    var firstName: String
    var lastName: String
    var bestFriend: User?
    var createdAt: Date?
  }
}

enum CustomKeyMapping {
  class User: Convertible, UnderscoreToCamelCase {
    var firstName: String
    var lastName: String
    var isPublic: Bool
    static let keyMapping = ["isPublic": "public"]  // [PropertyKey: MappedKey]
  }
}
