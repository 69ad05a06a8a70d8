import Ferry
import FerryMacros
import Foundation

/// Models with `@DirectCodable`. ``ByCompiler`` has the same with the compiler's synthesis.
enum ByMacro {
  @DirectCodable
  struct Scalars: Generated {
    var bool: Bool
    var int: Int
    var int8: Int8
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var uint: UInt
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var string: String
    var double: Double
    var float: Float

    init(random source: inout ValueSource) {
      bool = source.bool()
      int = source.integer()
      int8 = source.integer()
      int16 = source.integer()
      int32 = source.integer()
      int64 = source.integer()
      uint = source.integer()
      uint8 = source.integer()
      uint16 = source.integer()
      uint32 = source.integer()
      uint64 = source.integer()
      string = source.string()
      double = source.double()
      float = source.float()
    }
  }

  @DirectCodable
  struct Wide: Generated {
    var int128: Int128
    var uint128: UInt128
    var optional: Int128?

    init(random source: inout ValueSource) {
      int128 = Int128(source.integer(Int64.self))
      uint128 = UInt128(source.integer(UInt64.self))
      optional = source.optional { Int128($0.integer(Int32.self)) }
    }
  }

  @DirectCodable
  struct Inner: Hashable, Generated {
    var x: Int
    var y: String?

    init(random source: inout ValueSource) {
      x = source.integer()
      y = source.optional { $0.string() }
    }
  }

  @DirectCodable
  struct Optionals: Generated {
    var int: Int?
    var string: String?
    var double: Double?
    var bool: Bool?
    var inner: Inner?
    var list: [Int]?
    var inners: [Inner]?
    var map: [String: Int]?
    var explicit: Optional<String>
    var color: Color?

    init(random source: inout ValueSource) {
      int = source.optional { $0.integer() }
      string = source.optional { $0.string() }
      double = source.optional { $0.double() }
      bool = source.optional { $0.bool() }
      inner = source.optional { $0.value() }
      list = source.optional { $0.array { $0.integer() } }
      inners = source.optional { $0.array { $0.value() } }
      map = source.optional { $0.dictionary({ $0.key() }, { $0.integer() }) }
      explicit = source.optional { $0.string() }
      color = source.optional { $0.value() }
    }
  }

  @DirectCodable
  struct NestedOptionals: Generated {
    var twice: Int??
    var inner: Inner??
    var list: [Int?]
    var lists: [[Inner?]?]
    var map: [String: Int?]

    init(random source: inout ValueSource) {
      twice = source.optional { $0.optional { $0.integer() } }
      inner = source.optional { $0.optional { $0.value() } }
      list = source.array { $0.optional { $0.integer() } }
      lists = source.array { $0.optional { $0.array { $0.optional { $0.value() } } } }
      map = source.dictionary({ $0.key() }, { $0.optional { $0.integer() } })
    }
  }

  @DirectCodable
  struct Collections: Generated {
    var ints: [Int]
    var bytes: [UInt8]
    var doubles: [Double]
    var floats: [Float]
    var strings: [String]
    var bools: [Bool]
    var matrix: [[Int]]
    var inners: [Inner]
    var set: Set<Int>
    var inner: Set<Inner>
    var colors: [Color]

    init(random source: inout ValueSource) {
      ints = source.array { $0.integer() }
      bytes = source.array { $0.integer() }
      doubles = source.array { $0.double() }
      floats = source.array { $0.float() }
      strings = source.array { $0.string() }
      bools = source.array { $0.bool() }
      matrix = source.array { $0.array { $0.integer() } }
      inners = source.array { $0.value() }
      set = Set(source.array { $0.integer() }.prefix(1))
      inner = Set(source.array { $0.value() }.prefix(1))
      colors = source.array { $0.value() }
    }
  }

  @DirectCodable
  struct Dictionaries: Generated {
    var names: [String: Int]
    var numbers: [Int: String]
    var inner: [String: Inner]
    var lists: [String: [Inner]]
    var maps: [String: [String: Double]]
    var numbered: [Int: Inner]
    var colors: [Color: Int]

    init(random source: inout ValueSource) {
      names = source.dictionary({ $0.key() }, { $0.integer() })
      numbers = source.dictionary({ $0.integer() }, { $0.string() })
      inner = source.dictionary({ $0.key() }, { $0.value() })
      lists = source.dictionary({ $0.key() }, { $0.array { $0.value() } })
      maps = source.dictionary({ $0.key() }, { $0.dictionary({ $0.key() }, { $0.double() }) })
      numbered = source.dictionary({ $0.integer() }, { $0.value() })
      colors = [source.value(): source.integer()]
    }
  }

  @DirectCodable
  struct Node: Generated {
    var name: String
    var children: [Node]

    init(random source: inout ValueSource) {
      name = source.string()
      children = source.array { $0.value() }
    }
  }

  @DirectCodable
  final class Person: Generated {
    var name: String
    var friends: [Person]
    var age: Int?

    init(random source: inout ValueSource) {
      name = source.string()
      friends = source.array { $0.value() }
      age = source.optional { $0.integer() }
    }
  }
}

/// Has no direct coding.
struct CodableOnly: Codable, Generated {
  var a: Int
  var b: [String: Int]?

  init(random source: inout ValueSource) {
    a = source.integer()
    b = source.optional { $0.dictionary({ $0.key() }, { $0.integer() }) }
  }
}
