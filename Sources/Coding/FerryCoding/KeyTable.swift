internal import FerryBase

/// The usual names of the keys of one `CodingKey` type in documents, as UTF-8. Each name is made
/// once.
///
/// Keys with a number (see ``KeyTable/serves(_:)``) compute `stringValue` and a hash at most once.
/// Keys of all other types are compared by their strings.
@safe
final class KeyTable {
  struct Name {
    /// The bytes, which the table owns; `nil` until the name is made.
    var text: ByteView?
    /// The signature of the name under the rule, see ``KeyMatch/signature``.
    var signature: UInt64
  }

  private let rule: KeyRule
  /// One entry per value of a key's byte.
  let names: UnsafeMutablePointer<Name>

  init(rule: KeyRule) {
    self.rule = rule
    unsafe names = .allocate(capacity: 256)
    unsafe names.initialize(repeating: Name(text: nil, signature: 0), count: 256)
  }

  deinit {
    for index in 0..<256 { unsafe names[index].text?.start.deallocate() }
    unsafe names.deallocate()
  }

  /// Makes the usual name of the key with `number`, whose own name is `own`.
  ///
  /// If canonically equal keys are one key, a name that another text may be equal to is not made.
  @inline(never)
  func fill(_ number: Int, with own: String) -> Name {
    var name = own
    switch rule {
    case .exact, .unknown: break
    case .canonical:
      if !KeyMatch.hasNoCanonicalEquivalent(own) { return Name(text: nil, signature: 0) }
    case .styled(let style): name = style.name(of: own)
    case .snakeCase(let canonically):
      if canonically, !KeyMatch.hasNoCanonicalEquivalent(own) {
        return Name(text: nil, signature: 0)
      }
      let usual = [SnakeCase.snakeCased(own), own].first {
        SnakeCase.camelCased($0).utf8.elementsEqual(own.utf8)
      }
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
    let name = Name(
      text: unsafe ByteView(start: bytes, count: text.count), signature: signature)
    unsafe names[number].text?.start.deallocate()
    unsafe names[number] = name
    return name
  }
}

// Synthesized keys are enums of one byte. Two keys are equal if their bytes are, so the byte is the
// number of the key.
extension KeyTable {
  /// Returns whether keys of `type` have numbers.
  static func serves<K: CodingKey>(_ type: K.Type) -> Bool { MemoryLayout<K>.size <= 1 }

  /// Returns the number of `key`, whose type has numbers.
  @inline(__always)
  static func index<K: CodingKey>(of key: K) -> Int {
    unsafe MemoryLayout<K>.size == 0 ? 0 : Int(unsafeBitCast(key, to: UInt8.self))
  }

  /// Returns the key with `number`, which a key of `type` had.
  static func key<K: CodingKey>(_ number: UInt8, as type: K.Type) -> any CodingKey {
    // One byte cannot hold a reference, so the key is a copy of the byte.
    unsafe withUnsafePointer(to: number) {
      unsafe UnsafeRawPointer($0).assumingMemoryBound(to: K.self).pointee
    }
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

/// The key tables of the `CodingKey` types seen so far. The last table needs no look-up.
struct KeyTableCache {
  let rule: KeyRule
  private var tables: [ObjectIdentifier: KeyTable] = [:]
  private var last: (type: ObjectIdentifier, table: KeyTable)?

  init(rule: KeyRule) { self.rule = rule }

  /// Returns the table for `type`; `nil` if the keys of `type` are compared by their strings.
  mutating func table<K: CodingKey>(for type: K.Type) -> KeyTable? {
    let id = ObjectIdentifier(type)
    if let last, last.type == id { return last.table }
    guard KeyTable.serves(type) else { return nil }
    let table = tables[id] ?? KeyTable(rule: rule)
    tables[id] = table
    last = (id, table)
    return table
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

/// A hash table of the keys of one long object. Of equal keys, it contains the first.
struct KeyIndex {
  private var table = ByteTable()

  init(of header: Int, _ view: TapeView) {
    table.removeAll(reserving: view.elementCount(header))
    for key in view.keys(ofMap: header) {
      let text = view.stored(view[key])
      _ = table.insert(text, as: key) { ByteRun.equal(view.stored(view[$0]), text) }
    }
  }

  /// Returns the index of the value for the key `name`.
  func find(_ name: ByteView, _ view: TapeView) -> Int? {
    table.find(name) { ByteRun.equal(name, view.stored(view[$0])) }.map { $0 + 1 }
  }
}
