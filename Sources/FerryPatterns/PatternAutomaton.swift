package import FerryBytes

/// A pattern as a table of states, as far as the table's limit allows. States without a row are
/// computed for each match.
struct PatternAutomaton: Sendable {
  /// By the state and the class of the next scalar: the next state. The last class is the end of
  /// the text.
  private(set) var transitions: [UInt16] = []
  private let classes: ScalarClasses
  private let steps: PatternSteps
  private var rows: [PatternSteps.State] = []
  private let width: Int

  private static let unknown: UInt16 = 0xFFFF
  private static let failed: UInt16 = 0xFFFE
  private static let accepted: UInt16 = 0xFFFD

  init(
    _ program: PatternProgram, tableLimit: Int, _ text: String
  ) throws(PatternError) {
    let needsWords = program.instructions.contains {
      if case .assertion(let kind, _) = $0 {
        kind == .wordBoundary || kind == .noWordBoundary
      } else {
        false
      }
    }
    let sets = program.sets + (needsWords ? [.word] : [])
    guard let classes = ScalarClasses(sets) else {
      throw PatternError(text, "the pattern has too many classes of characters")
    }
    self.classes = classes
    width = classes.count + 1
    steps = PatternSteps(program, classes, wordSet: needsWords ? sets.count - 1 : nil)
    build(tableLimit: min(tableLimit, Int(Self.accepted) * width))
  }

  /// Fills the table, a state at a time, until it reaches its limit or the work for it does.
  private mutating func build(tableLimit: Int) {
    var numbers: [PatternSteps.State: UInt16] = [:]
    var workspace = PatternSteps.Workspace(steps)
    var work = 64 * tableLimit
    rows = [steps.start(&workspace)]
    numbers[rows[0]] = 0
    var state = 0
    while state < rows.count, transitions.count + width <= tableLimit, work > 0 {
      for number in 0..<width {
        work -= rows[state].items.count + 8
        switch steps.step(rows[state], class: number, &workspace) {
        case .failed: transitions.append(Self.failed)
        case .accepted: transitions.append(Self.accepted)
        case .state(let next):
          if let known = numbers[next] {
            transitions.append(known)
          } else if (rows.count + 1) * width <= tableLimit {
            numbers[next] = UInt16(rows.count)
            transitions.append(UInt16(rows.count))
            rows.append(next)
          } else {
            transitions.append(Self.unknown)
          }
        }
      }
      state += 1
    }
    // A state with a row needs its instructions only for transitions that are not in the table.
    if state == rows.count, !transitions.contains(Self.unknown) { rows = [] }
  }

  func matches(_ text: ByteView) -> Bool {
    var state = 0
    var position = 0
    while position <= text.count {
      let start = position
      let number = nextClass(of: text, &position)
      let place = state &* width &+ number
      guard place < transitions.count, transitions[place] != Self.unknown else {
        return simulate(rows[state], text, from: start)
      }
      let next = transitions[place]
      if next >= Self.accepted { return next == Self.accepted }
      state = Int(next)
    }
    return false
  }

  /// Goes on without the table.
  private func simulate(
    _ state: PatternSteps.State, _ text: ByteView, from start: Int
  ) -> Bool {
    var workspace = PatternSteps.Workspace(steps)
    var (state, position) = (state, start)
    while position <= text.count {
      switch steps.step(state, class: nextClass(of: text, &position), &workspace) {
      case .failed: return false
      case .accepted: return true
      case .state(let next): state = next
      }
    }
    return false
  }

  /// Returns the class of the scalar at `position`, or of the end of the text, and moves after it.
  @inline(__always)
  private func nextClass(of text: ByteView, _ position: inout Int) -> Int {
    guard position < text.count else {
      position &+= 1
      return width &- 1
    }
    let byte = text[position]
    if byte < 0x80 {
      position &+= 1
      return classes.ofASCII(byte)
    }
    return classes.of(Self.scalar(of: text, &position))
  }

  /// Decodes the scalar at `position`, of which the first byte is not ASCII, and moves after it.
  private static func scalar(of text: ByteView, _ position: inout Int) -> UInt32 {
    let byte = UInt32(text[position])
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    var scalar = byte & (0xFF >> UInt32(length + 1))
    let end = min(position + length, text.count)
    for index in position + 1..<max(end, position + 1) {
      scalar = scalar << 6 | UInt32(text[index] & 0x3F)
    }
    position = end
    return scalar
  }
}
