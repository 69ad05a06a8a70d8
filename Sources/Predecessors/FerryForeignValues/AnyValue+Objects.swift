public import Ferry
import Foundation

extension AnyValue {
  /// Creates the value for a tree of Foundation's and Swift's types, as `JSONSerialization` returns
  /// it: dictionaries, arrays, sets, texts, numbers, truth values and `nil`. `other` converts all
  /// other types.
  /// - Returns: `nil` if `other` cannot convert an object.
  public init?(foundation object: Any?, other: (Any) -> AnyValue?) {
    guard let object else {
      self = .null
      return
    }
    func all(_ elements: some Sequence<Any>) -> AnyValue? {
      var values: [AnyValue] = []
      for element in elements {
        guard let value = AnyValue(foundation: element, other: other) else { return nil }
        values.append(value)
      }
      return .array(values)
    }
    let value: AnyValue?
    switch object {
    case let known as AnyValue: value = known
    case is NSNull: value = .null
    case let text as String: value = .string(text)
    // This case comes before Swift's types, because Apple's casts convert 1 to true.
    case let number as NSNumber: value = AnyValue(number)
    case let members as [String: Any]:
      var bridged = Object()
      // A dictionary has no order, so sorting the keys makes the result stable.
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        guard let member = AnyValue(foundation: member, other: other) else { return nil }
        bridged[key] = member
      }
      value = .object(bridged)
    case let elements as [Any]: value = all(elements)
    case let elements as NSSet: value = all(elements.allObjects)
    case let text as NSString: value = .string(text.substring(from: 0))
    default: value = other(object)
    }
    guard let value else { return nil }
    self = value
  }

  private init(_ number: NSNumber) {
    switch unsafe String(cString: number.objCType) {
    case "c" where number === kTrue || number === kFalse, "B": self = .bool(number.boolValue)
    case "f": self = .number(Number(number.floatValue.asWritten))
    case "d": self = .number(Number(number.doubleValue))
    case "Q": self = .number(Number(number.uint64Value))
    default: self = .number(Number(number.int64Value))
    }
  }

  /// The value as a tree of Swift's and Foundation's types. Null is `nil` at the root and `NSNull`
  /// inside.
  public var foundation: Any? {
    switch self {
    case .null: nil
    case .bool(let value): value
    case .number(let number): number.foundation
    case .string(let text): text
    case .bytes(let bytes): Data(bytes)
    case .array(let elements): elements.map { $0.foundation ?? NSNull() }
    case .object(let members):
      Dictionary(
        members.map { ($0.key, $0.value.foundation ?? NSNull()) },
        uniquingKeysWith: { first, _ in first })
    case .tagged(_, let value): value.foundation
    }
  }
}

extension AnyValue.Number {
  /// The number as an `Int` or `UInt64` if it fits, or else as the nearest `Double`.
  fileprivate var foundation: Any {
    if let value = integer(as: Int.self) { return value }
    if let value = integer(as: UInt64.self) { return value }
    return double
  }
}

extension Float {
  /// The double with the same shortest text as this float.
  fileprivate var asWritten: Double { Double(description) ?? Double(self) }
}

private let kTrue = NSNumber(value: true)
private let kFalse = NSNumber(value: false)
