import FerryBytes
import FerryPath

/// Values out of JSON records that are written as they stand in the text.
struct TextAnswer {
  enum Outcome {
    case written
    /// There is no such value.
    case missing
    /// The value has to be read to be written.
    case unsuitable
  }

  private let path: LookupPath
  private let isRaw: Bool
  private let copying: RecordCopying

  /// - Returns: nil where values cannot be copied: because of their layout, or as there may be
  ///   several for a record.
  init?(_ path: WirePath, _ layout: Layout, isRaw: Bool, _ copying: RecordCopying?) {
    guard let path = LookupPath(path), layout.indentation == .none, !layout.sortsKeys,
      let copying = isRaw ? RecordCopying(behind: UInt8(ascii: "\n")) : copying
    else { return nil }
    self.path = path
    self.isRaw = isRaw
    self.copying = copying
  }

  /// Appends what the path leads to in `text`, which is valid and compact.
  func write(
    from text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter
  ) -> Outcome {
    guard var value = unsafe path.value(in: text) else { return .missing }
    if isRaw, unsafe value.first == UInt8(ascii: "\"") {
      guard let plain = unsafe value.unquoted else { return .unsuitable }
      unsafe value = plain
    }
    unsafe copying.append(value, to: &output)
    return .written
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// What JSON text stands for if it is a string without escapes.
  var string: UnsafeBufferPointer<UInt8>? { unsafe first == UInt8(ascii: "\"") ? unquoted : nil }

  /// What is between the quotes of a JSON string; nil if there are escapes.
  var unquoted: UnsafeBufferPointer<UInt8>? {
    unsafe contains(UInt8(ascii: "\\")) ? nil : UnsafeBufferPointer(rebasing: self[1..<(count - 1)])
  }
}
