public import FerryBase

/// A reader that decodes JSON text (RFC 8259) directly into models.
///
/// It accepts the same documents as ``JSONReader``. When this reader fails, ``JSONReader`` reads
/// the document again and determines the message and the location of the error.
@frozen
public struct JSONWireReader: ~Copyable, WireReader {
  @usableFromInline var text: JSONReader
  @usableFromInline var depth: Int
  /// The offset of the outermost value.
  @usableFromInline var root: Int
  /// Whether the values read so far may be wrong. `finish` then fails, so that no type can catch
  /// the failure.
  @usableFromInline var isLeftToTape: Bool
  /// The texts of keys with escapes.
  @usableFromInline var escapedKeys: KeyTexts
  /// The state that all values of one call share.
  public let context: _WireContext

  /// Creates a reader at the start of `input`, which must stay at its address as long as the reader
  /// lives.
  /// - Throws: `invalidUTF8`.
  package init(
    _ input: ByteView, options: JSONReadingOptions, context: _WireContext
  ) throws(WireFailure) {
    text = JSONReader(ByteReader(input, tail: context.tail), options: options)
    depth = 0
    isLeftToTape = false
    escapedKeys = KeyTexts()
    self.context = context
    root = 0
    context.beginReading()
    try text.start()
    root = text.bytes.offset
  }

  /// Creates a reader with the default options.
  @usableFromInline
  init(_ input: ByteView) throws(WireFailure) {
    try self.init(input, options: JSONReadingOptions(), context: _WireContext())
  }

  @inlinable @inline(__always)
  package var bytes: ByteReader {
    _read { yield text.bytes }
    _modify { yield &text.bytes }
  }

  @inlinable @inline(__always)
  var options: JSONReadingOptions { text.options }

  /// Checks that only white space follows the value.
  public mutating func finish() throws(WireFailure) {
    bytes.skipJSONWhitespace()
    if !bytes.isAtEnd || isLeftToTape { throw bytes.syntaxFailure(.trailingContent) }
  }

  /// Moves to a value that begins at `offset`, in a buffer of several values.
  @inlinable
  package mutating func begin(at offset: Int) {
    depth = 0
    isLeftToTape = false
    if bytes.needsTail { bytes.enterTail() }
    // Most values are separated by one line feed or comma.
    if bytes.offset &+ 1 == offset { unsafe bytes.cursor += 1 } else { bytes.move(to: offset) }
    bytes.skipJSONWhitespace()
    root = bytes.offset
  }

  /// Checks that only white space separates the end of the value from `end`.
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

  /// A position to which the reader can return.
  @frozen
  public struct Mark {
    @usableFromInline let offset: Int
    @usableFromInline let depth: Int

    @inlinable init(offset: Int, depth: Int) {
      self.offset = offset
      self.depth = depth
    }
  }

  /// The byte offset of the next value.
  @inlinable public var position: Int { bytes.offset }

  /// Returns the current position of the reader.
  @inlinable public func mark() -> Mark { Mark(offset: bytes.offset, depth: depth) }

  /// Moves back or forward to `mark`.
  public mutating func rewind(to mark: Mark) {
    let isRereading = context.goesBack(
      bytes.offset - mark.offset, to: mark.offset, of: bytes.count)
    bytes.move(to: mark.offset)
    depth = mark.depth
    if isRereading { rememberContainers() }
  }

  /// Returns the kind of the next value.
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

// A top-level array of scalars is decoded straight into a Swift array, without a tape.
extension JSONWireReader {
  /// Returns whether ``scalarList(_:from:_:)`` supports the type. Call this
  /// first: an optional result costs generic code a metadata lookup.
  package static func readsScalarList<T>(_ type: T.Type) -> Bool {
    type == [String].self || type == [Int].self || type == [Double].self || type == [Bool].self
  }

  /// Decodes `input` as an array of scalars.
  /// - Returns: `nil` for any other `type`, or if the input is invalid. A reader with a tape then
  ///   finds the error.
  package static func scalarList<T>(
    _ type: T.Type, from input: ByteView, _ options: JSONReadingOptions
  ) -> T? {
    guard !options.isLenient, !options.assumesTopLevelDictionary else { return nil }
    // `T` is the type of the array under another name, so the casts change nothing.
    if T.self == [String].self {
      return unsafe unsafeBitCast(list(input, options) as [String]?, to: T?.self)
    }
    if T.self == [Int].self {
      return unsafe unsafeBitCast(list(input, options) as [Int]?, to: T?.self)
    }
    if T.self == [Double].self {
      return unsafe unsafeBitCast(list(input, options) as [Double]?, to: T?.self)
    }
    if T.self == [Bool].self {
      return unsafe unsafeBitCast(list(input, options) as [Bool]?, to: T?.self)
    }
    return nil
  }

  @inline(__always)
  private static func list<Element: DirectDecodable>(
    _ input: ByteView, _ options: JSONReadingOptions
  ) -> [Element]? {
    do throws(WireFailure) {
      var reader = try JSONWireReader(input, options: options, context: _WireContext())
      let elements = try reader.readElements(Element.self)
      try reader.finish()
      return elements
    } catch {
      return nil
    }
  }
}
