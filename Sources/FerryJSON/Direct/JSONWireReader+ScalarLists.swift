import FerryBytes
import FerryTape

// A list of scalars at the top is read straight into its array: a tape would only be a detour.
extension JSONWireReader {
  /// The list that `input` is, for a `type` that is an array of scalars.
  /// - Returns: `nil` for any other type, and if something is wrong, which a reader with a tape
  ///   finds out about.
  package static func scalarList<T>(
    _ type: T.Type, from input: UnsafeBufferPointer<UInt8>, _ options: JSONReadingOptions,
    rejectsUnderflow: Bool
  ) -> T? {
    guard !options.json5, !options.assumesTopLevelDictionary else { return nil }
    // `T` is the type of the list under another name, so the casts change nothing.
    if T.self == [String].self {
      return unsafeBitCast(list(input, options, rejectsUnderflow) as [String]?, to: T?.self)
    }
    if T.self == [Int].self {
      return unsafeBitCast(list(input, options, rejectsUnderflow) as [Int]?, to: T?.self)
    }
    if T.self == [Double].self {
      return unsafeBitCast(list(input, options, rejectsUnderflow) as [Double]?, to: T?.self)
    }
    if T.self == [Bool].self {
      return unsafeBitCast(list(input, options, rejectsUnderflow) as [Bool]?, to: T?.self)
    }
    return nil
  }

  @inline(__always)
  private static func list<Element: DirectDecodable>(
    _ input: UnsafeBufferPointer<UInt8>, _ options: JSONReadingOptions, _ rejectsUnderflow: Bool
  ) -> [Element]? {
    do throws(Failure) {
      var reader = try JSONWireReader(
        input, options: options, rejectsUnderflow: rejectsUnderflow, context: WireContext())
      let elements = try reader.readTopList(of: Element.self)
      try reader.finish()
      return elements
    } catch {
      return nil
    }
  }

  /// Reads a list that is the whole document, whose length tells how many elements there will be.
  @inline(__always)
  private mutating func readTopList<Element: DirectDecodable>(
    of type: Element.Type
  ) throws(Failure) -> [Element] {
    var list = try beginList()
    let start = bytes.offset
    var elements: [Element] = []
    while try nextElement(&list) {
      if elements.count == Self.sampleCount {
        // An eighth more than it looks like: memory that is not touched costs less than growing.
        let left = Double(bytes.count &- bytes.offset) / Double(bytes.offset &- start)
        elements.reserveCapacity(Int((1 + left * 1.125) * Double(Self.sampleCount)))
      }
      elements.append(try Element(from: &self))
    }
    return elements
  }

  /// Elements after which the number of all of them is estimated.
  private static var sampleCount: Int { 64 }
}
