/// A pattern as a list of instructions: a nondeterministic automaton (Thompson 1968).
package struct PatternProgram {
  package enum Instruction {
    /// Matches a scalar of the set.
    case set(Int, next: Int)
    /// Goes on at both instructions.
    case split(Int, Int)
    /// Goes on if the assertion holds.
    case assertion(PatternAssertion, next: Int)
    case accept
  }

  package private(set) var instructions: [Instruction] = [.accept]
  package private(set) var sets: [ScalarSet] = []
  package private(set) var start = 0
  /// The set of the characters of words, if the pattern needs it.
  package private(set) var wordSet: Int?
  package private(set) var classes = ScalarClasses()
  private var setNumbers: [[ClosedRange<UInt32>]: Int] = [:]
  /// The number of parts compiled, including those without instructions.
  private var work = 0
  private let text: String

  /// Bounds memory, and the time per character for states without a table.
  private static let sizeLimit = 5000

  /// Compiles a parsed pattern.
  /// - Throws: `PatternError` for a pattern that is too large.
  package init(_ node: PatternNode, _ text: String) throws(PatternError) {
    self.text = text
    start = try compile(node, before: 0)
    let needsWords = instructions.contains {
      guard case .assertion(let kind, _) = $0 else { return false }
      return kind == .wordBoundary || kind == .noWordBoundary
    }
    if needsWords { wordSet = number(of: .word) }
    guard let classes = ScalarClasses(sets) else {
      throw PatternError(
        text, "the pattern is too large: it has too many classes of characters", isUnsupported: true
      )
    }
    self.classes = classes
  }

  private mutating func append(_ instruction: Instruction) throws(PatternError) -> Int {
    guard instructions.count < Self.sizeLimit else { throw tooLarge }
    instructions.append(instruction)
    return instructions.count - 1
  }

  private var tooLarge: PatternError {
    PatternError(
      text, "the pattern is too large: it needs more than \(Self.sizeLimit) states",
      isUnsupported: true)
  }

  /// Appends the instructions of `node` and returns the first of them. They go on at `next`.
  private mutating func compile(
    _ node: PatternNode, before next: Int
  ) throws(PatternError) -> Int {
    work += 1
    guard work < 20 * Self.sizeLimit else { throw tooLarge }
    switch node {
    case .empty: return next
    case .set(let set): return try append(.set(number(of: set), next: next))
    case .assertion(let assertion): return try append(.assertion(assertion, next: next))
    case .sequence(let parts):
      var next = next
      for part in parts.reversed() { next = try compile(part, before: next) }
      return next
    case .alternatives(let choices):
      var starts: [Int] = []
      for choice in choices { starts.append(try compile(choice, before: next)) }
      var start = starts[starts.count - 1]
      for other in starts.dropLast().reversed() { start = try append(.split(other, start)) }
      return start
    case .repeated(let part, let least, let most):
      var next = next
      if let most {
        let end = next
        for _ in least..<most { next = try append(.split(compile(part, before: next), end)) }
      } else {
        let loop = try append(.split(next, next))
        instructions[loop] = .split(try compile(part, before: loop), next)
        next = loop
      }
      for _ in 0..<least { next = try compile(part, before: next) }
      return next
    }
  }

  private mutating func number(of set: ScalarSet) -> Int {
    if let number = setNumbers[set.ranges] { return number }
    sets.append(set)
    setNumbers[set.ranges] = sets.count - 1
    return sets.count - 1
  }
}
