internal import FerryBase

/// The names of the keys of one type in documents, by the number of the key.
///
/// Synthesized keys are enums of one byte. Two keys are equal if their bytes are, so the byte is the
/// number of the key (see ``serves(_:)``). Each name is made once. Keys of all other types are
/// compared by their strings.
///
/// ```
/// enum CodingKeys { case id, userName }           under the rule of snake case
///
/// number       0             1                    2 ... 255
/// text         "id"          "user_name"          nil      decoding: the usual name
/// signature    1 << 29       1 << 46              0
/// node         text 0..<2    text 2..<11          nil      encoding: range in KnownKeys.names
/// ```
@safe
final class KeyTable {
  struct Name {
    /// The bytes, which the table owns; `nil` until a decoder needs them.
    var text: ByteView?
    /// The signature of the name under the rule, see ``KeyMatch/signature``.
    var signature: UInt64 = 0
    /// The node of the name; `nil` until an encoder keeps it.
    var node: Node?
  }

  static let capacity = 256

  /// One entry per number: the value of a key's byte, a field's slot, or a plan's own number.
  let names: UnsafeMutablePointer<Name>
  private let rule: KeyRule
  private let key: (Int) -> (any CodingKey)?

  /// Creates a table without names. `key` returns the key with a number; `nil` if it is unknown.
  init(_ rule: KeyRule, key: @escaping (Int) -> (any CodingKey)?) {
    self.rule = rule
    self.key = key
    unsafe names = .allocate(capacity: Self.capacity)
    unsafe names.initialize(repeating: Name(), count: Self.capacity)
  }

  deinit {
    for number in 0..<Self.capacity { unsafe names[number].text?.start.deallocate() }
    unsafe names.deallocate()
  }

  // MARK: Decoding

  /// Makes the usual name of the key with `number`, whose own name is `own`.
  ///
  /// If canonically equal keys are one key, a name that another text may be equal to is not made.
  @inline(never)
  func fill(_ number: Int, with own: String) -> Name {
    if rule.isCanonical, !KeyMatch.hasNoCanonicalEquivalent(own) { return Name() }
    var name = rule.name(of: own)
    if case .snakeCase = rule {
      let usual = [name, own].first { SnakeCase.camelCased($0).utf8.elementsEqual(own.utf8) }
      guard let usual else {
        // No well-formed text has this byte. The table learns the name from a document.
        return replace(number, with: [0xFF], name.withByteView(KeyMatch.looseSignature))
      }
      name = usual
    }
    return name.withByteView { learn(number, $0) }
  }

  /// Notes that `text` is the name of the key with `number` in a document.
  @discardableResult
  func learn(_ number: Int, _ text: ByteView) -> Name {
    let isLoose = if case .snakeCase = rule { true } else { false }
    let signature = isLoose ? KeyMatch.looseSignature(text) : KeyMatch.signature(text)
    return replace(number, with: Array(text), signature)
  }

  private func replace(_ number: Int, with text: [UInt8], _ signature: UInt64) -> Name {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(text.count, 1))
    for index in text.indices { unsafe (bytes + index).initialize(to: text[index]) }
    unsafe names[number].text?.start.deallocate()
    unsafe names[number].text = ByteView(start: bytes, count: text.count)
    unsafe names[number].signature = signature
    return unsafe names[number]
  }

  // MARK: Encoding

  /// The node of the name of the key with `number`.
  func node(_ number: Int) -> Node? { unsafe names[number].node }

  func keep(_ node: Node?, of number: Int) { unsafe names[number].node = node }

  /// Returns the key whose name has this node.
  func key(of node: Node) -> (any CodingKey)? {
    (0..<Self.capacity).first { self.node($0) == node }.flatMap(key)
  }
}

extension KeyTable.Name {
  /// Returns whether the name is `text`. No load reads beyond either text.
  @inline(__always)
  func matches(_ text: ByteView) -> Bool {
    guard let own = self.text else { return false }
    return ByteRun.equal(own, text)
  }
}

extension KeyTable {
  /// Returns whether keys of `type` have numbers.
  static func serves<K: CodingKey>(_ type: K.Type) -> Bool { MemoryLayout<K>.size <= 1 }

  /// Returns the number of `key`, whose type has numbers.
  @inline(__always)
  static func index<K: CodingKey>(of key: K) -> Int {
    unsafe MemoryLayout<K>.size == 0 ? 0 : Int(unsafeBitCast(key, to: UInt8.self))
  }

  /// Returns the key with `number`, which a key of `type` had.
  static func key<K: CodingKey>(_ number: Int, as type: K.Type) -> any CodingKey {
    // One byte cannot hold a reference, so the key is a copy of the byte.
    unsafe withUnsafePointer(to: UInt8(truncatingIfNeeded: number)) {
      unsafe UnsafeRawPointer($0).assumingMemoryBound(to: K.self).pointee
    }
  }
}

/// A comparison of a key with the names of an object.
struct KeyMatch {
  enum Form {
    case exact
    /// The camel case of each name is compared with the key.
    case camelCase(canonically: Bool)
  }

  let text: ByteView
  let form: Form
  /// A set of 64 bits that distinguishes most names. The union of the signatures of several names
  /// has the bit of each of them.
  let signature: UInt64

  init(_ text: ByteView, _ form: Form = .exact) {
    self.text = text
    self.form = form
    signature =
      if case .exact = form { Self.signature(text) } else { Self.looseSignature(text) }
  }

  /// Returns the signature of a name of the object.
  @inline(__always)
  func signature(of name: ByteView) -> UInt64 {
    if case .exact = form { Self.signature(name) } else { Self.looseSignature(name) }
  }

  /// Returns whether the value with the name `name` belongs to the key.
  @inline(__always)
  func matches(_ name: ByteView) -> Bool {
    switch form {
    case .exact: ByteRun.equal(text, name)
    case .camelCase(let canonically):
      Self.looseSignature(name) & signature != 0
        && SnakeCase.converts(name, to: text, canonically: canonically)
    }
  }

  @inline(__always)
  static func signature(_ text: ByteView) -> UInt64 {
    let count = text.count
    guard count > 0 else { return 1 }
    let mixed = Int(text[0]) &+ 5 &* Int(text[count &- 1]) &+ 11 &* count
    return 1 << UInt64(truncatingIfNeeded: mixed & 63)
  }

  /// Returns a signature that is equal for a name and its camel case. The first and the last letter
  /// may be of either case, and letters beyond ASCII may change completely.
  static func looseSignature(_ text: ByteView) -> UInt64 {
    let count = text.count
    guard count > 0 else { return 1 }
    let (first, last) = (text[0] | 0x20, text[count &- 1] | 0x20)
    guard first | last < 0x80 else { return ~0 }
    return 1 << UInt64(truncatingIfNeeded: (Int(first) &+ 5 &* Int(last)) & 63)
  }

  /// Returns whether no other text is canonically equal to `name`. Three ASCII characters have an
  /// equal character elsewhere: the semicolon (the Greek question mark), the grave accent (the
  /// Greek varia) and the letter K (the Kelvin sign).
  static func hasNoCanonicalEquivalent(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 && $0 != 0x3B && $0 != 0x60 && $0 != 0x4B }
  }
}
