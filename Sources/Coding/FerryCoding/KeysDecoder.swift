/// A decoder that finds the coding keys of a type: those of the container that its initialiser asks
/// for.
package struct KeysDecoder: Decoder {
  private enum Request: Error { case keyed(any CodingKey.Type), other }

  /// The keys with which the standard library codes dictionaries as objects; `nil` if they are
  /// unknown.
  static let keysOfDictionaries = keys(of: [String: Bool].self).map { ObjectIdentifier($0) }

  /// Returns the coding keys of a type, or `nil` if they are unknown. A class may ask for several
  /// containers, one for each superclass.
  package static func keys(of type: any Any.Type) -> (any CodingKey.Type)? {
    guard !(type is AnyObject.Type), let type = type as? any Decodable.Type else { return nil }
    do {
      _ = try type.init(from: KeysDecoder())
    } catch Request.keyed(let keys) {
      return keys
    } catch {}
    return nil
  }

  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  package func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw Request.keyed(type)
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Request.other }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw Request.other
  }
}
