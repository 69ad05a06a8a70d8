import FerryMLObject

// The models of MLObject's description. It calls all three `Cat`, so each has a section of its own.
// Its `NSNumber<RLMDouble> *`, a number that may be nil in Realm, is an optional `Double`.

enum BasicExample {
  final class Cat: MLObject {
    var catID: String
    var preferredName: String

    init(catID: String, preferredName: String) {
      self.catID = catID
      self.preferredName = preferredName
    }
  }
}

enum OtherStructure {
  final class Location: MLObject {
    var latitude: Double?
    var longitude: Double?

    static let fromJSONMapping = [
      "latitude": "lat",
      "longitude": "lon",
    ]
  }

  final class Cat: MLObject {
    var catID: String
    var name: String
    var location: Location?

    static let fromJSONMapping = [
      "location": "meta.coordinates",
      "location.latitude": "last_known_latitude",
    ]
  }
}

enum OtherKeys {
  final class Cat: MLObject {
    var catID: String
    var preferredName: String

    init(catID: String, preferredName: String) {
      self.catID = catID
      self.preferredName = preferredName
    }

    static let toJSONMapping = [
      "preferredName": "name_data.preferred"
    ]
  }
}
