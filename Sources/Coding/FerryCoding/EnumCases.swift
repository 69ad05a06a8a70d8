/// The names that a document may use for the cases of an enumeration.
package enum EnumCases {
  /// Returns the raw values of `type` in the order of declaration; an empty array if they are
  /// unknown.
  package static func rawValues(of type: any Any.Type) -> [String] {
    if let type = type as? any (CaseIterable & RawRepresentable).Type { return listed(type) }
    if let type = type as? any RawRepresentable.Type { return made(type) }
    return []
  }

  /// Returns the cases of an enum of coding keys in the order of declaration; an empty array if they
  /// are unknown.
  package static func keys<Key: CodingKey>(of type: Key.Type) -> [Key] { all(type) }

  private static func made<T: RawRepresentable>(_ type: T.Type) -> [String] {
    all(type).map { "\($0.rawValue)" }
  }

  private static func listed<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> [String] {
    type.allCases.map { "\($0.rawValue)" }
  }
}
