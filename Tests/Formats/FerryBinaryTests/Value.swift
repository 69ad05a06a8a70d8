import FerryBase
import Foundation

/// The value of a tape, independent of its nodes. The law of a round trip compares these values.
indirect enum Value: Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  /// By bits: -0.0 is not 0.0, and there is one NaN.
  case bits(UInt64)
  /// A number that neither an integer of 64 bits nor a double holds.
  case number(String)
  case text(String)
  case bytes([UInt8])
  /// Null inside so many optionals that are there.
  case nested(Int)
  /// 16 bytes.
  case uuid([UInt8])
  /// Seconds since 2001, by bits.
  case date(UInt64)
  /// Seconds since 1970 by bits: a double, or an integer with nanoseconds.
  case time(UInt64, nanoseconds: Int?)
  /// The type and the contents.
  case ext([UInt8])
  case list([Value])
  case map([Pair])

  struct Pair: Equatable, Sendable {
    var key: String
    var value: Value
  }

  static func double(_ value: Double) -> Value {
    .bits((value.isNaN ? .nan : value).bitPattern)
  }

  static func object(_ pairs: KeyValuePairs<String, Value>) -> Value {
    .map(pairs.map { Pair(key: $0.key, value: $0.value) })
  }

  static func ints(_ values: [Int64]) -> Value { .list(values.map { .int($0) }) }
  static func doubles(_ values: [Double]) -> Value { .list(values.map { .double($0) }) }
}

extension Value {
  /// The value at `index`, with numbers that are text read by the rule of the format.
  init(_ view: TapeView, _ index: Int = 0) {
    let node = view[index]
    switch node.kind {
    case .null: self = node.length == 0 ? .null : .nested(node.length)
    case .date where node.length == 0: self = .date(view.word(after: index))
    case .date:
      self = .time(
        view.word(after: index), nanoseconds: view.time(ofDate: index).map { $0.nanoseconds })
    case .uuid: self = .uuid([UInt8](view.stored(node)))
    case .extension, .arenaExtension: self = .ext([UInt8](view.stored(node)))
    case .false: self = .bool(false)
    case .true: self = .bool(true)
    case .integer: self = .int(node.integer)
    case .int64: self = .int(Int64(bitPattern: view.word(after: index)))
    case .uint64: self = Value(unsigned: view.word(after: index))
    case .float: self = .double(Double(node.float))
    case .double: self = .double(Double(bitPattern: view.word(after: index)))
    case .integerText, .decimalText, .numberText: self = Value(number: view.string(node))
    case .plainText:
      switch PlainScalar.resolve(view.stored(node)) {
      case .null: self = .null
      case .bool(let value): self = .bool(value)
      case .jsonNumber: self = Value(number: view.string(node))
      case .number:
        self = Value(number: String(decoding: view.jsonNumber(node), as: UTF8.self))
      case .notFinite(let value): self = .double(value)
      case .text: self = .text(view.string(node))
      }
    case .text, .arenaText: self = .text(view.string(node))
    case .bytes, .arenaBytes: self = .bytes([UInt8](view.stored(node)))
    case .alias: self = Value(view, view.resolved(index))
    case .packed:
      let (elements, type) = view.packed(index)
      self = .list(
        stride(from: 0, to: elements.count, by: 8).map { offset in
          let bits = elements.load(UInt64.self, at: offset)
          return type == .int64
            ? .int(Int64(bitPattern: bits)) : .double(Double(bitPattern: bits))
        })
    case .list:
      var items: [Value] = []
      var position = index + 1
      while position < node.payload {
        items.append(Value(view, position))
        position = view.next(position)
      }
      self = .list(items)
    case .map:
      var pairs: [Pair] = []
      var position = index + 1
      while position < node.payload {
        let key = view.string(view[view.resolved(position)])
        pairs.append(Pair(key: key, value: Value(view, position + 1)))
        position = view.next(position + 1)
      }
      self = .map(pairs)
    default: self = .text("not a finished value")
    }
  }

  private init(unsigned value: UInt64) {
    self = Int64(exactly: value).map { .int($0) } ?? .uint(value)
  }

  init(number text: String) {
    if text.allSatisfy({ $0 == "-" || $0.isNumber }) {
      if text == "-0" {
        self = .double(-0.0)
      } else if let value = Int64(text) {
        self = .int(value)
      } else if let value = UInt64(text) {
        self = .uint(value)
      } else {
        self = .number(text)
      }
      return
    }
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
    let digits = mantissa.drop { $0 == "0" }.reversed().drop { $0 == "0" }.count
    let value = Double(text) ?? .nan
    let isLost = value.isInfinite || value == 0 && digits > 0
    self = digits > 17 || isLost ? .number(text) : .double(value)
  }
}
