import FerryModels
import Synchronization

/// A property at the end of a branch, with the directions that it has.
struct DeepLeaf<Root> {
  /// The name of the property, for errors.
  let property: String
  let decoded: DecodedLeaf<Root>?
  let encoded: EncodedLeaf<Root>?

  init(_ path: AnyKeyPath, _ decoded: DecodedLeaf<Root>?, _ encoded: EncodedLeaf<Root>?) {
    property = path.propertyName
    self.decoded = decoded
    self.encoded = encoded
  }
}

/// How a leaf is decoded.
final class DecodedLeaf<Root> {
  /// Whether the type says that the leaf may be missing.
  let isOptional: Bool
  /// Whether the property has a value already, so that its key may be missing.
  let hasValue: (Root) -> Bool
  /// Decodes the value at a place.
  let decode: (MemberSource, MemberSource.Place, inout Root) throws -> Void
  /// The document has null.
  let decodeNull: (inout Root) -> Void

  /// A `@Value` that is required, or has a default.
  init<Value: Decodable>(_ path: WritableKeyPath<Root, DeepCodingValue<Value>>) {
    isOptional = false
    hasValue = { $0[keyPath: path].hasValue }
    decode = { $2[keyPath: path] = DeepCodingValue(wrappedValue: try $0.value(Value.self, at: $1)) }
    decodeNull = { _ in }
  }

  /// A `@Value` that is optional.
  init<Value: Decodable>(optional path: WritableKeyPath<Root, DeepCodingValue<Value?>>) {
    isOptional = true
    hasValue = { _ in true }
    decode = { $2[keyPath: path] = DeepCodingValue(wrappedValue: try $0.value(Value.self, at: $1)) }
    decodeNull = { $0[keyPath: path] = DeepCodingValue(wrappedValue: nil) }
  }

  /// A plain property with a default.
  init<Value: Decodable>(bare path: WritableKeyPath<Root, Value>) {
    isOptional = true
    hasValue = { _ in true }
    decode = { $2[keyPath: path] = try $0.value(Value.self, at: $1) }
    decodeNull = { root in
      if let none = (Value.self as? any NilRepresenting.Type)?.nilValue as? Value {
        root[keyPath: path] = none
      }
    }
  }
}

/// How a leaf is encoded, in a wrapper or not.
final class EncodedLeaf<Root> {
  /// What is written.
  enum Presence {
    case absent, null, value
  }

  /// Writes the value as a member with this name and number.
  let encode: (Root, MemberWriter, String, Int) throws -> Void
  private let isNil: (Root) -> Bool
  /// Makes a value that has the defaults, of a type that is decoded as well.
  private let defaults: (() -> Root)?
  /// Whether the property has a default other than nil: 0 before anybody asked, 1 if not, 2 if so.
  private let hasDefault = Atomic<UInt8>(0)

  init<Value: Encodable>(_ path: KeyPath<Root, Value>, defaults: (() -> Root)? = nil) {
    let canBeNil = Value.self is any NilRepresenting.Type
    encode = { try $1.append($0[keyPath: path], $2, number: $3) }
    isNil = { canBeNil && isNilValue($0[keyPath: path]) }
    self.defaults = defaults
  }

  func presence(in root: Root) -> Presence {
    guard isNil(root) else { return .value }
    // A key that is missing is read as the default, so a nil beside one is written.
    return nilIsDefault ? .absent : .null
  }

  private var nilIsDefault: Bool {
    guard let defaults else { return true }
    let known = hasDefault.load(ordering: .relaxed)
    if known != 0 { return known == 1 }
    let isNil = isNil(defaults())
    hasDefault.store(isNil ? 1 : 2, ordering: .relaxed)
    return isNil
  }
}
