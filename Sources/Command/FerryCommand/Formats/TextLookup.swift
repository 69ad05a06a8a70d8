import Ferry
import FerryJSONEngine

/// A lookup that copies values from the text of JSON records.
struct TextLookup {
  enum Outcome {
    case written
    /// The record has no value at the path.
    case missing
    /// The value must be read before it can be written.
    case unsuitable
  }

  private let path: WirePath
  private let isRaw: Bool
  private let copying: RecordCopying

  /// Prepares a lookup.
  /// - Returns: `nil` if values cannot be copied, because of the layout or because the path has
  ///   wildcards.
  init?(_ path: WirePath, _ layout: Layout, isRaw: Bool, _ copying: RecordCopying?) {
    guard !path.hasWildcard, layout.indentation == .none, !layout.sortsKeys,
      let copying = isRaw ? RecordCopying(after: UInt8(ascii: "\n")) : copying
    else { return nil }
    self.path = path
    self.isRaw = isRaw
    self.copying = copying
  }

  /// Appends the value at the path in `text`, which is valid and compact.
  func write(
    from text: ByteView, to output: inout ByteWriter
  ) -> Outcome {
    guard var value = path.value(in: text) else { return .missing }
    if isRaw, value.first == UInt8(ascii: "\"") {
      guard let plain = value.unquoted else { return .unsuitable }
      value = plain
    }
    copying.append(value, to: &output)
    return .written
  }
}

extension ByteView {
  /// The content of JSON text that is a string without escapes, or `nil` for any other value.
  var string: ByteView? { first == UInt8(ascii: "\"") ? unquoted : nil }

  /// The text between the quotes of a JSON string, or `nil` if it has escapes.
  var unquoted: ByteView? {
    contains(UInt8(ascii: "\\")) ? nil : ByteView(rebasing: self[1..<(count - 1)])
  }
}
