package import FerryCoders
package import FerryBase
internal import FerryJSONEngine

/// A framing of JSON values one after the other, with or without white space between them.
package struct ValueFraming: Framing {
  private enum State {
    case between, nested, scalar
  }

  private var scan = StructureScan()
  private var state = State.between
  private var offset = 0
  /// The offset where the incomplete value begins.
  private var start = 0

  package init() {}

  package mutating func drop(_ count: Int) {
    offset -= count
    start -= count
  }

  package mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    while offset < window.count {
      switch state {
      case .between:
        let byte = window[offset]
        start = offset
        offset += 1
        if !byte.isBlank { state = scan.enter(byte) ? .nested : .scalar }
      case .nested:
        offset = scan.skip(window, from: offset)
        if scan.isOutside { endValue(&found) }
      case .scalar:
        if window[offset].endsJSONScalar || window[offset] == 0x22 {
          endValue(&found)
        } else {
          offset += 1
        }
      }
    }
    if isLast, state != .between { endValue(&found) }
    return state == .between ? offset : start
  }

  private mutating func endValue(_ found: inout RecordRanges) {
    found.ranges.append(start..<offset)
    state = .between
  }
}

extension ByteView {
  /// Whether these are several JSON values one after the other. If the text goes on, the last value
  /// counts as soon as it begins.
  package var areSeveralJSONValues: Bool {
    var framing = ValueFraming()
    var found = RecordRanges()
    _ = framing.advance(over: self, isLast: true, to: &found)
    return found.ranges.count > 1
      && found.ranges.allSatisfy { range in
        let byte = self[range.lowerBound]
        return byte == 0x2D || byte &- 0x30 < 10 || "{[\"tfn".utf8.contains(byte)
      }
  }
}
