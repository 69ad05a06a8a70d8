/// The steps of a pattern's automaton: from a set of instructions and a class to the next set.
struct PatternSteps: Sendable {
  /// The instructions at which a match can go on, in ascending order, and the position's context.
  struct State: Hashable, Sendable {
    var items: [UInt16] = []
    var isAtStart = false
    /// Whether the last scalar belongs to a word; false for patterns without `\b`.
    var isAfterWord = false
  }

  enum Result {
    case failed, accepted
    case state(State)
  }

  /// Memory that steps reuse.
  struct Workspace {
    /// By the instruction: the last collection that it was part of.
    fileprivate var marks: [Int]
    fileprivate var number = 0
    fileprivate var pending: [Int] = []

    init(_ steps: PatternSteps) { marks = Array(repeating: 0, count: steps.instructions.count) }
  }

  /// The values of assertions at a position, or `nil` while the next scalar is unknown.
  private struct Context {
    let isAtStart: Bool
    let isAtEnd: Bool
    let isAtBoundary: Bool

    func holds(_ assertion: PatternAssertion) -> Bool {
      switch assertion {
      case .start: isAtStart
      case .end: isAtEnd
      case .wordBoundary: isAtBoundary
      case .noWordBoundary: !isAtBoundary
      }
    }
  }

  private let instructions: [PatternProgram.Instruction]
  private let startInstruction: Int
  private let classes: ScalarClasses
  /// The set of the characters of words, if the pattern needs it.
  private let wordSet: Int?

  init(_ program: PatternProgram) {
    instructions = program.instructions
    startInstruction = program.start
    classes = program.classes
    wordSet = program.wordSet
  }

  func start(_ workspace: inout Workspace) -> State {
    var state = State(isAtStart: true)
    workspace.number += 1
    collect(startInstruction, into: &state, nil, &workspace)
    state.items.sort()
    return state
  }

  /// Returns the state after a scalar of the class `number`, or after the end of the text.
  func step(_ state: State, class number: Int, _ workspace: inout Workspace) -> Result {
    let isAtEnd = number == classes.count
    let isWord = !isAtEnd && wordSet.map { classes.contains($0, class: number) } ?? false
    let context = Context(
      isAtStart: state.isAtStart, isAtEnd: isAtEnd, isAtBoundary: state.isAfterWord != isWord)
    // The assertions are decided here, because the next scalar is known here.
    var ready = State()
    workspace.number += 1
    for item in state.items { collect(Int(item), into: &ready, context, &workspace) }

    var next = State(isAfterWord: isWord)
    workspace.number += 1
    for item in ready.items {
      switch instructions[Int(item)] {
      case .accept: return .accepted
      case .set(let set, let target) where !isAtEnd && classes.contains(set, class: number):
        collect(target, into: &next, nil, &workspace)
      default: break
      }
    }
    if isAtEnd { return .failed }
    // A match can begin anywhere.
    collect(startInstruction, into: &next, nil, &workspace)
    if workspace.marks[0] == workspace.number { return .accepted }
    if next.items.isEmpty { return .failed }
    next.items.sort()
    return .state(next)
  }

  /// Adds the instructions that `first` leads to without a scalar. Without a context, assertions
  /// are added undecided, except those that cannot hold after the start of the text.
  private func collect(
    _ first: Int, into state: inout State, _ context: Context?, _ workspace: inout Workspace
  ) {
    workspace.pending.append(first)
    while let index = workspace.pending.popLast() {
      guard workspace.marks[index] != workspace.number else { continue }
      workspace.marks[index] = workspace.number
      switch instructions[index] {
      case .split(let left, let right):
        workspace.pending.append(right)
        workspace.pending.append(left)
      case .assertion(let assertion, let next):
        if let context {
          if context.holds(assertion) { workspace.pending.append(next) }
        } else if assertion != .start || state.isAtStart {
          state.items.append(UInt16(index))
        }
      case .set, .accept: state.items.append(UInt16(index))
      }
    }
  }
}
