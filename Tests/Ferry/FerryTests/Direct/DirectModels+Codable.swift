import Ferry

/// A type that is only Codable.
struct CodablePoint: Codable, Equatable {
  var x: Double
  var names: [String: String]?
}

/// A direct type with a Codable member.
struct PointHolder: DirectCodable, Codable, Equatable {
  var id: Int
  var point: CodablePoint

  init(id: Int, point: CodablePoint) { (self.id, self.point) = (id, point) }

  init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    var id: Int?
    var point: CodablePoint?
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      switch key {
      case "id": id = try reader.read()
      case "point": point = try reader.read()
      default: try reader.skipValue()
      }
    }
    guard let id else { throw reader.missing("id", in: object) }
    guard let point else { throw reader.missing("point", in: object) }
    self.init(id: id, point: point)
  }

  func encode(to writer: inout some WireWriter & ~Copyable) throws(WireFailure) {
    var object = try writer.beginObject()
    try writer.write(id, forKey: "id", in: &object)
    try writer.writeKey("point", in: &object)
    try writer.write(point)
    try writer.endObject(&object)
  }
}

/// Reads elements that are not coded directly one by one.
struct PointList: DirectDecodable {
  let points: [CodablePoint]

  init(from reader: inout some WireReader & ~Copyable) throws(WireFailure) {
    points = try reader.readLossyArray()
  }
}
