/// The location of a value in a document: keys of objects and indexes of arrays, from the root
/// down.
///
/// Create a path from a string literal, which is parsed, or with one of the initialisers:
///
/// ```swift
/// let name: WirePath = "statuses[0].user.name"      // splits at dots, [0] is an index
/// let dotted: WirePath = #"servers.example\.com"#    // `\.` is a dot of the key
/// WirePath(keys: "meta", "coordinates.lon")         // two keys; this form never splits
/// try WirePath(parsing: text)                       // errors with the column
/// try WirePath(pointer: "/statuses/0/user/name")    // RFC 6901
/// ```
///
/// A path is parsed once and used for decoding, encoding, mapping, lazy access and the command
/// line. Keys are compared by their UTF-8 bytes, as in the formats, without Unicode normalisation.
public struct WirePath: Sendable {
  /// The steps from the root, outermost step first; empty for the root.
  public let steps: [Step]

  /// One step of a path.
  public enum Step: Sendable {
    /// The value of a key in an object, by the exact bytes of the key.
    case key(String)
    /// The element of an array, counted from 0. A negative number leads nowhere.
    case index(Int)
    /// The element of an array, or the value of the key with these digits in an object. In a JSON
    /// Pointer, the document decides the meaning of a number (RFC 6901, section 4).
    case keyOrIndex(Int)
    /// Every element of an array or value of an object, in document order.
    case wildcard
  }

  /// The path to the document itself.
  public static let root = WirePath(steps: [])

  /// Creates a path from steps.
  public init(steps: [Step]) {
    self.steps = steps
  }

  // Without the label, Swift would read `WirePath("a.b")` as the literal `"a.b"`, which is parsed
  // (SE-0213).

  /// Creates a path of keys, each taken literally. Keys are not split at dots.
  public init(keys: String...) {
    steps = keys.map(Step.key)
  }

  /// Creates a path of keys, each taken literally. Keys are not split at dots.
  package init(keys: some Sequence<String>) {
    steps = keys.map(Step.key)
  }

  /// Whether the path leads to the document itself.
  package var isRoot: Bool { steps.isEmpty }

  /// Whether the path can match more than one value.
  package var hasWildcard: Bool {
    steps.contains { if case .wildcard = $0 { true } else { false } }
  }

  /// Whether all steps are keys.
  package var isAllKeys: Bool {
    steps.allSatisfy { if case .key = $0 { true } else { false } }
  }

  /// Returns this path, followed by `step`.
  package func appending(_ step: Step) -> WirePath {
    WirePath(steps: steps + [step])
  }

  /// Returns this path, followed by all steps of `path`.
  public func appending(_ path: WirePath) -> WirePath {
    WirePath(steps: steps + path.steps)
  }
}

extension WirePath: Hashable {}

extension WirePath.Step: Hashable {
  /// Returns whether both steps are the same. Keys are equal if their UTF-8 bytes are.
  ///
  /// `String` treats the two forms of `é` as equal, but they are two keys in a document.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.key(let left), .key(let right)): left.utf8.elementsEqual(right.utf8)
    case (.index(let left), .index(let right)): left == right
    case (.keyOrIndex(let left), .keyOrIndex(let right)): left == right
    case (.wildcard, .wildcard): true
    default: false
    }
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .key(let key):
      hasher.combine(0)
      for byte in key.utf8 { hasher.combine(byte) }
    case .index(let index):
      hasher.combine(1)
      hasher.combine(index)
    case .keyOrIndex(let index):
      hasher.combine(2)
      hasher.combine(index)
    case .wildcard:
      hasher.combine(3)
    }
  }
}

extension WirePath: ExpressibleByStringLiteral {
  /// Creates the path that `literal` spells, as ``init(parsing:)`` reads it.
  ///
  /// An invalid literal ends a debug build with the reason. In a release build it becomes a single key
  /// with the same text, which a lookup reports as missing.
  public init(stringLiteral literal: String) {
    do {
      try self.init(parsing: literal, allowingShortForms: false)
    } catch {
      assertionFailure(error.description)
      self.init(steps: [.key(literal)])
    }
  }
}

extension WirePath: CustomStringConvertible {
  /// The path as text that ``init(parsing:)`` can read; empty for the root.
  public var description: String {
    var text = ""
    for step in steps { step.write(to: &text) }
    return text
  }
}
