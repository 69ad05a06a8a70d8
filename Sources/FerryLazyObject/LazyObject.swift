@_exported public import Ferry

/// A model whose properties read themselves from a document of any format when they are asked for.
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
/// Nothing is decoded before it is asked for, and a value that was converted is kept. Numbers are
/// also taken from text that is one, and truth values from 1, 0, "true" and "false"; see
/// ``LazyConvertible``. A lazy object is for one thread at a time.
///
/// What is set in an object that was got from another one is set in that one too, until something
/// is set there at the path of the part, in it or around it.
open class LazyObject: Encodable, LazyObjectArrays, CustomDebugStringConvertible {
  /// The document as it was last written or given; made anew from ``tree`` when that has changed.
  private var current: Document
  /// All of the document, once something was set.
  private var tree: AnyValue?
  private var isCurrent = true
  /// Whether something was set since the object that this one is a part of has looked.
  private var isChanged = false
  private var converted: [Memo: (path: WirePath, value: Any)] = [:]
  /// The objects that were made of parts of this one, which may have changed since.
  private var parts: [(path: WirePath, object: LazyObject)] = []

  private struct Memo: Hashable {
    let path: String
    let type: ObjectIdentifier
  }

  /// An object over a document of any format: `Bank(JSON.document(bytes))`.
  public required init(_ document: Document) {
    current = document
  }

  /// An object over the tree of a value.
  ///
  /// With `pruneNullValues`, members and elements that are null, or the text `<null>`, are as good
  /// as absent.
  public convenience init(_ value: AnyValue, pruneNullValues: Bool = false) {
    self.init(Document(pruneNullValues ? value.pruned ?? .null : value))
  }

  /// An object over a dictionary, such as `JSONSerialization` makes.
  ///
  /// With `pruneNullValues`, members and elements that are null, or the text `<null>`, are as good
  /// as absent. What has no place in a document, such as a closure, is left out. A `Date` is put in
  /// the format of the object, if it has one.
  public convenience init(dictionary: [String: Any], pruneNullValues: Bool = false) {
    var members = AnyValue.Object()
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      members[key] = AnyValue(bridging: value, dates: Self.dateFormat)
    }
    self.init(.object(members), pruneNullValues: pruneNullValues)
  }

  // MARK: Values

  /// The document that the object reads from, with what was set.
  public final var document: Document {
    settle()
    if !isCurrent, let tree {
      current = Document(tree)
      isCurrent = true
    }
    return current
  }

  /// All of the object, with what was set.
  /// - Throws: `DecodingError` for what is wrong in the bytes.
  public final func value() throws -> AnyValue {
    settle()
    return try tree ?? current.decode(AnyValue.self)
  }

  /// The type and the object as compact JSON, with what was set: `Bank({"money":9999})`.
  ///
  /// `print` shows it, too: a property `description` is left to subclasses, whose documents may
  /// have such a key.
  open var debugDescription: String { "\(type(of: self))(\(document))" }

  /// Writes all of the object, with what was set.
  public final func encode(to encoder: any Encoder) throws {
    try value().encode(to: encoder)
  }

  /// What `convert` makes of the value at `path`, which it is asked for once.
  /// - Throws: ``LazyMappingError``, or what `convert` throws.
  package final func converted<T>(
    _ path: some LazyPath, by convert: (Document) throws -> T
  ) throws -> T {
    let memo = Memo(path: path.text, type: ObjectIdentifier(T.self))
    // Not in one step: an absent value would be a nil if `T` is an optional.
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
          parts.append((way.appending(.index(index)), object))
        }
      }
      if let objects = value as? [String: LazyObject] {
        for (key, object) in objects { parts.append((way.appending(.key(key)), object)) }
      }
      return value
    } catch LazyMappingError.unexpectedTypeError(let value, let type)
      where T.self is any LazyOwn.Type
    {
      throw LazyMappingError.conversionError(keyPath: path.text, value: value, type: type)
    }
  }

  /// Puts `value` at `path`, or removes what is there; false if it cannot be put there.
  @discardableResult
  package final func set(
    _ value: AnyValue?, isPresent: Bool, at path: some LazyPath
  ) throws -> Bool {
    guard !isPresent || value != nil else { return false }
    var changed = try self.value()
    let way = path.wirePath
    guard changed.set(value, at: way) else { return false }
    tree = changed
    isCurrent = false
    isChanged = true
    // An element that is removed moves those behind it.
    let changedWay = isPresent ? way : way.containingList ?? way
    converted = converted.filter { $0.value.path.isApart(from: changedWay) }
    parts.removeAll { !$0.path.isApart(from: changedWay) }
    return true
  }

  /// Takes over what was set in objects that are parts of this one.
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

/// What ``LazyObject`` conforms to, so that a list of any class of objects can be made.
public protocol LazyObjectArrays {
  /// An object over a document.
  init(_ document: Document)
}

extension LazyObjectArrays where Self: LazyObject {
  /// An object for each dictionary.
  public static func fromArray(
    _ dictionaries: [[String: Any]], pruneNullValues: Bool = false
  ) -> [Self] {
    dictionaries.map { dictionary in
      Self(LazyObject(dictionary: dictionary, pruneNullValues: pruneNullValues).document)
    }
  }

  /// An object for each element of a document that is an array.
  /// - Throws: ``LazyMappingError`` if it is none, or `DecodingError` for what is wrong in the bytes.
  public static func fromArray(_ document: Document) throws -> [Self] {
    try document.checked(.array, for: [Self].self).children().map { Self($0) }
  }
}

extension WirePath {
  /// Whether what is at this path stays as it is when something is set at `other`.
  fileprivate func isApart(from other: WirePath) -> Bool {
    for (step, other) in zip(steps, other.steps) where step != other {
      switch (step, other) {
      case (.key(let key), .key(let other)): return key != other
      case (.index, .index): return true
      // A list may become an object, and a wildcard leads everywhere.
      default: return false
      }
    }
    return false
  }

  /// The path to the list, if this one leads to an element.
  fileprivate var containingList: WirePath? {
    switch steps.last {
    case .index, .keyOrIndex: WirePath(steps: Array(steps.dropLast()))
    default: nil
    }
  }
}

extension AnyValue {
  /// The value without nulls, and texts that say `<null>`; `nil` if it is one.
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
