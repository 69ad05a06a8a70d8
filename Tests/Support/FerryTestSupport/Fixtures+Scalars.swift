/// Models that stand for everything a `Codable` type can ask of a coder.
package enum Fixtures {}

extension Fixtures {
  /// One property of every scalar type that the standard library's containers know.
  package struct Scalars: Codable, Equatable, Sendable {
    package var bool = true
    package var int = -1
    package var int8 = Int8.min
    package var int16 = Int16.min
    package var int32 = Int32.min
    package var int64 = Int64.min
    package var int128 = Int128.min
    package var uint = UInt.max
    package var uint8 = UInt8.max
    package var uint16 = UInt16.max
    package var uint32 = UInt32.max
    package var uint64 = UInt64.max
    package var uint128 = UInt128.max
    package var float16Like = Float(0.5)
    package var float = Float.greatestFiniteMagnitude
    package var double = Double.leastNonzeroMagnitude
    package var string = "text \"quoted\" \\ / \u{0} \u{7F} é \u{1F600} \u{2028}"

    package init() {}
  }

  /// The same scalars, each of which may be missing.
  package struct OptionalScalars: Codable, Equatable, Sendable {
    package var bool: Bool?
    package var int: Int?
    package var int8: Int8?
    package var int16: Int16?
    package var int32: Int32?
    package var int64: Int64?
    package var int128: Int128?
    package var uint: UInt?
    package var uint8: UInt8?
    package var uint16: UInt16?
    package var uint32: UInt32?
    package var uint64: UInt64?
    package var uint128: UInt128?
    package var float: Float?
    package var double: Double?
    package var string: String?

    package init() {}

    /// All of them there.
    package static var full: OptionalScalars {
      var scalars = OptionalScalars()
      scalars.bool = false
      scalars.int = .max
      scalars.int8 = .max
      scalars.int16 = .max
      scalars.int32 = .max
      scalars.int64 = .max
      scalars.int128 = .max
      scalars.uint = 0
      scalars.uint8 = 1
      scalars.uint16 = 2
      scalars.uint32 = 3
      scalars.uint64 = 4
      scalars.uint128 = 5
      scalars.float = -0.25
      scalars.double = 1e300
      scalars.string = ""
      return scalars
    }
  }

  /// A list of every scalar type.
  package struct Lists: Codable, Equatable, Sendable {
    package var bools = [true, false]
    package var ints = [Int.min, -1, 0, 1, Int.max]
    package var int8s = [Int8.min, 0, .max]
    package var int16s = [Int16.min, 0, .max]
    package var int32s = [Int32.min, 0, .max]
    package var int64s = [Int64.min, 0, .max]
    package var int128s = [Int128.min, 0, .max]
    package var uints = [UInt.min, .max]
    package var uint8s = [UInt8.min, .max]
    package var uint16s = [UInt16.min, .max]
    package var uint32s = [UInt32.min, .max]
    package var uint64s = [UInt64.min, .max]
    package var uint128s = [UInt128.min, .max]
    package var floats: [Float] = [-0.0, 1, 0.1, .leastNonzeroMagnitude]
    package var doubles = [-0.0, 1, 0.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    package var strings = ["", "a", "longer than fifteen bytes, so on the heap"]
    package var nothing: [Int] = []
    package var optionals: [Int?] = [1, nil, 3]
    package var lists: [[Double]] = [[], [1], [2, 3]]

    package init() {}
  }
}
