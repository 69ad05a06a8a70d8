package import FerryBase

/// A source of the looks of documents.
package protocol YAMLLooks: Sendable {
  /// Returns the layout of a document before it is written; nil if the writer chooses everything.
  func layout(of view: TapeView, _ root: Int) -> YAMLLayout?
  /// Whether documents may have comments.
  var hasComments: Bool { get }
  /// Returns the comments of a document after it was written and read again, by the values of the
  /// members that the comments are above.
  func comments(of view: TapeView, _ root: Int) -> [Int: String]
}

/// The styles, anchors and aliases of one document that differ from the writer's own choice. All
/// indexes are those of values on the tape.
package struct YAMLLayout: Sendable {
  /// The style of a value (YAML 1.2, chapters 7 and 8).
  package enum Style: Sendable {
    case block, flow
    case literal, folded, singleQuoted, doubleQuoted
  }

  package var styles: [Int: Style] = [:]
  /// The numbers of the anchors.
  package private(set) var anchors: [Int: Int] = [:]
  /// For a value that is written as an alias, the number of the anchor.
  package private(set) var aliases: [Int: Int] = [:]

  package init() {}

  /// Returns the name of an anchor.
  static func anchorName(_ number: Int) -> String { "a\(number)" }
}

// MARK: - Repeated values

extension YAMLLayout {
  /// Adds an anchor to the first of several equal arrays or objects, and aliases for the others.
  /// Empty ones have none, and neither has the root.
  ///
  /// Each value gets a number. Equal values have equal numbers, so an array is known by the numbers
  /// of its elements. The work is linear in the tape.
  package mutating func addAnchors(_ view: TapeView, root: Int) {
    var numbering = Numbering(view)
    _ = numbering.number(of: root)
    var firsts: [Int: Int] = [:]
    var covered: Range<Int> = 0..<0
    for (index, number) in numbering.containers.sorted(by: { $0.index < $1.index })
    where index != root && !covered.contains(index) {
      guard let first = firsts[number] else {
        firsts[number] = index
        continue
      }
      let anchor = anchors[first] ?? anchors.count + 1
      anchors[first] = anchor
      aliases[index] = anchor
      // The contents of an alias are not written.
      covered = index..<view.next(index)
    }
  }

  private struct Numbering {
    private let view: TapeView
    private var scalars: [[UInt8]: Int] = [:]
    private var groups: [[Int]: Int] = [:]
    private(set) var containers: [(index: Int, number: Int)] = []

    init(_ view: TapeView) { self.view = view }

    mutating func number(of start: Int) -> Int {
      let index = view.unaliased(start)
      let node = view[index]
      guard node.kind.hasContents else { return numberOfScalar(index) }
      var members = [-Int(node.kind.rawValue)]
      // Readers and encoders limit the depth, so this recursion is bounded.
      for child in view.elements(ofList: index) { members.append(number(of: child)) }
      let fresh = scalars.count + groups.count
      let number = groups[members] ?? fresh
      groups[members] = number
      if members.count > 1 { containers.append((start, number)) }
      return number
    }

    private mutating func numberOfScalar(_ index: Int) -> Int {
      let node = view[index]
      var key = [node.kind.rawValue]
      switch node.kind {
      case .packed: key += Array(view.packed(index).elements) + [view.packed(index).type.rawValue]
      case .null, .false, .true: break
      case .integer, .float: key += Self.bytes(node.word)
      case .int64, .uint64, .double, .date:
        key += Self.bytes(view.word(after: index)) + [UInt8(truncatingIfNeeded: node.length)]
      default: key += Array(view.stored(node))
      }
      let fresh = scalars.count + groups.count
      let number = scalars[key] ?? fresh
      scalars[key] = number
      return number
    }

    private static func bytes(_ word: UInt64) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
    }
  }
}

// MARK: - Short values

extension YAMLLayout {
  /// Gives flow style to arrays and objects of scalars that take at most `width` columns on one
  /// line. Text of several lines stays a block.
  package mutating func addFlow(upTo width: Int, _ view: TapeView, root: Int) {
    var index = root
    let end = view.next(root)
    while index < end {
      let node = view[index]
      if styles[index] == nil, isOfScalars(index, view),
        flowWidth(of: index, in: view).map({ $0 <= width }) == true
      {
        styles[index] = .flow
      }
      // The contents of a container are next.
      index = node.kind.hasContents ? index + 1 : view.next(index)
    }
  }

  private func isOfScalars(_ index: Int, _ view: TapeView) -> Bool {
    switch view[index].kind {
    case .packed: true
    case .list, .map:
      view.elements(ofList: index).allSatisfy {
        !view[$0].kind.hasContents && !view[$0].kind.isIndirect && view[$0].kind != .packed
      }
    default: false
    }
  }

  /// Returns the width of an array or object of scalars; nil if it has other values, or needs
  /// several lines. Quotes and escapes do not count.
  private func flowWidth(of index: Int, in view: TapeView) -> Int? {
    guard let value = try? AnyValue(view, at: index) else { return nil }
    // Brackets, and `, ` or `: ` after each scalar but the last one.
    var sum = 0
    for element in value.array ?? [] {
      guard let width = width(of: element) else { return nil }
      sum += width + 2
    }
    for (key, member) in value.object ?? AnyValue.Object() {
      guard let width = width(of: member) else { return nil }
      sum += key.count + width + 4
    }
    return sum
  }

  private func width(of scalar: AnyValue) -> Int? {
    switch scalar {
    case .null: 4
    case .bool: 5
    case .number(let number): number.text.count
    case .string(let text): text.contains(where: \.isNewline) ? nil : text.count
    case .bytes, .array, .object, .tagged: nil
    }
  }
}
