public import FerryBytes
public import FerryTape

/// Reads JSON text (RFC 8259) straight into models.
///
/// It accepts and refuses what ``JSONReader`` does. Which words and which place an error gets is
/// found out afterwards, by that reader: here a failure only has to happen.
@frozen
public struct JSONWireReader: ~Copyable, WireReader {
  @usableFromInline var text: JSONReader
  @usableFromInline var depth: Int
  /// Numbers and equal keys are judged as Foundation judges them.
  @usableFromInline let followsFoundation: Bool
  /// The values read so far may be wrong. `finish` fails then, so that no type can catch the failure.
  @usableFromInline var isLeftToTape: Bool
  /// Text of a key with escapes.
  @usableFromInline var scratch: [UInt8]
  /// What the whole call shares.
  public let context: _WireContext

  /// A reader at the start of `input`, which has to stay where it is as long as the reader lives.
  /// - Throws: `invalidUTF8`.
  package init(
    _ input: ByteView, options: JSONReadingOptions, followsFoundation: Bool,
    context: _WireContext
  ) throws(WireFailure) {
    text = JSONReader(input, options: options)
    depth = 0
    self.followsFoundation = followsFoundation
    isLeftToTape = false
    scratch = []
    self.context = context
    try text.start()
  }

  /// A reader without options.
  @usableFromInline
  init(_ input: ByteView) throws(WireFailure) {
    try self.init(
      input, options: JSONReadingOptions(), followsFoundation: false, context: _WireContext())
  }

  @inlinable @inline(__always)
  package var bytes: ByteReader {
    _read { yield text.bytes }
    _modify { yield &text.bytes }
  }

  @inlinable @inline(__always)
  var options: JSONReadingOptions { text.options }

  /// Makes sure that nothing but white space follows.
  public mutating func finish() throws(WireFailure) {
    bytes.skipJSONWhitespace()
    if !bytes.isAtEnd || isLeftToTape { throw bytes.syntaxFailure(.trailingContent) }
  }

  /// Moves to a value that begins at `offset`, in a buffer of several.
  @inlinable
  package mutating func begin(at offset: Int) {
    depth = 0
    isLeftToTape = false
    if bytes.needsTail { bytes.enterTail() }
    // A line feed or a comma is all that there is between most values.
    if bytes.offset &+ 1 == offset { unsafe bytes.cursor += 1 } else { bytes.move(to: offset) }
    bytes.skipJSONWhitespace()
  }

  /// Makes sure that the value has ended at `end`, but for white space.
  @inlinable
  package mutating func finish(at end: Int) throws(WireFailure) {
    if bytes.offset != end || isLeftToTape { try finishFurther(end) }
  }

  @usableFromInline
  mutating func finishFurther(_ end: Int) throws(WireFailure) {
    guard bytes.offset <= end else { throw bytes.syntaxFailure(.unexpectedEnd) }
    bytes.skipJSONWhitespace()
    if bytes.offset < end || isLeftToTape { throw bytes.syntaxFailure(.trailingContent) }
  }

  /// A place in the text.
  @frozen
  public struct Mark {
    @usableFromInline let offset: Int
    @usableFromInline let depth: Int

    @inlinable init(offset: Int, depth: Int) {
      self.offset = offset
      self.depth = depth
    }
  }

  /// Byte offset of the next value.
  @inlinable public var position: Int { bytes.offset }

  /// Where the reader is.
  @inlinable public func mark() -> Mark { Mark(offset: bytes.offset, depth: depth) }

  /// Goes back or forth to where the reader was.
  @inlinable
  public mutating func rewind(to mark: Mark) {
    bytes.move(to: mark.offset)
    depth = mark.depth
  }

  /// What the next value is.
  @inlinable
  public mutating func nextKind() throws(WireFailure) -> AnyValue.Kind {
    switch bytes.byte {
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    default: throw bytes.syntaxFailure(.unexpectedCharacter)
    }
  }
}

// A list of scalars at the top is read straight into its array: a tape would only be a detour.
extension JSONWireReader {
  /// Whether ``scalarList(_:from:_:followsFoundation:)`` knows the type. To be asked first: a result
  /// that may be missing costs generic code a look-up of metadata.
  package static func readsScalarList<T>(_ type: T.Type) -> Bool {
    type == [String].self || type == [Int].self || type == [Double].self || type == [Bool].self
  }

  /// The list that `input` is, for a `type` that is an array of scalars.
  /// - Returns: `nil` for any other type, and if something is wrong, which a reader with a tape
  ///   finds out about.
  package static func scalarList<T>(
    _ type: T.Type, from input: ByteView, _ options: JSONReadingOptions,
    followsFoundation: Bool
  ) -> T? {
    guard !options.json5, !options.assumesTopLevelDictionary else { return nil }
    // `T` is the type of the list under another name, so the casts change nothing.
    if T.self == [String].self {
      return unsafe unsafeBitCast(list(input, options, followsFoundation) as [String]?, to: T?.self)
    }
    if T.self == [Int].self {
      return unsafe unsafeBitCast(list(input, options, followsFoundation) as [Int]?, to: T?.self)
    }
    if T.self == [Double].self {
      return unsafe unsafeBitCast(list(input, options, followsFoundation) as [Double]?, to: T?.self)
    }
    if T.self == [Bool].self {
      return unsafe unsafeBitCast(list(input, options, followsFoundation) as [Bool]?, to: T?.self)
    }
    return nil
  }

  @inline(__always)
  private static func list<Element: DirectDecodable>(
    _ input: ByteView, _ options: JSONReadingOptions, _ followsFoundation: Bool
  ) -> [Element]? {
    do throws(WireFailure) {
      var reader = try JSONWireReader(
        input, options: options, followsFoundation: followsFoundation, context: _WireContext())
      let elements = try reader.readElements(Element.self)
      try reader.finish()
      return elements
    } catch {
      return nil
    }
  }
}
