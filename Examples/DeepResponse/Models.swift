import FerryDeepCodable

// The other models of DeepCodable's description. Where it shows the same model twice, once with its
// tree flattened, the second stands in an enum.

struct DeeplyNestedResponse: DeepDecodable {
  static let codingTree = CodingTree {
    Key("topLevel") {
      Key("secondLevel") {
        Key("thirdLevel", containing: \._property)
      }
    }
  }

  @Value var property: String
}

struct DeeplyNestedRequest: DeepEncodable {
  static let codingTree = CodingTree {
    Key("topLevel") {
      Key("secondLevel") {
        Key("thirdLevel", containing: \.bareProperty)
      }
      Key("otherSecondLevel", containing: \._wrappedProperty)
    }
  }

  let bareProperty: String
  @Value var wrappedProperty: String
}

enum Flattened {
  struct DeeplyNestedResponse: DeepDecodable {
    static let codingTree = CodingTree {
      Key("topLevel", "secondLevel", "thirdLevel", containing: \._property)
    }

    @Value var property: String
  }

  struct DeeplyNestedRequest: DeepEncodable {
    static let codingTree = CodingTree {
      Key("topLevel") {
        Key("secondLevel", "thirdLevel", containing: \.bareProperty)
        Key("otherSecondLevel", containing: \._wrappedProperty)
      }
    }

    let bareProperty: String
    @Value var wrappedProperty: String
  }
}

/// Read from a deep tree, written flat: the plain `Encodable` is not disturbed.
struct Response: DeepDecodable, Encodable {
  static let codingTree = CodingTree {
    Key("topLevel", "secondLevel", containing: \._property)
  }

  @Value var property: String
}

/// Both directions, without wrappers; `let` will do.
struct Cat: Codable, KeyMapped {
  let id: String
  let latitude: Double
  let longitude: Double?

  static let mapping: KeyMapping = [
    "id": "cat_id", "latitude": "meta.coordinates.lat", "longitude": "meta.coordinates.lon",
  ]
}
