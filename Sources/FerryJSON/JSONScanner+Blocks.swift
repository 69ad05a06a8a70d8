import FerryBytes
import FerryTape

extension JSONScanner {
  /// Text is checked in spans that are still in the processor's cache.
  private static var textSpan: Int { 1 << 14 }

  /// Moves from inside of a container, before a key or an element, to behind its closing bracket,
  /// or to behind the comma after `elements` elements if that comes first.
  /// - Returns: whether there were that many elements, and a comma behind them.
  mutating func skipContents(isMap: Bool, elements: Int = .max) throws(WireFailure) -> Bool {
    var scan = unsafe BlockScan(
      input, isMap: isMap, depthLimit: depthLimit - depth, elements: elements)
    while true {
      // A block before the cursor may have the first bytes of a character.
      if !scan.hasSeenHighBits, scan.isStarted { checkedEnd = min(bytes.offset, bytes.count) }
      try checkText(upTo: bytes.offset)
      scan.hasSeenHighBits = checkedEnd < bytes.offset
      if bytes.isAtEnd { throw failure(.unexpectedEnd) }

      let spanEnd = min(bytes.offset + Self.textSpan, bytes.count)
      switch scan.run(over: &bytes, to: spanEnd) {
      case .atEnd: continue
      case .closed, .counted:
        if !scan.hasSeenHighBits { checkedEnd = max(checkedEnd, scan.blockStart) }
        try checkText(upTo: bytes.offset)
        return scan.elementsLeft == 0
      case .failed(let kind): throw failure(kind)
      case .badEscape(let failure): throw placed(failure)
      }
    }
  }
}
