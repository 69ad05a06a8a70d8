import Ferry

struct Reading: Codable, Equatable {
  var station: String
  var time: Double
  var values: [Double]
}

let readings = (0..<1000).map { Reading(station: "north", time: Double($0), values: [0.5, 1.25]) }

let packed = try Binary.encode(readings)  // [UInt8]
let same = try Binary.decode([Reading].self, from: packed)

print(same == readings, "JSON:", try JSON.encode(readings).count, "binary:", packed.count)
