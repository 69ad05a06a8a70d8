package import FerryTape
internal import Foundation

extension AnyValue {
  /// The value that `object` stands for: a tree of dictionaries, arrays, texts, numbers, truth
  /// values and nothing, as `JSONSerialization` makes them, or anything that encodes itself.
  /// - Returns: `nil` for something else.
  package init?(bridging object: Any?) {
    guard let object else {
      self = .null
      return
    }
    switch object {
    case let value as AnyValue: self = value
    case let lazy as LazyObject:
      guard let value = try? lazy.value() else { return nil }
      self = value
    case is NSNull: self = .null
    case let text as String: self = .string(text)
    // Before the types of Swift: Apple's casts take 1 for true.
    case let number as NSNumber: self.init(number)
    case let members as [String: Any]:
      var bridged = Object()
      // A dictionary has no order of its own, so that of the keys makes one that stays.
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        guard let value = AnyValue(bridging: value) else { return nil }
        bridged[key] = value
      }
      self = .object(bridged)
    case let elements as [Any]:
      var bridged: [AnyValue] = []
      for element in elements {
        guard let value = AnyValue(bridging: element) else { return nil }
        bridged.append(value)
      }
      self = .array(bridged)
    case let value as any Encodable:
      guard let encoded = try? AnyValue(encoding: value) else { return nil }
      self = encoded
    case let url as NSURL: self = .string((url as URL).absoluteString)
    default: return nil
    }
  }

  private init(_ number: NSNumber) {
    switch String(cString: number.objCType) {
    case "c" where number === kTrue || number === kFalse, "B": self = .bool(number.boolValue)
    case "f": self = .number(Number(number.floatValue.asWritten))
    case "d": self = .number(Number(number.doubleValue))
    case "Q": self = .number(Number(number.uint64Value))
    default: self = .number(Number(number.int64Value))
    }
  }

  /// The tree that this value stands for in the types of Swift and Foundation; null is `nil` at the
  /// root and `NSNull` inside.
  package var bridged: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .number(let number): number.bridged
    case .string(let text): text
    case .bytes(let bytes): Data(bytes)
    case .array(let elements): elements.map { $0.bridged ?? NSNull() }
    case .object(let members):
      Dictionary(
        members.map { ($0.key, $0.value.bridged ?? NSNull()) },
        uniquingKeysWith: { first, _ in first })
    }
  }
}

extension AnyValue.Number {
  /// An `Int` where it fits, then a `UInt64`, then the nearest `Double`.
  fileprivate var bridged: Any {
    if let value = integer(as: Int.self) { return value }
    if let value = integer(as: UInt64.self) { return value }
    return double
  }
}

extension Float {
  /// The double that has the shortest text of this float, not its many digits.
  fileprivate var asWritten: Double { Double(description) ?? Double(self) }
}

private let kTrue = NSNumber(value: true)
private let kFalse = NSNumber(value: false)
