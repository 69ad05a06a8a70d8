import FerryBytes
import FerryTape

/// Reads JSON values that stand in known ranges of one buffer: lines, parts of a sequence, elements
/// of a list.
///
/// One ``JSONReader`` goes through the whole buffer, so that a record of a hundred bytes costs no
/// more than its bytes. Only when something is wrong is the range read again on its own, which
/// tells what.
@safe
package struct JSONRecordReader: ~Copyable {
  private var reader: JSONReader
  private let input: ByteView
  private let options: JSONReadingOptions
  /// Whether the whole buffer is UTF-8.
  private let isWellFormed: Bool
  /// Whether the value that ends with the buffer is known to end there.
  private let endsWithValue: Bool

  /// A reader of records in `input`, which has to stay where it is as long as the reader lives.
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

  /// Appends the one value that stands in `range`.
  /// - Throws: a failure with an offset in the buffer; the tape's nodes are as before then.
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
      // Told below.
    }
    tape.truncate(to: mark)
    let failure = failure(of: record, at: range.lowerBound)
    // Something follows a number or a literal that ends too early.
    guard failure.kind == .unexpectedEnd, endsWithValue || range.upperBound < input.count,
      let first = record.first(where: { !$0.isBlank }),
      ![ASCII.quote, ASCII.openBrace, ASCII.openBracket].contains(first)
    else { throw failure }
    let isNumber = first == ASCII.minus || ASCII.isDigit(first)
    throw WireFailure(isNumber ? .invalidNumber : .invalidLiteral, offset: failure.offset)
  }

  /// What is wrong with a record.
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
