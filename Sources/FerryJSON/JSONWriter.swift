import FerryBytes
import FerryTape

/// How a ``JSONWriter`` lays text out. The default is compact, in the tape's order.
package struct JSONWritingOptions: Sendable, Equatable {
  /// White space in front of each element.
  package enum Indentation: Sendable, Equatable {
    case none, spaces(Int), tab
  }

  /// What becomes of NaN and the infinities, for which JSON has no number.
  package enum NonFinite: Sendable, Equatable {
    case fail, null, string
  }

  package var indentation = Indentation.none
  /// Puts a space in front of the colon too, and an empty line into what is empty, as Foundation's
  /// pretty printing does.
  package var followsFoundation = false
  /// Keys in the order of their UTF-8 bytes.
  package var sortedKeys = false
  /// Writes `/` as `\/`.
  package var escapesSlashes = false
  package var nonFinite = NonFinite.fail
  /// Containers inside each other, at most.
  package var depthLimit = OpenContainer.standardLimit

  package init() {}
}

extension JSONWritingOptions {
  /// Starts a line of a layout that has some, `level` levels deep.
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
    }
  }
}

/// Writes the values of a tape as JSON text (RFC 8259).
package struct JSONWriter: ~Copyable {
  let view: TapeView
  let options: JSONWritingOptions
  /// Levels that the value is indented by, where it stands inside of others.
  let level: Int
  /// The containers that are open, outermost first: where each ends, and whether it is a map.
  private(set) var open: [(end: Int, isMap: Bool)] = []
  private let keys: WrittenKeys

  /// Appends the value at `root` to `output`, laid out as one that stands `level` levels deep.
  /// - Throws: `notRepresentable` for NaN and infinities, `depthLimit`; with the node's index.
  package static func write(
    _ view: TapeView, root: Int = 0, options: JSONWritingOptions = .init(),
    level: Int = 0, to output: inout ByteWriter
  ) throws(WireFailure) {
    if options.sortedKeys {
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
      // Close what ends here.
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
        // Whoever made the alias has bounded what all of them expand to.
        try write(view.resolved(position), to: &output)
        position &+= 1
      default:
        try writeScalar(node, at: position, to: &output)
        position = view.next(position)
      }
      if open.count == outer { return }
    }
  }

  /// Breaks the line in front of a closing bracket.
  func endLine(ofContents hasContents: Bool, to output: inout ByteWriter, depth: Int) {
    guard hasContents || options.followsFoundation else { return }
    if !hasContents { output.append(ASCII.newline) }
    writeLineBreak(to: &output, depth: depth)
  }

  func writeLineBreak(to output: inout ByteWriter, depth: Int) {
    options.breakLine(level: level + depth, in: &output)
  }
}

/// Where keys were written last: one that comes again is copied from there, with its quotes, its
/// escapes and the colon.
///
/// Equal nodes of one tape are the same bytes, whatever their kind, and records of one type share
/// the nodes of their keys.
@safe
struct WrittenKeys: ~Copyable {
  private struct Entry {
    /// The word of the key's node; 0, which is no text, while there is none.
    var word: UInt64 = 0
    var offset = 0
    var length = 0
  }

  private static let slotBits = 6

  /// One slot for each hash of a word; `nil` where there are too few keys for it to pay.
  private let entries: UnsafeMutablePointer<Entry>?

  /// For a tape of `wordCount` words.
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

  /// Appends `key` if it was written before.
  @inline(__always)
  func append(_ key: Node, to output: inout ByteWriter) -> Bool {
    guard let entries = unsafe entries else { return false }
    let entry = unsafe entries[Self.slot(key)]
    guard entry.word == key.word else { return false }
    output.appendAgain(from: entry.offset, count: entry.length)
    return true
  }

  /// Remembers `key`, which `output` has from `start` to its end.
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
