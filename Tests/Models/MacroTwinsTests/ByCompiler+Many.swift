import Ferry
import FerryMacros
import Foundation

extension ByCompiler {
  struct Many: Codable, Generated {
    var f0: Int
    var f1: Int?
    var f2: Int?
    var f3: Int
    var f4: Int?
    var f5: Int?
    var f6: Int
    var f7: Int?
    var f8: Int?
    var f9: Int
    var f10: Int?
    var f11: Int?
    var f12: Int
    var f13: Int?
    var f14: Int?
    var f15: Int
    var f16: Int?
    var f17: Int?
    var f18: Int
    var f19: Int?
    var f20: Int?
    var f21: Int
    var f22: Int?
    var f23: Int?
    var f24: Int
    var f25: Int?
    var f26: Int?
    var f27: Int
    var f28: Int?
    var f29: Int?
    var f30: Int
    var f31: Int?
    var f32: Int?
    var f33: Int
    var f34: Int?
    var f35: Int?
    var f36: Int
    var f37: Int?
    var f38: Int?
    var f39: Int
    var f40: Int?
    var f41: Int?
    var f42: Int
    var f43: Int?
    var f44: Int?
    var f45: Int
    var f46: Int?
    var f47: Int?
    var f48: Int
    var f49: Int?
    var f50: Int?
    var f51: Int
    var f52: Int?
    var f53: Int?
    var f54: Int
    var f55: Int?
    var f56: Int?
    var f57: Int
    var f58: Int?
    var f59: Int?
    var f60: Int
    var f61: Int?
    var f62: Int?
    var f63: Int
    var f64: Int?
    var f65: Int?
    var f66: Int
    var f67: Int?
    var f68: Int?
    var f69: Int

    init(random source: inout ValueSource) {
      f0 = source.integer()
      f1 = source.optional { $0.integer() }
      f2 = source.optional { $0.integer() }
      f3 = source.integer()
      f4 = source.optional { $0.integer() }
      f5 = source.optional { $0.integer() }
      f6 = source.integer()
      f7 = source.optional { $0.integer() }
      f8 = source.optional { $0.integer() }
      f9 = source.integer()
      f10 = source.optional { $0.integer() }
      f11 = source.optional { $0.integer() }
      f12 = source.integer()
      f13 = source.optional { $0.integer() }
      f14 = source.optional { $0.integer() }
      f15 = source.integer()
      f16 = source.optional { $0.integer() }
      f17 = source.optional { $0.integer() }
      f18 = source.integer()
      f19 = source.optional { $0.integer() }
      f20 = source.optional { $0.integer() }
      f21 = source.integer()
      f22 = source.optional { $0.integer() }
      f23 = source.optional { $0.integer() }
      f24 = source.integer()
      f25 = source.optional { $0.integer() }
      f26 = source.optional { $0.integer() }
      f27 = source.integer()
      f28 = source.optional { $0.integer() }
      f29 = source.optional { $0.integer() }
      f30 = source.integer()
      f31 = source.optional { $0.integer() }
      f32 = source.optional { $0.integer() }
      f33 = source.integer()
      f34 = source.optional { $0.integer() }
      f35 = source.optional { $0.integer() }
      f36 = source.integer()
      f37 = source.optional { $0.integer() }
      f38 = source.optional { $0.integer() }
      f39 = source.integer()
      f40 = source.optional { $0.integer() }
      f41 = source.optional { $0.integer() }
      f42 = source.integer()
      f43 = source.optional { $0.integer() }
      f44 = source.optional { $0.integer() }
      f45 = source.integer()
      f46 = source.optional { $0.integer() }
      f47 = source.optional { $0.integer() }
      f48 = source.integer()
      f49 = source.optional { $0.integer() }
      f50 = source.optional { $0.integer() }
      f51 = source.integer()
      f52 = source.optional { $0.integer() }
      f53 = source.optional { $0.integer() }
      f54 = source.integer()
      f55 = source.optional { $0.integer() }
      f56 = source.optional { $0.integer() }
      f57 = source.integer()
      f58 = source.optional { $0.integer() }
      f59 = source.optional { $0.integer() }
      f60 = source.integer()
      f61 = source.optional { $0.integer() }
      f62 = source.optional { $0.integer() }
      f63 = source.integer()
      f64 = source.optional { $0.integer() }
      f65 = source.optional { $0.integer() }
      f66 = source.integer()
      f67 = source.optional { $0.integer() }
      f68 = source.optional { $0.integer() }
      f69 = source.integer()
    }
  }
}
