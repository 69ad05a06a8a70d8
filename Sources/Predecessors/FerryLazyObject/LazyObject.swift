@_exported public import Ferry

/// A model whose properties are read from a document of any format on access.
///
/// ```swift
/// class Bank: LazyObject {
///   var money: Double { get throws { try objectFor(#function) } }
///   var getPaid: Bool? { try? objectFor("get_paid") }
///   var security: [Person]? { try? objectFor(#function) }
///   var debt: Double { get throws { try objectFor("accounting.books.cooked") } }
/// }
///
/// let bank = Bank(JSON.document(bytes))
/// let other = Bank(dictionary: ["money": 9999, "get_paid": true])
/// ```
///
/// A value is decoded on its first access, and then stored. Numbers are also read from numeric
/// text, and truth values from 1, 0, "true" and "false"; see ``LazyConvertible``. Only one thread
/// at a time may use a lazy object.
///
/// An object that was read from another object is a part of it: a change to the part also changes
/// the containing object. The link ends when the containing object is changed at, inside or around
/// the path of the part.
open class LazyObject: Encodable, LazyObjectArrays, CustomDebugStringConvertible {
  /// The document as it was given or last written. It is recreated if ``tree`` has changed since.
  private var current: Document
  /// The whole document, after the first change.
  private var tree: AnyValue?
  private var isCurrent = true
  /// Whether this object has changes that its containing object has not copied yet.
  private var isChanged = false
  private var converted: [Memo: (path: WirePath, value: Any)] = [:]
  /// The objects that were created from parts of this one, and may have changed since.
  private var parts: [(path: WirePath, object: LazyObject)] = []

  private struct Memo: Hashable {
    let path: String
    let type: ObjectIdentifier
  }

  /// Creates an object over a document of any format: `Bank(JSON.document(bytes))`.
  public required init(_ document: Document) {
    current = document
  }

  /// Creates an object over a value.
  ///
  /// With `pruneNullValues`, which is the default, members and elements that are null or the text
  /// `<null>` are treated as missing.
  public convenience init(_ value: AnyValue, pruneNullValues: Bool = true) {
    self.init(Document(pruneNullValues ? value.pruned ?? .null : value))
  }

