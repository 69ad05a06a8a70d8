@_exported public import Ferry

/// A type that says how it is written to a serializer of any format, and how it is read.
///
/// ```swift
/// extension Person: Serializable {
///   func serialize(_ serializer: Serializer) {
///     serializer["name"] <- name
///     serializer["age"] <- age
///   }
///
///   static func deserialize(_ deserializer: Serializer) -> Person? {
///     Person(name: <-deserializer["name"], age: <-deserializer["age"])
///   }
/// }
/// ```
///
/// Classes, structs with constant properties and enums can be serializable. Truth values, numbers
/// and text are, and arrays, dictionaries and optionals of whatever is.
public protocol Serializable {
  /// Writes the value, which is the root of `serializer`.
  func serialize(_ serializer: Serializer)
  /// Reads the value that is the root of `deserializer`; `nil` if something it needs is missing or
  /// of another type.
  static func deserialize(_ deserializer: Serializer) -> Self?
}
