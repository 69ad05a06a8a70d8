/// A pattern as a table of states, as far as the table's limit allows. States without a row are
/// computed for each match.
final class PatternAutomaton: @unchecked Sendable {
  // Sendable: nothing changes after `init`.

  /// By the row and the class of the next scalar: the start of the row of the next state. The last
  /// class is the end of the text.
  private let transitions: TableView<UInt16>
  /// The class of each ASCII character.
  private let ascii: ByteView
  private let width: Int
  private let classes: ScalarClasses
  private let steps: PatternSteps
  /// The states, if the table does not have all transitions.
  private let states: [PatternSteps.State]
  private let memory: OwnedBytes
  /// The number of instructions visited for the table.
  let work: Int

  private static let unknown: UInt16 = 0xFFFF
  private static let failed: UInt16 = 0xFFFE
  private static let accepted: UInt16 = 0xFFFD

  init(_ program: PatternProgram, tableLimit: Int, workLimit: Int) {
    classes = program.classes
    width = classes.count + 1
    steps = PatternSteps(program)
    let (states, table, work) = Self.build(
      steps, width: width, tableLimit: min(tableLimit, Int(Self.accepted)), workLimit: workLimit)
    self.work = work
    self.states = states
    var tables = TableWriter()
    let asciiRange = tables.append(classes.ascii)
    let range = tables.append(table)
    let memory = OwnedBytes(copying: tables.bytes)
    ascii = ByteView(rebasing: memory.view[asciiRange])
    transitions = TableView(ByteView(rebasing: memory.view[range]))
    self.memory = memory
  }

  /// The number of transitions in the table.
  var tableSize: Int { transitions.count }

  /// Returns a table, a state at a time, until it reaches its limit or the work for it does.
  private static func build(
    _ steps: PatternSteps, width: Int, tableLimit: Int, workLimit: Int
  ) -> (states: [PatternSteps.State], table: [UInt16], work: Int) {
    var numbers: [PatternSteps.State: UInt16] = [:]
    var workspace = PatternSteps.Workspace(steps)
    var work = 0
    var states = [steps.start(&workspace)]
    var table: [UInt16] = []
    numbers[states[0]] = 0
    var state = 0
    while state < states.count, table.count + width <= tableLimit, work < workLimit {
      for number in 0..<width {
        work += states[state].items.count + 8
        switch steps.step(states[state], class: number, &workspace) {
        case .failed: table.append(failed)
        case .accepted: table.append(accepted)
        case .state(let next):
          if numbers[next] == nil, (states.count + 1) * width <= tableLimit {
            numbers[next] = UInt16(states.count * width)
            states.append(next)
          }
          table.append(numbers[next] ?? unknown)
        }
      }
      state += 1
    }
    // A state may have a number and no row.
    for place in table.indices where table[place] < accepted && Int(table[place]) >= table.count {
      table[place] = unknown
    }
    return (table.isEmpty || table.contains(unknown) ? states : [], table, work)
  }

  func matches(_ text: ByteView) -> Bool {
    let (transitions, ascii, width) = (self.transitions, self.ascii, self.width)
    if transitions.count == 0 { return simulate(states[0], text, from: 0) }
    var row = 0
    var position = 0
    while position <= text.count {
      let start = position
      let number: Int
      if position == text.count {
        number = width &- 1
        position &+= 1
      } else if text[position] < 0x80 {
        number = Int(ascii[Int(text[position])])
        position &+= 1
      } else {
        number = otherClass(of: text, &position)
      }
      let next = transitions[row &+ number]
      if next >= Self.accepted {
        if next == Self.unknown { return simulate(states[row / width], text, from: start) }
        return next == Self.accepted
      }
      row = Int(next)
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
      let isAtEnd = position == text.count
      let number = isAtEnd ? width - 1 : otherClass(of: text, &position)
      if isAtEnd { position += 1 }
      switch steps.step(state, class: number, &workspace) {
      case .failed: return false
      case .accepted: return true
      case .state(let next): state = next
      }
    }
    return false
  }

  /// Returns the class of the scalar at `position` and moves after it.
  @inline(never)
  private func otherClass(of text: ByteView, _ position: inout Int) -> Int {
    let byte = UInt32(text[position])
    let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    var scalar = length == 1 ? byte : byte & (0xFF >> UInt32(length + 1))
    let end = min(position + length, text.count)
    for index in position + 1..<max(end, position + 1) {
      scalar = scalar << 6 | UInt32(text[index] & 0x3F)
    }
    position = end
    return classes.of(scalar)
  }
}
