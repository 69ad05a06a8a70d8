import Ferry
import FerryMacros
import Foundation

/// A cat whose document has another shape than the model.
@DirectCodable
struct Cat: Equatable {
  @Key("cat_id") let id: String
  @Key("meta.coordinates.lon") var longitude: Double?
  @Key("meta.coordinates.lat") var latitude: Double?
  @Alias("preferred_name") var name: String
  @As(.iso8601) var born: Date
  @Lossy var toys: [Toy] = []
  var temper = Temper.calm
  var lives = 9
}

/// Two kinds of things, told apart by the key `kind`.
@DirectCodable @Tagged(.internal("kind"))
enum Toy: Equatable {
  case ball(colour: String)
  case mouse(squeaks: Bool)
}

/// A mood, possibly one that this program does not know yet.
@DirectCodable
enum Temper: String {
  case calm, playful
  @UnknownCase case other
}
