public import FerryBase

// Values that are read through a tape of their own: values in rare forms, and values of types
// without direct coding.
extension BinaryWireReader {
  /// Reads the next value to a tape and returns the result of `take`. If the result is `nil`, the
  /// reader does not move.
  mutating func onTape<R>(_ take: (TapeView) -> R?) throws(WireFailure) -> R? {
    let start = place
    var tape = tables.tape.take() ?? Tape()
    do throws(WireFailure) {
      try appendNext(to: &tape)
      let result = take(TapeView(tape, input: tables.lexer.input))
      tape.clear(retaining: 64 << 10)
      tables.tape = consume tape
      if result == nil { place = start }
      return result
    } catch {
      throw damage(error)
    }
  }

  /// Reads a value whose type has no direct coding.
  public mutating func read<Way: _IndirectReading>(by way: Way) throws(WireFailure) -> Way.Value {
    if context.rules.rejectsUnknownKeys { throw damage() }
    var isRead = false
    do throws(WireFailure) {
      let document = tables.lexer
      return try unsafe way.read(document.input.buffer, at: place) {
        scratch throws(WireFailure) in
        try unsafe appendNext(to: &scratch.tape.pointee)
        isRead = true
      }
    } catch {
      throw isRead ? error : damage(error)
    }
  }

  /// Appends the next value to `tape`, whose input is the document.
  private mutating func appendNext(to tape: inout Tape) throws(WireFailure) {
    var start = place
    place = try lexer.head(at: place, end: end).end
    // Expanded elements refer to no table.
    let tables = unsafe tables.list == nil ? tables.tables : BinaryReader.Tables()
    var reader = BinaryReader(lexer, depthLimit: depthLimit - depth, tables: tables)
    try reader.readValue(at: &start, end: place, into: &tape)
  }

  // MARK: Nested nulls

  /// Reads a null inside non-nil optionals.
  @usableFromInline @inline(never)
  mutating func readNestedNull() throws(WireFailure) -> Bool {
    guard end - place >= 2, input[place + 1] > 0 else { throw damage() }
    place += 2
    unsafe tables.nestedNull = place
    return true
  }

  /// Returns the null that was just read as a value inside one more optional; `nil` if there are no
  /// more levels.
  @inlinable @inline(__always)
  public mutating func presentNull<T: DirectDecodable>(as type: T.Type) -> T? {
    unsafe tables.nestedNull == place ? innerNull(as: T.self) : nil
  }

  @usableFromInline @inline(never)
  mutating func innerNull<T: DirectDecodable>(as type: T.Type) -> T? {
    let behind = place
    guard Int(input[behind - 1]) > tables.passedLevels else { return nil }
    tables.passedLevels += 1
    defer {
      tables.passedLevels -= 1
      unsafe (place, tables.nestedNull) = (behind, behind)
    }
    place = behind - 2
    // A type that is no longer optional at this level cannot read the null.
    return try? T(from: &self)
  }

  /// Returns the null that was just read for a type without direct coding.
  public mutating func presentNull<Way: _IndirectReading>(by way: Way) -> Way.Value? {
    guard unsafe tables.nestedNull == place else { return nil }
    let levels = Int(input[place - 1]) - tables.passedLevels
    guard levels > 0 else { return nil }
    return try? unsafe way.read(ByteView().buffer, at: place) {
      scratch throws(WireFailure) in
      try unsafe scratch.tape.pointee.append(Node(.null, length: levels - 1))
    }
  }
}
