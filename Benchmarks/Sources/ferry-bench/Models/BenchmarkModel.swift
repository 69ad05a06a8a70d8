/// What the benchmarks ask of a model.
///
/// A plain value type, coded by synthesized code wherever that can express the wire form.
public typealias BenchmarkModel = Codable & Equatable

/// Gives a struct that holds one of its own kind a finite size; leaves no trace in the wire form.
indirect enum Boxed<Value: BenchmarkModel>: BenchmarkModel {
  case value(Value)

  init(from decoder: any Decoder) throws {
    self = .value(try Value(from: decoder))
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value): try value.encode(to: encoder)
    }
  }
}
