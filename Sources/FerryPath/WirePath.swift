/// Where a value stands in a document: keys of maps, indexes of lists, from the root down.
///
/// A string literal is parsed, the other spellings say what they do:
///
/// ```swift
/// let name: WirePath = "statuses[0].user.name"      // splits at dots, [0] is an index
/// let dotted: WirePath = #"servers.example\.com"#    // `\.` is a dot of the key
/// WirePath(keys: "meta", "coordinates.lon")         // two keys; this form never splits
/// try WirePath(parsing: text)                       // errors with the column
/// try WirePath(pointer: "/statuses/0/user/name")    // RFC 6901
/// ```
///
/// A path is parsed once and serves decoding, encoding, mapping, lazy access and the command line.
/// Keys are compared by their UTF-8 bytes, as formats do: no Unicode normalisation takes place.
public struct WirePath: Sendable {
  /// The way down, outermost step first; empty for the root.
  public let steps: [Step]

  /// One step down.
  public enum Step: Sendable {
    /// The value of a key in a map, by the exact bytes of the key.
    case key(String)
    /// The element of a list, from 0; a negative number leads nowhere.
    case index(Int)
    /// The element of a list, or in a map the value of the key with these digits. JSON Pointers
    /// leave it to the document what a number is (RFC 6901, section 4).
    case keyOrIndex(Int)
    /// Every element of a list, every value of a map, in the order of the document.
    case wildcard
  }

  /// The document itself.
  public static let root = WirePath(steps: [])

  /// A path of ready steps.
  public init(steps: [Step]) {
    self.steps = steps
  }

  // Without the label, Swift would take `WirePath("a.b")` for the literal `"a.b"`, which is parsed
  // (SE-0213).

  /// A path of keys, each taken as it is: nothing is split at dots.
  public init(keys: String...) {
    steps = keys.map(Step.key)
  }

  /// A path of keys, each taken as it is: nothing is split at dots.
  package init(keys: some Sequence<String>) {
    steps = keys.map(Step.key)
  }

  /// Whether the path leads nowhere but to the document itself.
  package var isRoot: Bool { steps.isEmpty }

  /// Whether the path can match more than one value.
  package var hasWildcard: Bool {
    steps.contains { if case .wildcard = $0 { true } else { false } }
  }

  /// Whether all steps are keys.
  package var isAllKeys: Bool {
    steps.allSatisfy { if case .key = $0 { true } else { false } }
  }

  /// The path that goes on with `step`.
  package func appending(_ step: Step) -> WirePath {
    WirePath(steps: steps + [step])
  }

  /// The path that goes on with all steps of `path`.
  public func appending(_ path: WirePath) -> WirePath {
    WirePath(steps: steps + path.steps)
  }
}

extension WirePath: Hashable {}

extension WirePath.Step: Hashable {
  /// Whether both steps lead the same way; keys are equal when their UTF-8 bytes are.
  ///
  /// `String` would also take the two forms of `é` for one key, which in a document are two.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.key(let left), .key(let right)): left.utf8.elementsEqual(right.utf8)
    case (.index(let left), .index(let right)): left == right
    case (.keyOrIndex(let left), .keyOrIndex(let right)): left == right
    case (.wildcard, .wildcard): true
    default: false
    }
  }

  /// Hashes what `==` compares.
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
  /// The path that `literal` spells, as ``init(parsing:)`` reads it.
  ///
  /// A literal that is no path stands for one key with that very text. It leads to "missing key"
  /// where it is used, with the key spelled out, instead of ending the process.
  public init(stringLiteral literal: String) {
    do {
      try self.init(parsing: literal)
    } catch {
      self.init(steps: [.key(literal)])
    }
  }
}

extension WirePath: CustomStringConvertible {
  /// The path as text that ``init(parsing:)`` reads back; empty for the root.
  public var description: String {
    var text = ""
    for step in steps { step.write(to: &text) }
    return text
  }
}
