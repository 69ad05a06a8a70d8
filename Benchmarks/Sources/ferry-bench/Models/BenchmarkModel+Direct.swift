import FerryMacros

extension Boxed: DirectDecodable where Value: DirectDecodable {
  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    self = .value(try Value(from: &reader))
  }
}

extension Boxed: DirectEncodable where Value: DirectEncodable {
  func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    switch self {
    case .value(let value): try value.encode(to: &writer)
    }
  }
}
