import FerryMacros

/// A model by hand, as in a program without the macro.
struct Track: DirectCodable, Equatable {
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

/// A model with the attributes of the macro that need no `Codable`.
@DirectCodable @KeyStyle(.snakeCase)
struct Station: Equatable {
  @Key("station.id") var id: UInt16
  @Alias("title") var displayName: String
  var height: Double?
  var lives = 9
  @Default(missing: Kind.stop, error: Kind.unknown) var kind: Kind
  var tracks: [Track]
  var tags: [String: AnyValue]
  var shape: Shape
  var events: [Event]
  @Lossy var codes: [Int8]
  @Skip var cache = 7
  @As(Hundredths()) var price: Double
  @Flatten var owner: Owner
  @Flatten var rest: [String: AnyValue]
}

@DirectCodable
enum Kind: String {
  case stop, junction
  @UnknownCase case unknown
}

@DirectCodable
enum Shape: Equatable {
  case circle(radius: Double)
  case rectangle(Int, Int)
  case none
}

@DirectCodable @Tagged(.internal("type"))
enum Event: Equatable {
  case moved(to: String, by: Int?)
  case closed
}

@DirectCodable
struct Owner: Equatable {
  var owner: String
  var since: Int128?
}

/// A model that skips most members of any document.
@DirectCodable
struct Nothing {
  var type: String?
}

/// A list whose depth is the depth of its document.
@DirectCodable
final class Link {
  let next: Link?
  let value: Int

  init(next: Link?, value: Int) {
    self.next = next
    self.value = value
  }
}

/// A price as a whole number of hundredths.
struct Hundredths: WireStrategy {
  func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> Double { Double(try reader.readInteger(Int32.self)) / 100 }

  func write<Writer: WireWriter & ~Copyable>(
    _ value: Double, to writer: inout Writer
  ) throws(WireFailure) { try writer.writeInteger(Int32(value * 100)) }
}

extension Station {
  /// A value with short and long texts, limits of numbers and all cases of the enumerations.
  static func example(_ index: Int) -> Station {
    let long = String(repeating: "Zürich \"HB\"\\\n😀", count: index % 9)
    return Station(
      id: UInt16(truncatingIfNeeded: index &* 7919), displayName: long,
      height: index % 3 == 0 ? nil : Double(index) / 7, lives: index,
      kind: index % 2 == 0 ? .stop : .junction,
      tracks: (0..<index % 5).map {
        Track(number: .max >> Int64($0 * 9), gauge: 1.435 * Float($0))
      },
      tags: ["lines": [1, nil, "S4", 2.5]],
      shape: [.circle(radius: 0.1 * Double(index)), .rectangle(index, -index), .none][index % 3],
      events: [.moved(to: "Bern", by: index % 2 == 0 ? nil : index), .closed],
      codes: [-128, 0, 127], price: Double(index * 25) / 100,
      owner: Owner(
        owner: "SBB", since: index % 4 == 0 ? nil : Int128(Int64.max / Int64(index + 1))),
      rest: ["note": .string(long)])
  }
}
