import FerryBytes
import FerryJSON
import FerryPath
import FerryTape

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
  /// What JSON text stands for if it is a string without escapes.
  var string: ByteView? { first == UInt8(ascii: "\"") ? unquoted : nil }

  /// What is between the quotes of a JSON string; nil if there are escapes.
  var unquoted: ByteView? {
    contains(UInt8(ascii: "\\")) ? nil : ByteView(rebasing: self[1..<(count - 1)])
  }
}

/// A path without wildcards, ready to be looked up in text again and again.
struct LookupPath: Sendable {
  /// The key in an object and the index in an array that a step leads to.
  fileprivate struct Step {
    var key: [UInt8]?
    var index: Int?
  }

  fileprivate let steps: [Step]

  /// - Returns: nil for a path with wildcards.
  init?(_ path: WirePath) {
    guard !path.hasWildcard else { return nil }
    steps = path.steps.map { step in
      var moves = Step()
      if case .member(let key) = step.move(inMap: true) { moves.key = Array(key.utf8) }
      if case .element(let index) = step.move(inMap: false) { moves.index = index }
      return moves
    }
  }

  /// The value that the path leads to in JSON text that is known to be valid, of which no more is
  /// looked at than lies before it; nil if there is none.
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
