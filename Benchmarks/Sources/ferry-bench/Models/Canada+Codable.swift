extension Canada.Position: Codable {
  init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    longitude = try numbers.decode(Double.self)
    latitude = try numbers.decode(Double.self)
  }

  func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    try numbers.encode(longitude)
    try numbers.encode(latitude)
  }
}
