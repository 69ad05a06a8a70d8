/// The names that a document may use for the cases of an enumeration that is `CaseIterable`. The cases
/// of other enumerations are unknown.
package enum EnumCases {
  /// Returns the raw values of `type` in the order of declaration; an empty array if they are
  /// unknown.
  package static func rawValues(of type: any Any.Type) -> [String] {
    (type as? any (CaseIterable & RawRepresentable).Type).map { listed($0) } ?? []
  }

  /// Returns the cases of an enum of coding keys in the order of declaration; an empty array if they
  /// are unknown.
  package static func keys<Key: CodingKey>(of type: Key.Type) -> [Key] {
    (type as? any CaseIterable.Type).map { all($0).compactMap { $0 as? Key } } ?? []
  }

  private static func listed<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> [String] {
    type.allCases.map { "\($0.rawValue)" }
  }

  private static func all<T: CaseIterable>(_ type: T.Type) -> [any Any] { Array(type.allCases) }
}
