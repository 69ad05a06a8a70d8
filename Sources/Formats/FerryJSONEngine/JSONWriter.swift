package import FerryBase

/// The layout of a ``JSONWriter``. The default is compact, in the order of the tape.
package struct JSONWritingOptions: Sendable, Equatable {
  /// The white space before each element.
  package enum Indentation: Sendable, Equatable {
    case none, spaces(Int), tab, text(String)
  }

  /// The text for NaN and the infinities, for which JSON has no number.
  package enum NonFinite: Sendable, Equatable {
    case fail, null, string
  }

  package var indentation = Indentation.none
  /// Writes a space before each colon and an empty line into empty containers, as Foundation's
  /// pretty printing does.
  package var followsFoundation = false
  /// Writes keys in the order of their UTF-8 bytes.
  package var sortedKeys = false
  /// Writes characters beyond ASCII as escapes.
  package var escapesNonASCII = false
  /// Writes `/` as `\/`.
  package var escapesSlashes = false
  package var nonFinite = NonFinite.fail
  /// The maximum number of nested containers.
  package var depthLimit = OpenContainer.standardLimit

  package init() {}
}

extension JSONWritingOptions {
  /// Starts a line that is indented by `level` levels, if the layout has lines.
  @inline(never)
  package func breakLine(level: Int, in output: inout ByteWriter) {
    switch indentation {
    case .none: break
    case .tab:
      output.append(ASCII.newline)
      for _ in 0..<level { output.append(0x09) }
    case .spaces(let width):
      output.append(ASCII.newline)
      for _ in 0..<level * width { output.append(ASCII.space) }
    case .text(let text):
      output.append(ASCII.newline)
      for _ in 0..<level { output.append(text: text) }
    }
  }
}

/// A writer that writes the values of a tape as JSON text (RFC 8259).
package struct JSONWriter: ~Copyable {
  let view: TapeView
  let options: JSONWritingOptions
  /// The number of levels by which a nested value is indented.
  let level: Int
  /// The open containers, outermost first: the end of each, and whether it is an object.
  private(set) var open: [(end: Int, isMap: Bool)] = []
  private let keys: WrittenKeys

  /// Appends the value at `root` to `output`, in the layout of a value that is `level` levels deep.
  /// - Throws: `notRepresentable` for NaN and infinities, or `depthLimit`, each with the index of
  ///   the node.
  package static func write(
    _ view: TapeView, root: Int = 0, options: JSONWritingOptions = .init(),
    level: Int = 0, to output: inout ByteWriter
  ) throws(WireFailure) {
    if options.escapesNonASCII {
      var inner = options
      var text = ByteWriter()
      inner.escapesNonASCII = false
      try write(view, root: root, options: inner, level: level, to: &text)
      output.appendASCII(ofJSON: text.bytes)
    } else if options.sortedKeys {
      var sorted = Tape()
      let copy = try view.copySorted(root, to: &sorted, depthLimit: options.depthLimit)
      var writer = JSONWriter(view: copy, options: options, level: level)
      try writer.write(0, to: &output)
    } else {
      var writer = JSONWriter(view: view, options: options, level: level)
      try writer.write(root, to: &output)
    }
  }

  private init(view: TapeView, options: JSONWritingOptions, level: Int) {
    self.view = view
    self.options = options
    self.level = level
    keys = WrittenKeys(wordCount: view.count)
  }

  private mutating func write(_ root: Int, to output: inout ByteWriter) throws(WireFailure) {
    let isPretty = options.indentation != .none
    let outer = open.count
    var position = root
    var end = view.next(root)
    var isMap = false
    var isFirst = true

    while true {
      // Close the containers that end here.
      while position >= end {
        guard open.count > outer else { return }
        if isPretty { endLine(ofContents: !isFirst, to: &output, depth: open.count - 1) }
        output.append(isMap ? ASCII.closeBrace : ASCII.closeBracket)
        isFirst = false
        open.removeLast()
        end = open.last?.end ?? view.next(root)
        isMap = open.last?.isMap ?? false
        if open.count == outer { return }
      }

      if open.count > outer {
        if !isFirst { output.append(ASCII.comma) }
        if isPretty { writeLineBreak(to: &output, depth: open.count) }
      }
      isFirst = false
      if isMap {
        let key = view[position]
        if !keys.append(key, to: &output) {
          let start = output.count
          writeText(key, to: &output)
          if isPretty {
            output.append(options.followsFoundation ? " : " : ": ")
          } else {
            output.append(ASCII.colon)
          }
          keys.keep(key, from: start, in: output)
        }
        position &+= 1
      }

      let node = view[position]
      switch node.kind {
      case .list, .map:
        if open.count >= options.depthLimit { throw WireFailure(.depthLimit, node: position) }
        isMap = node.kind == .map
        end = node.payload
        output.append(isMap ? ASCII.openBrace : ASCII.openBracket)
        if open.isEmpty { open.reserveCapacity(8) }
        open.append((end, isMap))
        isFirst = true
        position &+= 1
      case .alias:
        // The reader that made the alias has limited the total expansion.
        try write(view.unaliased(position), to: &output)
        position &+= 1
      default:
        try writeScalar(node, at: position, to: &output)
        position = view.next(position)
      }
      if open.count == outer { return }
    }
  }

  /// Starts the line of a closing bracket.
  func endLine(ofContents hasContents: Bool, to output: inout ByteWriter, depth: Int) {
    guard hasContents || options.followsFoundation else { return }
    if !hasContents { output.append(ASCII.newline) }
    writeLineBreak(to: &output, depth: depth)
  }

  func writeLineBreak(to output: inout ByteWriter, depth: Int) {
    options.breakLine(level: level + depth, in: &output)
  }
}

/// A cache of written keys. A repeated key is copied from the output, with its quotes, its escapes
/// and the colon.
///
/// Equal nodes of one tape always have the same bytes, and objects of one type share the nodes of
/// their keys.
@safe
struct WrittenKeys: ~Copyable {
  private struct Entry {
    /// The word of the key's node; 0, which is never a text node, for an empty entry.
    var word: UInt64 = 0
    var offset = 0
    var length = 0
  }

  private static let slotBits = 6

  /// One slot for each hash of a word; `nil` if the tape is too small for the cache to help.
  private let entries: UnsafeMutablePointer<Entry>?

  /// Creates a cache for a tape of `wordCount` words.
  init(wordCount: Int) {
    guard wordCount > 256 else {
      unsafe entries = nil
      return
    }
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << Self.slotBits)
    unsafe entries.initialize(repeating: Entry(), count: 1 << Self.slotBits)
    unsafe self.entries = entries
  }

  deinit { unsafe entries?.deallocate() }

  /// Appends `key` if the cache has it. Returns whether it did.
  @inline(__always)
  func append(_ key: Node, to output: inout ByteWriter) -> Bool {
    guard let entries = unsafe entries else { return false }
    let entry = unsafe entries[Self.slot(key)]
    guard entry.word == key.word else { return false }
    output.appendAgain(from: entry.offset, count: entry.length)
    return true
  }

  /// Stores `key`, whose text in `output` begins at `start` and ends at the end.
  @inline(__always)
  func keep(_ key: Node, from start: Int, in output: borrowing ByteWriter) {
    let length = output.count &- start
    guard let entries = unsafe entries, length <= ByteWriter.longestRepetition else { return }
    unsafe entries[Self.slot(key)] = Entry(word: key.word, offset: start, length: length)
  }

  @inline(__always)
  private static func slot(_ key: Node) -> Int {
    Int(truncatingIfNeeded: (key.word &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - slotBits))
  }
}
