import FerryBytes
import FerryTape

extension JSONScanner {
  /// Moves from an opening quote to behind the closing one.
  /// - Returns: whether the string has escapes.
  @inline(__always)
  mutating func skipString() throws(WireFailure) -> Bool {
    unsafe bytes.cursor += 1
    let start = bytes.offset
    bytes.skipPlainText()
    let hasEscapes = bytes.byte != ASCII.quote
    if hasEscapes { try skipEscapedText(from: start) }
    unsafe bytes.cursor += 1
    return hasEscapes
  }

  @inline(never)
  private mutating func skipEscapedText(from start: Int) throws(WireFailure) {
    do throws(WireFailure) {
      try bytes.skipEscapedText(from: start)
    } catch {
      throw bytes.isAtEnd ? failure(.unexpectedEnd) : placed(error)
    }
  }
}
