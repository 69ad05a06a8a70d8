public import Ferry
public import Foundation

/// A serializer that stores values as a tree. A subclass converts the tree to bytes.
open class TreeSerializer: Serializer, CustomDebugStringConvertible {
  /// The tree of all written or read values; `nil` if it is empty.
  public private(set) var tree: AnyValue?
  /// The first path that could not be set.
  private var failedPath: WirePath?

  /// Creates a serializer with a tree to read, or with an empty one.
  public init(_ tree: AnyValue? = nil) {
    self.tree = tree
  }

  /// Returns the value at `path`; `nil` if the path has no value.
  public final func value(at path: WirePath) -> AnyValue? { tree?.value(at: path) }

  /// Sets `value` at `path`; `nil` removes the value.
  ///
  /// An index addresses an existing element, or a new one at the end. Any other index cannot be
  /// set, and ``toData()`` throws.
  public final func setValue(_ value: AnyValue?, at path: WirePath) {
    if path == .root {
      tree = value
      return
    }
    if value == nil, tree == nil { return }
    var changed = tree ?? .object([:])
    // The local variable must hold the only reference, so that the tree changes in place.
    tree = nil
    if !changed.set(value, at: path), value != nil { failedPath = failedPath ?? path }
    tree = changed
  }

  /// The type and the tree as compact JSON: `JSONSerializer({"a":5})`.
  open var debugDescription: String { "\(type(of: self))(\(tree.map(\.description) ?? "empty"))" }

  /// Returns the bytes of the tree; `nil` if no value was written.
  /// - Throws: `EncodingError` if a path could not be set; an error for a value that the format
  ///   does not support.
  public final func toData() throws -> Data? {
    if let failedPath {
      throw EncodingError.invalidValue(
        failedPath.description,
        EncodingError.Context(
          codingPath: [], debugDescription: "Cannot put a value at '\(failedPath)'."))
    }
    return try tree.map { Data(try bytes(of: $0)) }
  }

  /// Returns the bytes of `tree` in the format of the subclass.
  /// - Throws: An error for a value that the format does not support.
  open func bytes(of tree: AnyValue) throws -> [UInt8] {
    preconditionFailure("a subclass of TreeSerializer overrides bytes(of:)")
  }
}

/// A serializer that writes and reads JSON.
public final class JSONSerializer: TreeSerializer {
  /// Creates a serializer to write to.
  public init() { super.init() }

  /// Creates a serializer that reads JSON text.
  /// - Throws: `DecodingError` for text that is not JSON.
  public init(_ bytes: some Collection<UInt8>) throws {
    super.init(try JSON.decode(AnyValue.self, from: bytes))
  }

  /// Returns compact JSON text.
  public override func bytes(of tree: AnyValue) throws -> [UInt8] { try JSON.encode(tree) }
}

/// A serializer that writes and reads the binary format.
public final class BinarySerializer: TreeSerializer {
  /// Creates a serializer to write to.
  public init() { super.init() }

  /// Creates a serializer that reads a binary document.
  /// - Throws: `DecodingError` for bytes that are not a binary document.
  public init(_ bytes: some Collection<UInt8>) throws {
    super.init(try Binary.decode(AnyValue.self, from: bytes))
  }

  /// Returns a binary document.
  public override func bytes(of tree: AnyValue) throws -> [UInt8] { try Binary.encode(tree) }
}

#if FERRY_YAML
/// A serializer that writes and reads YAML.
public final class YAMLSerializer: TreeSerializer {
  /// Creates a serializer to write to.
  public init() { super.init() }

  /// Creates a serializer that reads a YAML document.
  /// - Throws: `DecodingError` for text that is not YAML.
  public init(_ bytes: some Collection<UInt8>) throws {
    super.init(try YAML.decode(AnyValue.self, from: bytes))
  }

  /// Returns a YAML document in block style.
  public override func bytes(of tree: AnyValue) throws -> [UInt8] { try YAML.encode(tree) }
}
#endif
