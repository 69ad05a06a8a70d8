/// What scalars of a tape may mean beside the exact number and the core schema of YAML 1.2.
@frozen @usableFromInline
package struct PlainSchema: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The words and numbers of YAML 1.1 as well: `yes`, `0b101`, `1_000`, `017` is 15, `1:30` is 90.
  @inlinable package static var yaml11: PlainSchema { PlainSchema(rawValue: 1) }
  /// A number with leading zeros is text, and only what is text can be read as text.
  @inlinable package static var strict: PlainSchema { PlainSchema(rawValue: 2) }
  /// Numbers with fraction or exponent are integers by Foundation's rule. Of JSON, not of YAML.
  @inlinable package static var foundationIntegers: PlainSchema { PlainSchema(rawValue: 8) }
  /// Null can be read as empty text.
  @inlinable package static var nullIsEmptyText: PlainSchema { PlainSchema(rawValue: 4) }
}

extension PlainScalar {
  /// The meaning of `text` under the core schema with the additions of `schema`.
  @inlinable
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt8>, _ schema: PlainSchema
  ) -> PlainScalar {
    unsafe schema.rawValue == 0 ? resolve(text) : resolveUnusual(text, schema)
  }

  @usableFromInline @inline(never)
  static func resolveUnusual(
    _ text: UnsafeBufferPointer<UInt8>, _ schema: PlainSchema
  ) -> PlainScalar {
    let meaning =
      unsafe schema.contains(.yaml11) ? LegacyScalar.resolve(text) ?? resolve(text) : resolve(text)
    if schema.contains(.strict), meaning.isWhole, unsafe LegacyScalar.hasLeadingZero(text) {
      return .text
    }
    return meaning
  }

  private var isWhole: Bool { self == .number(isWhole: true) }
}

extension TapeView {
  /// The meaning of a ``NodeKind/plainText`` node.
  @inlinable
  package func plain(_ node: Node) -> PlainScalar {
    unsafe PlainScalar.resolve(stored(node), schema)
  }

  /// The number in JSON's grammar that a ``NodeKind/plainText`` node means; `nil` if it means
  /// something else, or a number that is not finite.
  func plainNumber<R>(_ node: Node, _ read: (UnsafeBufferPointer<UInt8>) -> R?) -> R? {
    switch plain(node) {
    case .jsonNumber: unsafe read(stored(node))
    case .number: unsafe jsonNumber(node).withUnsafeBufferPointer { unsafe read($0) }
    default: nil
    }
  }

  /// The number of a ``NodeKind/plainText`` node whose meaning is ``PlainScalar/number(isWhole:)``,
  /// in JSON's grammar.
  package func jsonNumber(_ node: Node) -> [UInt8] {
    unsafe PlainScalar.jsonNumber(of: stored(node), schema)
  }
}
