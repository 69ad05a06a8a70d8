public import Ferry
public import Foundation

/// A serializer that keeps what is written as a tree; a subclass makes bytes of it.
open class TreeSerializer: Serializer, CustomDebugStringConvertible {
  /// All that was written or read; `nil` before something was.
  public private(set) var tree: AnyValue?
  /// The first path that a value could not be put at.
  private var failedPath: WirePath?

  /// A serializer with a tree to read, or with none.
  public init(_ tree: AnyValue? = nil) {
    self.tree = tree
  }

  /// The value at `path`; `nil` if there is none.
  public final func value(at path: WirePath) -> AnyValue? { tree?.value(at: path) }

  /// Puts `value` at `path`, or removes what is there if it is `nil`.
  ///
  /// An index goes to an element that exists, or behind the last one. A value for one beyond cannot be
  /// put there, and ``toData()`` throws.
  public final func setValue(_ value: AnyValue?, at path: WirePath) {
    if path.isRoot {
      tree = value
      return
    }
    if value == nil, tree == nil { return }
    var changed = tree ?? .object([:])
    // The only reference, so that the tree changes in place.
    tree = nil
    if !changed.set(value, at: path), value != nil { failedPath = failedPath ?? path }
    tree = changed
  }

  /// The type and the tree as compact JSON: `JSONSerializer({"a":5})`.
  open var debugDescription: String { "\(type(of: self))(\(tree.map(\.description) ?? "empty"))" }

  /// The bytes for the tree; `nil` if nothing was written.
  /// - Throws: `EncodingError` for a value at a path where it could not be put; an error for a value
  ///   that the format does not have.
  public final func toData() throws -> Data? {
    if let failedPath {
      throw EncodingError.invalid(
        failedPath.description, at: [], "No value can be put at '\(failedPath)'.")
    }
    return try tree.map { Data(try bytes(of: $0)) }
  }

  /// The bytes for `tree` in the format of the subclass.
  /// - Throws: an error for a value that the format does not have.
  open func bytes(of tree: AnyValue) throws -> [UInt8] {
    preconditionFailure("a subclass of TreeSerializer overrides bytes(of:)")
  }
}

/// Writes and reads JSON.
public final class JSONSerializer: TreeSerializer {
  /// A serializer to write to.
  public init() { super.init() }

  /// A serializer to read JSON text from.
  /// - Throws: `DecodingError` for text that is no JSON.
  public init(_ bytes: some Collection<UInt8>) throws {
    super.init(try JSON.decode(AnyValue.self, from: bytes))
  }

  /// Compact JSON text.
  public override func bytes(of tree: AnyValue) throws -> [UInt8] { try JSON.encode(tree) }
}

/// Writes and reads the binary format.
public final class BinarySerializer: TreeSerializer {
  /// A serializer to write to.
  public init() { super.init() }

  /// A serializer to read a binary document from.
  /// - Throws: `DecodingError` for bytes that are none.
  public init(_ bytes: some Collection<UInt8>) throws {
    super.init(try Binary.decode(AnyValue.self, from: bytes))
  }

  /// A binary document.
  public override func bytes(of tree: AnyValue) throws -> [UInt8] { try Binary.encode(tree) }
}

#if YAML
/// Writes and reads YAML.
public final class YAMLSerializer: TreeSerializer {
  /// A serializer to write to.
  public init() { super.init() }

  /// A serializer to read a YAML document from.
  /// - Throws: `DecodingError` for text that is no YAML.
  public init(_ bytes: some Collection<UInt8>) throws {
    super.init(try YAML.decode(AnyValue.self, from: bytes))
  }

  /// A YAML document in block style.
  public override func bytes(of tree: AnyValue) throws -> [UInt8] { try YAML.encode(tree) }
}
#endif
