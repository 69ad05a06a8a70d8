package import FerryBase

/// A problem in a schema, or a limit that a document exceeds.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The URI of the schema; empty if the schema has none.
  public let uri: String
  /// The place in the schema, as a JSON Pointer; empty for the schema as a whole.
  public let pointer: String
  /// The problem.
  public let message: String

  /// The place in the schema as a path.
  package var path: WirePath { WirePath(keys: Pointer.keys(pointer) ?? []) }

  init(_ location: SchemaLocation, _ message: String) {
    uri = location.uri
    pointer = location.pointer
    self.message = message
  }

  /// Creates the error of a type without a schema.
  package init(_ message: String) { self.init(SchemaLocation(uri: "", pointer: ""), message) }

  /// The place and the problem.
  public var description: String {
    let place = uri + (pointer.isEmpty ? "" : "#" + pointer)
    return place.isEmpty ? message : "\(place): \(message)"
  }
}

/// A place in the document of a schema.
struct SchemaLocation: Hashable, Sendable {
  /// The URI of the document.
  var uri: String
  /// The path from the root of the document, as a JSON Pointer.
  var pointer: String

  func child(_ key: String) -> SchemaLocation {
    SchemaLocation(uri: uri, pointer: pointer + Pointer.token(key))
  }

  func child(_ index: Int) -> SchemaLocation { child(String(index)) }
}
