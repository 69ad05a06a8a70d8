import FerryBase
import FerryJSONEngine

/// A lookup that copies values from the text of JSON records.
struct TextAnswer {
  enum Outcome {
    case written
    /// The record has no value at the path.
    case missing
    /// The value must be read before it can be written.
    case unsuitable
  }

  private let path: LookupPath
  private let isRaw: Bool
  private let copying: RecordCopying

  /// Prepares a lookup.
  /// - Returns: `nil` if values cannot be copied, because of the layout or because the path has
  ///   wildcards.
  init?(_ path: WirePath, _ layout: Layout, isRaw: Bool, _ copying: RecordCopying?) {
    guard let path = LookupPath(path), layout.indentation == .none, !layout.sortsKeys,
      let copying = isRaw ? RecordCopying(behind: UInt8(ascii: "\n")) : copying
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

/// A path without wildcards, prepared for repeated lookups in text.
struct LookupPath: Sendable {
  /// The key in an object and the index in an array for one step.
  fileprivate struct Step {
    var key: [UInt8]?
    var index: Int?
  }

  fileprivate let steps: [Step]

  /// Prepares a path.
  /// - Returns: `nil` for a path with wildcards.
  init?(_ path: WirePath) {
    guard !path.hasWildcard else { return nil }
    steps = path.steps.map { step in
      var moves = Step()
      if case .member(let key) = step.move(inMap: true) { moves.key = Array(key.utf8) }
      if case .element(let index) = step.move(inMap: false) { moves.index = index }
      return moves
    }
  }

  /// Returns the value at the path in valid JSON text, or `nil` without a match. The text after the
  /// value is not read.
  func value(in text: ByteView) -> ByteView? {
    if steps.isEmpty { return text }
    var scanner = JSONScanner(text)
    do throws(WireFailure) {
      for step in steps {
        guard try scanner.enter(step) else { return nil }
      }
      let start = scanner.offset
      try scanner.skipValue()
      return ByteView(rebasing: text[start..<scanner.offset])
    } catch {
      return nil
    }
  }
}

extension JSONScanner {
  fileprivate mutating func enter(_ step: LookupPath.Step) throws(WireFailure) -> Bool {
    guard let isMap = try isMap(), try enter() else { return false }
    if isMap {
      guard let key = step.key else { return false }
      return try seek(key: key)
    }
    guard let index = step.index else { return false }
    return try seek(element: index)
  }
}