  /// Creates an object over a dictionary, as `JSONSerialization` returns it.
  ///
  /// With `pruneNullValues`, which is the default, members and elements that are null or the text
  /// `<null>` are treated as missing. Values without a form in documents, such as closures, are omitted. A `Date` is
  /// written in the format of the object, if the object has one.
  public convenience init(dictionary: [String: Any], pruneNullValues: Bool = true) {
    var members = AnyValue.Object()
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      members[key] = AnyValue(bridging: value, dates: Self.dateFormat)
    }
    self.init(.object(members), pruneNullValues: pruneNullValues)
  }

  // MARK: Values

  /// The document of the object, with all changes.
  public final var document: Document {
    settle()
    if !isCurrent, let tree {
      current = Document(tree)
      isCurrent = true
    }
    return current
  }

  /// Returns the whole object, with all changes.
  /// - Throws: `DecodingError` for errors in the bytes.
  public final func value() throws -> AnyValue {
    settle()
    return try tree ?? current.decode(AnyValue.self)
  }

  /// The type and the object as compact JSON, with all changes: `Bank({"money":9999})`.
  ///
  /// `print` shows it, too. The class has no `description`, so that a subclass can use this name
  /// for a property.
  open var debugDescription: String { "\(type(of: self))(\(document))" }

  /// Encodes the whole object, with all changes.
  public final func encode(to encoder: any Encoder) throws {
    try value().encode(to: encoder)
  }

  /// Returns the result of `convert` for the value at `path`. `convert` is called once, and its
  /// result is stored.
  /// - Throws: ``LazyMappingError``, or the error of `convert`.
  final func converted<T>(
    _ path: some LazyPath, by convert: (Document) throws -> T
  ) throws -> T {
    let memo = Memo(path: path.text, type: ObjectIdentifier(T.self))
    // Two steps are necessary: if `T` is an optional, a missing value would look like nil.
    if let known = converted[memo], let value = known.value as? T { return value }
    let way = path.wirePath
    guard let found = try document.value(at: way) else {
      throw LazyMappingError.keyPathValueNotFoundError(keyPath: path.text)
    }
    do {
      let value = try convert(found)
      converted[memo] = (way, value)
      if let object = value as? LazyObject { parts.append((way, object)) }
      if let objects = value as? [LazyObject] {
        for (index, object) in objects.enumerated() {
          parts.append((way.appending(WirePath(steps: [.index(index)])), object))
        }
      }
      if let objects = value as? [String: LazyObject] {
        for (key, object) in objects { parts.append((way.appending(WirePath(keys: key)), object)) }
      }
      return value
    } catch LazyMappingError.unexpectedTypeError(let value, let type)
      where T.self is any LazyOwn.Type
    {
      throw LazyMappingError.conversionError(keyPath: path.text, value: value, type: type)
    }
  }

  /// Sets `value` at `path`, or removes the value there. Returns false if `path` cannot be set.
  @discardableResult
  final func set(
    _ value: AnyValue?, isPresent: Bool, at path: some LazyPath
  ) throws -> Bool {
    guard !isPresent || value != nil else { return false }
    var changed = try self.value()
    let way = path.wirePath
    guard changed.set(value, at: way) else { return false }
    tree = changed
    isCurrent = false
    isChanged = true
    // Removing an element moves the elements after it.
    let changedWay = isPresent ? way : way.containingList ?? way
    converted = converted.filter { $0.value.path.isApart(from: changedWay) }
    parts.removeAll { !$0.path.isApart(from: changedWay) }
    return true
  }

  /// Copies the changes of objects that are parts of this one.
  private func settle() {
    for (path, object) in parts {
      object.settle()
      guard let part = object.tree, object.isChanged else { continue }
      var changed = tree ?? (try? current.decode(AnyValue.self)) ?? .null
      changed.set(part, at: path)
      tree = changed
      isCurrent = false
      object.isChanged = false
      isChanged = true
    }
  }
}

/// A protocol of ``LazyObject`` that makes it possible to create arrays of any subclass.
public protocol LazyObjectArrays {
  /// Creates an object over a document.
  init(_ document: Document)
}

extension LazyObjectArrays where Self: LazyObject {
  /// Returns an object for each dictionary.
  public static func fromArray(
    _ dictionaries: [[String: Any]], pruneNullValues: Bool = true
  ) -> [Self] {
    dictionaries.map { dictionary in
      Self(LazyObject(dictionary: dictionary, pruneNullValues: pruneNullValues).document)
    }
  }

  /// Returns an object for each element of a document that is an array.
  /// - Throws: ``LazyMappingError`` if the document is not an array, or `DecodingError` for errors
  ///   in the bytes.
  public static func fromArray(_ document: Document) throws -> [Self] {
    try document.checked(.array, for: [Self].self).children().map { Self($0) }
  }
}

extension WirePath {
  /// Returns whether the value at this path is unaffected by a change at `other`.
  fileprivate func isApart(from other: WirePath) -> Bool {
    for (step, other) in zip(steps, other.steps) where step != other {
      switch (step, other) {
      case (.key(let key), .key(let other)): return key != other
      case (.index, .index): return true
      // An array may become an object, and a wildcard matches every element.
      default: return false
      }
    }
    return false
  }

  /// The path to the array, if this path leads to an element.
  fileprivate var containingList: WirePath? {
    switch steps.last {
    case .index, .keyOrIndex: WirePath(steps: Array(steps.dropLast()))
    default: nil
    }
  }
}

extension AnyValue {
  /// The value without nulls and texts that equal `<null>`; `nil` if the value itself is one.
  fileprivate var pruned: AnyValue? {
    switch self {
    case .null, .string("<null>"): return nil
    case .array(let elements): return .array(elements.compactMap(\.pruned))
    case .object(let members):
      var kept = Object()
      for (key, value) in members { kept[key] = value.pruned }
      return .object(kept)
    default: return self
    }
  }
}
