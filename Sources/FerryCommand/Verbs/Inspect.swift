import FerryBinary
import FerryBytes
import FerryTape

/// `ferry inspect [FILE]`
struct Inspect: Verb {
  let name = "inspect"
  let synopsis = "[FILE]"
  let summary = "explain every byte of a binary file"
  let discussion = """
    Explains the bytes of a binary document or record file: the offset, the bytes and the meaning
    of each part. An invalid file is explained up to the error.
    """
  let examples = """
      ferry inspect archive.ferry | less
      echo '{"a": [1, 2]}' | ferry convert --to binary | ferry inspect
    """
  let options: [Option] = [.from]

  /// The number of bytes shown on a line.
  private static let shownBytes = 8

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count < 2 else { throw .usage("inspect takes one FILE") }
    guard options.from == nil || options.from == .binary else {
      throw .usage("inspect explains binary files only")
    }
    let input = try Input(path: options.operands.first)
    let output = Output()
    let digits = max(4, String(input.bytes.count, radix: 16).count)
    var failure: CommandError?
    var inspector = BinaryInspector(input.bytes) { line in
      guard failure == nil else { return }
      do throws(CommandError) {
        output.append(Self.text(line, input.bytes, digits: digits))
        try output.flushWhenFull()
      } catch {
        failure = error
      }
    }
    var wrong: WireFailure?
    do throws(WireFailure) {
      try inspector.inspect()
    } catch {
      wrong = error
    }
    if let failure { throw failure }
    try output.finish()
    guard let wrong else { return ExitCode.success }
    Messages(colour: options.colour)
      .report("\(input.name): byte \(wrong.offset): \(wrong.kind)")
    return ExitCode.invalid
  }

  /// Returns the text of a line:
  ///
  /// ```
  /// 001f  d2 40 42 0f              "id": 1000000
  /// ```
  private static func text(
    _ line: BinaryInspector.Line, _ bytes: ByteView, digits: Int
  ) -> String {
    let shown = min(line.length, shownBytes)
    var dump = bytes[line.offset..<line.offset + shown].map { hex(Int($0), digits: 2) }
      .joined(separator: " ")
    if line.length > shown { dump += "…" }
    let column = 3 * shownBytes + 2
    return hex(line.offset, digits: digits) + "  " + dump
      + String(repeating: " ", count: column - dump.count + 2 * line.depth) + line.text.visible
      + "\n"
  }

  private static func hex(_ value: Int, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
