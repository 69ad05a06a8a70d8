import FerryBytes
public import FerryTape

extension BinaryWireReader {
  /// Reads the lists of a matrix as values of one type.
  @inlinable @inline(never)
  mutating func readRows<T: DirectDecodable>(_ type: T.Type) throws(Failure) -> [T] {
    let start = place
    var rows = try matrixRows()
    var elements: [T] = []
    elements.reserveCapacity(roomForElements(of: T.self, count: rows.left, in: place &- start))
    while rows.left > 0 {
      let count = write(&rows)
      var reader = reader(of: rows)
      do throws(Failure) {
        for _ in 0..<count { elements.append(try T(from: &reader)) }
        guard reader.place == reader.end else { throw unusual() }
      } catch {
        if reader.isLeftToTape { depth = reader.depth }
        throw error
      }
    }
    return elements
  }

  /// The rows of the matrix at the cursor, which moves behind it. Truth values are left to the tape.
  @usableFromInline
  mutating func matrixRows() throws(Failure) -> MatrixRows {
    let columns = try matrixColumns()
    guard columns.allSatisfy({ $0.layout != .bits }) else { throw unusual() }
    return MatrixRows(columns)
  }

  /// The columns of the matrix at the cursor, which moves behind it.
  mutating func matrixColumns() throws(Failure) -> [NumberBlockView] {
    let contents = try numberContents()
    // The matrix is a container, and so is each row.
    guard depth + 1 < depthLimit else { throw unusual() }
    let columns = try lexer.readMatrixColumns(
      at: contents.lowerBound, end: contents.upperBound)
    place = contents.upperBound
    return columns
  }

  /// Writes out the next rows.
  /// - Returns: their number.
  @usableFromInline
  func write(_ rows: inout MatrixRows) -> Int {
    rows.writeNext(from: lexer)
  }

  /// A reader of the rows that were written out last, for as long as no others are.
  @usableFromInline
  func reader(of rows: borrowing MatrixRows) -> BinaryWireReader {
    let bytes = unsafe BinaryLexer(rows.bytes)
    // Rows are inside the document, as far as depth goes.
    var reader = BinaryWireReader(
      bytes, values: 0..<bytes.count, tables: tables, depthLimit: depthLimit, context: context)
    reader.depth = depth + 1
    return reader
  }
}
