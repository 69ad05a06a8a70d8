import FerryCore
import Testing

/// A model by hand, as a program without `Codable` has it.
private struct Station: DirectCodable, Equatable {
  var name: String
  var height: Double?
  var tracks: [Track]
  var tags: [String: AnyValue]

  init(name: String, height: Double?, tracks: [Track], tags: [String: AnyValue]) {
    self.name = name
    self.height = height
    self.tracks = tracks
    self.tags = tags
  }

  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    var name: String?
    var height: Double?
    var tracks: [Track] = []
    var tags: [String: AnyValue] = [:]
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      switch key {
      case "name": name = try reader.read()
      case "height": height = try reader.readIfPresent()
      case "tracks": tracks = try reader.read()
      case "tags": tags = try reader.read()
      default: try reader.skipValue()
      }
    }
    guard let name else { throw reader.missing("name", in: object) }
    self.init(name: name, height: height, tracks: tracks, tags: tags)
  }

  func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    var object = try writer.beginObject()
    try writer.write(name, forKey: "name", in: &object)
    try writer.writeIfPresent(height, forKey: "height", in: &object)
    try writer.write(tracks, forKey: "tracks", in: &object)
    try writer.write(tags, forKey: "tags", in: &object)
    try writer.endObject(&object)
  }
}

private struct Track: DirectCodable, Equatable {
  var number: Int64
  var gauge: Float

  init(number: Int64, gauge: Float) {
    self.number = number
    self.gauge = gauge
  }

  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    var (number, gauge): (Int64?, Float?)
    var object = try reader.beginObject()
    while let key = try reader.nextKey(&object) {
      switch key {
      case "number": number = try reader.read()
      case "gauge": gauge = try reader.read()
      default: try reader.skipValue()
      }
    }
    guard let number, let gauge else { throw reader.missing(["number", "gauge"], in: object) }
    self.init(number: number, gauge: gauge)
  }

  func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    var object = try writer.beginObject()
    try writer.write(number, forKey: "number", in: &object)
    try writer.write(gauge, forKey: "gauge", in: &object)
    try writer.endObject(&object)
  }
}

@Suite("The core alone")
struct CoreTests {
  private let station = Station(
    name: "Zürich \"HB\"", height: 408.5,
    tracks: [Track(number: .max, gauge: 1.435), Track(number: -3, gauge: 1)],
    tags: ["lines": [1, nil, "S4"]])

  @Test("a model goes to JSON and back")
  func json() throws {
    let text = try JSON.encode(station)
    #expect(
      String(decoding: text, as: UTF8.self) == """
        {"name":"Zürich \\"HB\\"","height":408.5,"tracks":\
        [{"number":9223372036854775807,"gauge":1.435},\
        {"number":-3,"gauge":1}],"tags":{"lines":[1,null,"S4"]}}
        """)
    #expect(try JSON.decode(Station.self, from: text) == station)
  }

  @Test("a model goes to the binary format and back")
  func binary() throws {
    let packed = try Binary.encode(station)
    #expect(try Binary.decode(Station.self, from: packed) == station)
  }

  @Test("damage is a failure with an offset")
  func failures() throws {
    #expect(throws: WireFailure.self) { try JSON.decode([Int].self, from: Array("[1,2".utf8)) }
    do {
      _ = try JSON.decode([Int].self, from: Array("[1, true]".utf8))
      Issue.record("a bool was read as an integer")
    } catch {
      #expect(error.kind == .typeMismatch)
      #expect(error.offset == 4)
    }
    let packed = try Binary.encode(station)
    for count in packed.indices {
      #expect(throws: WireFailure.self) {
        try Binary.decode(Station.self, from: Array(packed[..<count]))
      }
    }
  }

  @Test("a path leads into any value")
  func paths() throws {
    let value = try JSON.decode(AnyValue.self, from: Array(#"{"a": [{"b": 1}, {"b": 2.50}]}"#.utf8))
    #expect(value.values(at: "a[*].b").map(\.description) == ["1", "2.50"])
    #expect(value.description == #"{"a":[{"b":1},{"b":2.50}]}"#)
  }
}
