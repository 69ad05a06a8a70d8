package import FerryBase

/// A reader of JSON values in known ranges of one buffer: lines, parts of a sequence, elements of
/// an array.
///
/// One ``JSONReader`` reads the whole buffer, so a short record has no fixed cost. Only if a record
/// is invalid is its range read again on its own, to find the error.
@safe
package struct JSONRecordReader: ~Copyable {
  private var reader: JSONReader
  private let input: ByteView
  private let options: JSONReadingOptions
  /// Whether the whole buffer is well-formed UTF-8.
  private let isWellFormed: Bool
  /// Whether the last value in the buffer is known to end at the end of the buffer.
  private let endsWithValue: Bool

  /// Creates a reader of records in `input`, which must stay at its address as long as the reader
  /// lives.
  package init(
    _ input: ByteView, options: JSONReadingOptions = .init(),
    endsWithValue: Bool = false
  ) {
    self.input = input
    self.endsWithValue = endsWithValue
    self.options = options
    reader = JSONReader(input, options: options)
    reader.hasStarted = true
    isWellFormed =
      UTF8Validation.firstIllFormedOffset(in: input) == nil
  }

  /// Appends the one value in `range`.
  /// - Throws: a failure with an offset in the buffer. The nodes of the tape do not change then.
  package mutating func read(_ range: Range<Int>, into tape: inout Tape) throws(WireFailure) {
    let mark = tape.count
    let record = ByteView(rebasing: input[range])
    if !isWellFormed,
      let offset = UTF8Validation.firstIllFormedOffset(in: record)
    {
      throw WireFailure(.invalidUTF8, offset: range.lowerBound + offset)
    }
    do throws(WireFailure) {
      reader.bytes.move(to: range.lowerBound)
      try reader.skipBlanks()
      try reader.readValue(into: &tape, in: OpenContainer())
      let end = reader.bytes.offset
      if end < range.upperBound { try reader.skipBlanks() }
      if end <= range.upperBound, reader.bytes.offset >= range.upperBound {
        if options.duplicateKeys != .first { try reader.settleDuplicateKeys(from: mark, on: &tape) }
        return
      }
    } catch {
      // The code below finds and throws the failure.
    }
    tape.truncate(to: mark)
    let failure = failure(of: record, at: range.lowerBound)
    // The record is complete, so a number or literal that ends too early is invalid.
    guard failure.kind == .unexpectedEnd, endsWithValue || range.upperBound < input.count,
      let first = record.first(where: { !$0.isBlank }),
      ![ASCII.quote, ASCII.openBrace, ASCII.openBracket].contains(first)
    else { throw failure }
    let isNumber = first == ASCII.minus || ASCII.isDigit(first)
    throw WireFailure(isNumber ? .invalidNumber : .invalidLiteral, offset: failure.offset)
  }

  /// Returns the failure of an invalid record.
  @inline(never)
  private func failure(of record: ByteView, at start: Int) -> WireFailure {
    var reader = JSONReader(record, options: options)
    var tape = Tape()
    do throws(WireFailure) {
      try reader.readDocument(into: &tape)
      return WireFailure(.unexpectedCharacter, offset: start)
    } catch {
      return WireFailure(error.kind, offset: start + max(0, error.offset))
    }
  }
}
