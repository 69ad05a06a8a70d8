import Ferry
import FerryMacros

// The forms of structs and enums, for the table of ``StrictKeysTests``. No key strategy changes
// their keys.

@DirectCodable
struct StrictTable {
  var id: Int
  var name: String?
}

@DirectCodable
struct StrictGenerated {
  var id: Int
  func validate() throws {}
}

@DirectCodable
struct StrictEmpty {}

@DirectCodable
final class StrictEmptyClass {}

@DirectCodable
struct StrictPath {
  @Key("meta.lon") var lon: Int
  @Key("meta.lat") var lat: Int?
}

@DirectCodable
struct StrictAlias {
  @Alias("b", "m.c") var a: Int
}

struct StrictPlain: Codable { var p: Int }

@DirectCodable
struct StrictFlatten {
  @Flatten var table: StrictTable
  @Flatten var kind: StrictInternal
  @Flatten var plain: StrictPlain
  var z: Int
}

@DirectCodable
struct StrictFlattenOptional {
  @Flatten var table: StrictTable?
  var z: Int
}

@DirectCodable
struct StrictFlattenRest {
  @Flatten var rest: [String: Int]
  var z: Int
}

@DirectCodable
struct StrictBox<Value: DirectCodable & Codable> {
  var list: [Value]
  var other: Value?
}

@DirectCodable
enum StrictRaw: String { case a, b }

@DirectCodable
enum StrictSynthesized {
  case a
  case b(x: Int, label: String? = nil)
  case c(Int)
}

@DirectCodable @Tagged(.external)
enum StrictExternal {
  case a
  case b(x: Int, label: String? = nil)
  case c(Int)
  case d(Int, Int)
  case e(StrictTable)
  case f([String: Int])
}

@DirectCodable @Tagged(.internal("t"))
enum StrictInternal {
  case a
  case b(x: Int, label: String? = nil)
  case e(StrictTable)
  case f([String: Int])
  case g(StrictPlain)
}

@DirectCodable @Tagged(.adjacent(tag: "t", content: "content"))
enum StrictAdjacent {
  case a
  case b(x: Int, label: String? = nil)
  case c(Int)
  case d(Int, Int)
  case e(StrictTable)
}

@DirectCodable @Tagged(.untagged)
enum StrictUntagged {
  case n(Int)
  case both(x: Int, y: Int)
  case deep(inner: StrictTable, k: Int)
  case x(x: Int)
  case z(z: Int)
  case inner(inner: [String: Int])
  case e(StrictTable)
}

@DirectCodable
enum StrictOther {
  case a
  case b(x: Int)
  @UnknownCase case other(String)
}

@DirectCodable @Tagged(.external)
enum StrictOtherKept {
  case a
  case b(x: Int)
  @UnknownCase case other(AnyValue)
}

@DirectCodable @Tagged(.internal("t"))
enum StrictOtherInternal {
  case a
  case b(x: Int)
  @UnknownCase case other(String)
}

@DirectCodable @Tagged(.internal("t"))
enum StrictOtherInternalKept {
  case a
  @UnknownCase case other(AnyValue)
}

@DirectCodable @Tagged(.adjacent(tag: "t", content: "content"))
enum StrictOtherAdjacent {
  case a
  case b(x: Int)
  @UnknownCase case other
}
