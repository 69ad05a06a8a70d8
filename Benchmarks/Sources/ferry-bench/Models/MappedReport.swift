import Ferry

/// The same model with synthesized code and a mapping.
struct MappedReport: BenchmarkModel, KeyMapped {
  let id: Int
  let kind: String
  let version: Int
  let isActive: Bool
  let created: Int
  let updated: Int
  let source: String
  let revision: Int
  let checksum: String
  let latitude: Double
  let longitude: Double
  let altitude: Double?
  let accuracy: Double
  let heading: Double?
  let ownerID: Int
  let ownerName: String
  let email: String
  let phone: String?
  let isVerified: Bool
  let street: String
  let city: String
  let postalCode: String
  let country: String
  let region: String?
  let model: String
  let vendor: String
  let serial: String
  let firmware: String
  let battery: Double
  let address: String
  let port: Int
  let signal: Int
  let isRoaming: Bool
  let carrier: String?
  let count: Int
  let errors: Int
  let uptime: Int
  let load: Double
  let temperature: Double
  let humidity: Double

  static let mapping: KeyMapping = [
    "isActive": "is_active",
    "created": "meta.created",
    "updated": "meta.updated",
    "source": "meta.source",
    "revision": "meta.revision",
    "checksum": "meta.checksum",
    "latitude": "meta.coordinates.lat",
    "longitude": "meta.coordinates.lon",
    "altitude": "meta.coordinates.altitude",
    "accuracy": "meta.coordinates.accuracy",
    "heading": "meta.coordinates.heading",
    "ownerID": "owner.id",
    "ownerName": "owner.name",
    "email": "owner.email",
    "phone": "owner.phone",
    "isVerified": "owner.verified",
    "street": "owner.address.street",
    "city": "owner.address.city",
    "postalCode": "owner.address.zip",
    "country": "owner.address.country",
    "region": "owner.address.region",
    "model": "device.model",
    "vendor": "device.vendor",
    "serial": "device.serial",
    "firmware": "device.firmware",
    "battery": "device.battery",
    "address": "device.network.ip",
    "port": "device.network.port",
    "signal": "device.network.signal",
    "isRoaming": "device.network.roaming",
    "carrier": "device.network.carrier",
    "count": "stats.count",
    "errors": "stats.errors",
    "uptime": "stats.uptime",
    "load": "stats.load",
    "temperature": "stats.temperature",
    "humidity": "stats.humidity",
  ]
}
