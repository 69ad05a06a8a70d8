/// A regular expression of ECMA-262, as JSON Schema uses it: it matches anywhere in a text and
/// treats text as Unicode scalars.
///
/// Matching takes time in proportion to the text, whatever the pattern. The parts of ECMA-262 that
/// would need backtracking are errors: look-around and references to groups.
///
/// A pattern is immutable, so many threads can match with it.
package struct Pattern: Sendable {
  /// The text of the pattern.
  package let text: String
  private let automaton: PatternAutomaton

  /// Compiles `text`.
  ///
  /// `tableLimit` is the maximum number of transitions in the table, of two bytes each. A state
  /// without a row in the table makes matching up to a thousand times as long. `workLimit` bounds the
  /// time for the table, in instructions visited.
  /// - Throws: `PatternError` for invalid and unsupported syntax, and for a pattern that is too
  ///   large.
  package init(
    _ text: String, tableLimit: Int = 1 << 14, workLimit: Int = 1 << 20
  ) throws(PatternError) {
    self.text = text
    var parser = PatternParser(text)
    let program = try PatternProgram(try parser.parse(), text)
    size = program.sets.reduce(program.instructions.count) { $0 + $1.ranges.count }
    automaton = PatternAutomaton(program, tableLimit: tableLimit, workLimit: workLimit)
  }

  /// The number of states and of ranges of characters, which bounds the memory besides the table.
  package let size: Int

  /// The number of transitions in the table.
  package var tableSize: Int { automaton.tableSize }

  /// The number of instructions visited for the table.
  package var work: Int { automaton.work }

  /// The matcher of the pattern, without a reference count. It is valid as long as the pattern is.
  package var matcher: Matcher { unsafe Matcher(automaton: .passUnretained(automaton)) }

  /// A matcher that a pattern owns.
  @safe
  package struct Matcher: BitwiseCopyable {
    fileprivate let automaton: Unmanaged<PatternAutomaton>

    fileprivate init(automaton: Unmanaged<PatternAutomaton>) { unsafe self.automaton = automaton }

    /// Returns whether the pattern matches a part of `text`, which is valid UTF-8.
    @inline(__always)
    package func matches(_ text: ByteView) -> Bool {
      // The owner of the pattern guarantees that it exists.
      unsafe automaton._withUnsafeGuaranteedRef { $0.matches(text) }
    }
  }

  /// Returns whether the pattern matches a part of `text`, which is valid UTF-8.
  package func matches(_ text: ByteView) -> Bool { automaton.matches(text) }

  /// Returns whether the pattern matches a part of `text`.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withByteView { automaton.matches($0) }
  }
}
