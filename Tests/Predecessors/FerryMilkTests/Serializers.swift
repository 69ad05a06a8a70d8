import FerryMilk
import FerryTestSupport
import Foundation

/// One format: a serializer to write to, and one to read what was written.
struct SerializerFormat: Sendable, CustomStringConvertible {
  let description: String
  let writer: @Sendable () -> Serializer
  let reader: @Sendable (Data) throws -> Serializer

  /// A serializer that reads what `write` wrote, by way of bytes.
  func written(_ write: (Serializer) -> Void) throws -> Serializer {
    let serializer = writer()
    write(serializer)
    return try reader(serializer.toData() ?? Data())
  }

  static var all: [SerializerFormat] {
    var formats = [
      SerializerFormat(
        description: "JSON", writer: { JSONSerializer() }, reader: { try JSONSerializer($0) }),
      SerializerFormat(
        description: "binary", writer: { BinarySerializer() }, reader: { try BinarySerializer($0) }),
      SerializerFormat(
        description: "property list", writer: { PropertyListSerializer() },
        reader: { try PropertyListSerializer($0) }),
    ]
    #if FERRY_YAML
    formats.append(
      SerializerFormat(
        description: "YAML", writer: { YAMLSerializer() }, reader: { try YAMLSerializer($0) }))
    #endif
    return formats
  }
}

/// A format that Ferry does not have, as a user would add it: three requirements, the tree is
/// borrowed.
final class PropertyListSerializer: Serializer {
  private let store: TreeSerializer

  init() { store = TreeSerializer() }

  init(_ data: Data) throws {
    store = TreeSerializer(try PropertyListDecoder().decode([AnyValue].self, from: data)[0])
  }

  func value(at path: WirePath) -> AnyValue? { store.value(at: path) }
  func setValue(_ value: AnyValue?, at path: WirePath) { store.setValue(value, at: path) }
  // A property list has no scalars at its root.
  func toData() throws -> Data? { try store.tree.map { try PropertyListEncoder().encode([$0]) } }
}
