import FerryBytes
import FerryTape

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
    _ type: T.Type, from input: UnsafeBufferPointer<UInt8>, _ options: JSONReadingOptions,
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
    _ input: UnsafeBufferPointer<UInt8>, _ options: JSONReadingOptions, _ followsFoundation: Bool
  ) -> [Element]? {
    do throws(WireFailure) {
      var reader = try unsafe JSONWireReader(
        input, options: options, followsFoundation: followsFoundation, context: _WireContext())
      let elements = try reader.readElements(Element.self)
      try reader.finish()
      return elements
    } catch {
      return nil
    }
  }
}
