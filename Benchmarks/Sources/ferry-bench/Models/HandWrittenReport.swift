/// A flat model of forty fields in a document of eight maps: the code that a person writes who has
/// no mapping, with a container for every map.
struct HandWrittenReport: BenchmarkModel {
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
}

extension HandWrittenReport {
  private enum RootKey: String, CodingKey {
    case id, kind, version, isActive = "is_active", meta, owner, device, stats
  }

  private enum MetaKey: String, CodingKey {
    case created, updated, source, revision, checksum, coordinates
  }

  private enum MetaCoordinatesKey: String, CodingKey {
    case lat, lon, altitude, accuracy, heading
  }

  private enum OwnerKey: String, CodingKey {
    case id, name, email, phone, verified, address
  }

  private enum OwnerAddressKey: String, CodingKey {
    case street, city, zip, country, region
  }

  private enum DeviceKey: String, CodingKey {
    case model, vendor, serial, firmware, battery, network
  }

  private enum DeviceNetworkKey: String, CodingKey {
    case ip, port, signal, roaming, carrier
  }

  private enum StatsKey: String, CodingKey {
    case count, errors, uptime, load, temperature, humidity
  }

  init(from decoder: any Decoder) throws {
    let root = try decoder.container(keyedBy: RootKey.self)
    id = try root.decode(Int.self, forKey: .id)
    kind = try root.decode(String.self, forKey: .kind)
    version = try root.decode(Int.self, forKey: .version)
    isActive = try root.decode(Bool.self, forKey: .isActive)
    let meta = try root.nestedContainer(
      keyedBy: MetaKey.self, forKey: .meta)
    created = try meta.decode(Int.self, forKey: .created)
    updated = try meta.decode(Int.self, forKey: .updated)
    source = try meta.decode(String.self, forKey: .source)
    revision = try meta.decode(Int.self, forKey: .revision)
    checksum = try meta.decode(String.self, forKey: .checksum)
    let coordinates = try meta.nestedContainer(
      keyedBy: MetaCoordinatesKey.self, forKey: .coordinates)
    latitude = try coordinates.decode(Double.self, forKey: .lat)
    longitude = try coordinates.decode(Double.self, forKey: .lon)
    altitude = try coordinates.decodeIfPresent(Double.self, forKey: .altitude)
    accuracy = try coordinates.decode(Double.self, forKey: .accuracy)
    heading = try coordinates.decodeIfPresent(Double.self, forKey: .heading)
    let owner = try root.nestedContainer(
      keyedBy: OwnerKey.self, forKey: .owner)
    ownerID = try owner.decode(Int.self, forKey: .id)
    ownerName = try owner.decode(String.self, forKey: .name)
    email = try owner.decode(String.self, forKey: .email)
    phone = try owner.decodeIfPresent(String.self, forKey: .phone)
    isVerified = try owner.decode(Bool.self, forKey: .verified)
    let addressMap = try owner.nestedContainer(
      keyedBy: OwnerAddressKey.self, forKey: .address)
    street = try addressMap.decode(String.self, forKey: .street)
    city = try addressMap.decode(String.self, forKey: .city)
    postalCode = try addressMap.decode(String.self, forKey: .zip)
    country = try addressMap.decode(String.self, forKey: .country)
    region = try addressMap.decodeIfPresent(String.self, forKey: .region)
    let device = try root.nestedContainer(
      keyedBy: DeviceKey.self, forKey: .device)
    model = try device.decode(String.self, forKey: .model)
    vendor = try device.decode(String.self, forKey: .vendor)
    serial = try device.decode(String.self, forKey: .serial)
    firmware = try device.decode(String.self, forKey: .firmware)
    battery = try device.decode(Double.self, forKey: .battery)
    let network = try device.nestedContainer(
      keyedBy: DeviceNetworkKey.self, forKey: .network)
    address = try network.decode(String.self, forKey: .ip)
    port = try network.decode(Int.self, forKey: .port)
    signal = try network.decode(Int.self, forKey: .signal)
    isRoaming = try network.decode(Bool.self, forKey: .roaming)
    carrier = try network.decodeIfPresent(String.self, forKey: .carrier)
    let stats = try root.nestedContainer(
      keyedBy: StatsKey.self, forKey: .stats)
    count = try stats.decode(Int.self, forKey: .count)
    errors = try stats.decode(Int.self, forKey: .errors)
    uptime = try stats.decode(Int.self, forKey: .uptime)
    load = try stats.decode(Double.self, forKey: .load)
    temperature = try stats.decode(Double.self, forKey: .temperature)
    humidity = try stats.decode(Double.self, forKey: .humidity)
  }

  func encode(to encoder: any Encoder) throws {
    var root = encoder.container(keyedBy: RootKey.self)
    try root.encode(id, forKey: .id)
    try root.encode(kind, forKey: .kind)
    try root.encode(version, forKey: .version)
    try root.encode(isActive, forKey: .isActive)
    var meta = root.nestedContainer(
      keyedBy: MetaKey.self, forKey: .meta)
    try meta.encode(created, forKey: .created)
    try meta.encode(updated, forKey: .updated)
    try meta.encode(source, forKey: .source)
    try meta.encode(revision, forKey: .revision)
    try meta.encode(checksum, forKey: .checksum)
    var coordinates = meta.nestedContainer(
      keyedBy: MetaCoordinatesKey.self, forKey: .coordinates)
    try coordinates.encode(latitude, forKey: .lat)
    try coordinates.encode(longitude, forKey: .lon)
    try coordinates.encodeIfPresent(altitude, forKey: .altitude)
    try coordinates.encode(accuracy, forKey: .accuracy)
    try coordinates.encodeIfPresent(heading, forKey: .heading)
    var owner = root.nestedContainer(
      keyedBy: OwnerKey.self, forKey: .owner)
    try owner.encode(ownerID, forKey: .id)
    try owner.encode(ownerName, forKey: .name)
    try owner.encode(email, forKey: .email)
    try owner.encodeIfPresent(phone, forKey: .phone)
    try owner.encode(isVerified, forKey: .verified)
    var addressMap = owner.nestedContainer(
      keyedBy: OwnerAddressKey.self, forKey: .address)
    try addressMap.encode(street, forKey: .street)
    try addressMap.encode(city, forKey: .city)
    try addressMap.encode(postalCode, forKey: .zip)
    try addressMap.encode(country, forKey: .country)
    try addressMap.encodeIfPresent(region, forKey: .region)
    var device = root.nestedContainer(
      keyedBy: DeviceKey.self, forKey: .device)
    try device.encode(model, forKey: .model)
    try device.encode(vendor, forKey: .vendor)
    try device.encode(serial, forKey: .serial)
    try device.encode(firmware, forKey: .firmware)
    try device.encode(battery, forKey: .battery)
    var network = device.nestedContainer(
      keyedBy: DeviceNetworkKey.self, forKey: .network)
    try network.encode(address, forKey: .ip)
    try network.encode(port, forKey: .port)
    try network.encode(signal, forKey: .signal)
    try network.encode(isRoaming, forKey: .roaming)
    try network.encodeIfPresent(carrier, forKey: .carrier)
    var stats = root.nestedContainer(
      keyedBy: StatsKey.self, forKey: .stats)
    try stats.encode(count, forKey: .count)
    try stats.encode(errors, forKey: .errors)
    try stats.encode(uptime, forKey: .uptime)
    try stats.encode(load, forKey: .load)
    try stats.encode(temperature, forKey: .temperature)
    try stats.encode(humidity, forKey: .humidity)
  }
}
