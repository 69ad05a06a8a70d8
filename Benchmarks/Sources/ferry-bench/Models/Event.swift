/// What is neither a plain member nor a list of them: dictionaries, sets, enums with values, a value
/// of one type or another, and members under names that only the document knows.
struct Event: BenchmarkModel {
  let id: Int
  let kind: Kind
  let labels: [String: String]
  let countsByStatus: [Int: Int]
  let tags: Set<String>
  let payload: Payload
  let value: NumberOrText
  let attributes: Attributes

  enum Kind: String, Codable { case created, changed, removed }

  enum Payload: BenchmarkModel {
    case message(String)
    case position(x: Double, y: Double)
    case none
  }
}

/// A number, or text where it is none, as many services write it.
enum NumberOrText: BenchmarkModel {
  case number(Double)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

/// Members whose names no type declares, through a key type for any name.
struct Attributes: BenchmarkModel {
  var values: [String: Int] = [:]

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(_ values: [String: Int]) {
    self.values = values
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    for key in container.allKeys {
      values[key.stringValue] = try container.decode(Int.self, forKey: key)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (name, value) in values { try container.encode(value, forKey: AnyKey(stringValue: name)) }
  }
}
