internal import FerryBase

/// The names of the keys of one `CodingKey` type in documents, as UTF-8. Each name is made once.
///
/// Keys with a number (see ``KeyTable/serves(_:)``) compute `stringValue` and a hash at most once.
/// Keys of all other types are compared by their strings.
@safe
final class KeyTable {
  struct Name {
    /// The bytes, which the table owns; `nil` until the name is made.
    var text: ByteView?
    /// A set of 64 bits that distinguishes most names, see ``KeyTable/signature(_:)``.
    var signature: UInt64

    /// A name that has not been made.
    static var missing: Name { Name(text: nil, signature: 0) }
  }

  /// The rule that determines the names.
  let rule: KeyRule
  /// One entry per value of a key's byte.
  let names: UnsafeMutablePointer<Name>
  /// The keys' own names, if the rule converts them.
  private let ownNames: UnsafeMutablePointer<Name>?

  init(rule: KeyRule) {
    self.rule = rule
    unsafe names = Self.allocate()
    unsafe ownNames =
      switch rule {
      case .exact, .canonical, .unknown: nil
      case .snakeCase, .styled: unsafe Self.allocate()
      }
  }

  private static func allocate() -> UnsafeMutablePointer<Name> {
    let names = UnsafeMutablePointer<Name>.allocate(capacity: 256)
    unsafe names.initialize(repeating: .missing, count: 256)
    return unsafe names
  }

  deinit {
    unsafe Self.deallocate(names)
    if let ownNames = unsafe ownNames { unsafe Self.deallocate(ownNames) }
  }

  private static func deallocate(_ names: UnsafeMutablePointer<Name>) {
    for index in 0..<256 { unsafe names[index].text?.start.deallocate() }
    unsafe names.deallocate()
  }

  /// Returns the own name of the key with `number`, whose name has been made.
  func ownName(_ number: Int) -> Name { unsafe (ownNames ?? names)[number] }

  /// Calls `body` with the name of a key without a number.
  static func withName<R>(_ name: String, _ body: (Name) -> R) -> R {
    var name = name
    return name.withByteView { text in body(Name(text: text, signature: signature(text))) }
  }

  /// Returns the signature of a name: one of 64 bits. A set of keys has the union of its
  /// signatures. If the bit of a key is not in the union, the key is not in the set.
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

  /// Makes the name of the key with `number`, whose own name is `name`.
  ///
  /// If canonically equal keys are one key, a name that another text may be equal to is not made.
  @inline(never)
  func fill(_ number: Int, with name: String) -> Name {
    if rule.isCanonical, !Self.hasNoCanonicalEquivalent(name) {
      return .missing
    }
    let own = Self.copy(name, Self.signature)
    switch rule {
    case .exact, .canonical, .unknown: return unsafe replace(&names[number], with: own)
    case .styled(let style):
      if let ownNames = unsafe ownNames { unsafe replace(&ownNames[number], with: own) }
      return unsafe replace(&names[number], with: Self.copy(style.name(of: name), Self.signature))
    case .snakeCase:
      if let ownNames = unsafe ownNames { unsafe replace(&ownNames[number], with: own) }
      // The usual name. If it becomes another key in camel case, the table learns the name from a
      // document.
      let guess = [SnakeCase.snakeCased(name), name].first {
        SnakeCase.camelCased($0).utf8.elementsEqual(name.utf8)
      }
      guard let guess else {
        // No well-formed text has this byte, so no text matches.
        var name = name
        let signature = name.withByteView(Self.looseSignature)
        let unknown = [0xFF].withByteView { Self.copy($0) { _ in signature } }
        return unsafe replace(&names[number], with: unknown)
      }
      return unsafe replace(&names[number], with: Self.copy(guess, Self.looseSignature))
    }
  }

  /// Notes that `text` is the name of the key with `number` in a document.
  func learn(_ number: Int, _ text: ByteView) {
    if case .snakeCase = rule {
      unsafe replace(&names[number], with: Self.copy(text, Self.looseSignature))
    } else {
      unsafe replace(&names[number], with: Self.copy(text, Self.signature))
    }
  }

  @discardableResult
  private func replace(_ entry: inout Name, with name: Name) -> Name {
    unsafe entry.text?.start.deallocate()
    entry = name
    return name
  }

  private static func copy(
    _ name: String, _ signature: (ByteView) -> UInt64
  ) -> Name {
    var name = name
    return name.withByteView { copy($0, signature) }
  }

  private static func copy(
    _ text: ByteView, _ signature: (ByteView) -> UInt64
  ) -> Name {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(text.count, 1))
    unsafe bytes.initialize(from: text.start, count: text.count)
    return Name(
      text: unsafe ByteView(start: bytes, count: text.count), signature: signature(text))
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
