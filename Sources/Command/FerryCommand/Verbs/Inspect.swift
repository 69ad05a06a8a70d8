import Ferry
import FerryBinaryEngine
import FerryItems

/// `ferry inspect [FILE]`
struct Inspect: Verb {
  let name = "inspect"
  let synopsis = "[FILE]"
  let summary = "explain every byte of a binary file"
  let discussion = """
    Explains the bytes of a binary document or record file: the offset, the bytes and the meaning
    of each part. CBOR and MessagePack are shown in the diagnostic notation of CBOR (RFC 8949,
    section 8), one document on each line. An invalid file is explained up to the error.
    """
  let examples = """
      ferry inspect archive.ferry | less
      echo '{"a": [1, 2]}' | ferry convert --to binary | ferry inspect
      ferry inspect attestation.cbor
    """
  let options: [Option] = [.from]

  /// The number of bytes shown on a line.
  private static let shownBytes = 8

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count < 2 else { throw .usage("inspect takes one FILE") }
    let file = options.operands.first
    let named = options.from ?? file.flatMap { Format.ofFile($0.description) }
    if let from = options.from, from.isText {
      throw .usage("inspect explains binary files only")
    }
    let input = try Input(path: file, isText: false)
    let output = Output()
    if let items = named?.items ?? Format.guess(input.bytes).items {
      return try notate(input, items, to: output, options)
    }
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
    return try finish(output, wrong, of: input, options)
  }

  /// Writes the items of `input` in diagnostic notation.
  private func notate(
    _ input: Input, _ format: ItemFormat, to output: Output, _ options: Options
  ) throws(CommandError) -> Int32 {
    var notation = DiagnosticNotation(input.bytes, format)
    var wrong: WireFailure?
    var text = ByteWriter()
    var hasNext = true
    while hasNext {
      text.clear()
      do throws(WireFailure) {
        hasNext = try notation.appendNext(to: &text)
      } catch {
        hasNext = false
        wrong = error
      }
      if text.count > 0 {
        output.append(String(decoding: text.bytes, as: UTF8.self).visible + "\n")
      }
      try output.flushWhenFull()
    }
    return try finish(output, wrong, of: input, options)
  }

  private func finish(
    _ output: Output, _ wrong: WireFailure?, of input: Input, _ options: Options
  ) throws(CommandError) -> Int32 {
    try output.finish()
    guard let wrong else { return ExitCode.success }
    Messages(colour: options.colour).report(
      Problem(
        wrong.kind, place: SourcePlace(binaryOffset: wrong.offset).in(input.name),
        hint: wrong.kind == .badMagic ? Format.unguessed : nil))
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
