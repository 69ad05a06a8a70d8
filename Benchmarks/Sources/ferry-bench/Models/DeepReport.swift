import FerryDeepCodable

/// The same model with a coding tree.
struct DeepReport: DeepCodable, Equatable {
  static let codingTree = CodingTree {
    Key("id", containing: \._id)
    Key("kind", containing: \._kind)
    Key("version", containing: \._version)
    Key("is_active", containing: \._isActive)
    Key("meta") {
      Key("created", containing: \._created)
      Key("updated", containing: \._updated)
      Key("source", containing: \._source)
      Key("revision", containing: \._revision)
      Key("checksum", containing: \._checksum)
      Key("coordinates") {
        Key("lat", containing: \._latitude)
        Key("lon", containing: \._longitude)
        Key("altitude", containing: \._altitude)
        Key("accuracy", containing: \._accuracy)
        Key("heading", containing: \._heading)
      }
    }
    Key("owner") {
      Key("id", containing: \._ownerID)
      Key("name", containing: \._ownerName)
      Key("email", containing: \._email)
      Key("phone", containing: \._phone)
      Key("verified", containing: \._isVerified)
      Key("address") {
        Key("street", containing: \._street)
        Key("city", containing: \._city)
        Key("zip", containing: \._postalCode)
        Key("country", containing: \._country)
        Key("region", containing: \._region)
      }
    }
    Key("device") {
      Key("model", containing: \._model)
      Key("vendor", containing: \._vendor)
      Key("serial", containing: \._serial)
      Key("firmware", containing: \._firmware)
      Key("battery", containing: \._battery)
      Key("network") {
        Key("ip", containing: \._address)
        Key("port", containing: \._port)
        Key("signal", containing: \._signal)
        Key("roaming", containing: \._isRoaming)
        Key("carrier", containing: \._carrier)
      }
    }
    Key("stats") {
      Key("count", containing: \._count)
      Key("errors", containing: \._errors)
      Key("uptime", containing: \._uptime)
      Key("load", containing: \._load)
      Key("temperature", containing: \._temperature)
      Key("humidity", containing: \._humidity)
    }
  }

  @Value var id: Int
  @Value var kind: String
  @Value var version: Int
  @Value var isActive: Bool
  @Value var created: Int
  @Value var updated: Int
  @Value var source: String
  @Value var revision: Int
  @Value var checksum: String
  @Value var latitude: Double
  @Value var longitude: Double
  @Value var altitude: Double?
  @Value var accuracy: Double
  @Value var heading: Double?
  @Value var ownerID: Int
  @Value var ownerName: String
  @Value var email: String
  @Value var phone: String?
  @Value var isVerified: Bool
  @Value var street: String
  @Value var city: String
  @Value var postalCode: String
  @Value var country: String
  @Value var region: String?
  @Value var model: String
  @Value var vendor: String
  @Value var serial: String
  @Value var firmware: String
  @Value var battery: Double
  @Value var address: String
  @Value var port: Int
  @Value var signal: Int
  @Value var isRoaming: Bool
  @Value var carrier: String?
  @Value var count: Int
  @Value var errors: Int
  @Value var uptime: Int
  @Value var load: Double
  @Value var temperature: Double
  @Value var humidity: Double
}
