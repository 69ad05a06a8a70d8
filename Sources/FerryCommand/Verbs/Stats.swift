import FerryBinary
import FerryTape

/// `ferry stats FILE...`
struct Stats: Verb {
  let name = "stats"
  let synopsis = "FILE..."
  let summary = "say what a binary file is made of"
  let discussion = """
    Says for every binary FILE how many bytes its tables, containers and values have, and what
    tables and packing saved.
    """
  let examples = """
      ferry stats *.ferry
    """
  let options: [Option] = []

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let output = Output()
    let messages = Messages(colour: options.colour)
    var code = ExitCode.success
    for file in options.operands.isEmpty ? ["-"] : options.operands {
      let input = try Input(path: file)
      var inspector = BinaryInspector(input.bytes) { _ in }
      do throws(Failure) {
        try inspector.inspect()
        output.append(Self.text(inspector.statistics, of: input.name))
      } catch {
        messages.report("\(input.name): byte \(error.offset): \(error.kind)")
        code = ExitCode.invalid
      }
    }
    try output.finish()
    return code
  }

  private static func text(_ statistics: BinaryStatistics, of name: String) -> String {
    var rows: [(String, Int, String)] = [
      ("all", statistics.total, ""),
      ("tables", statistics.tableBytes, ""),
      ("  keys", statistics.keys.bytes, "\(statistics.keys.count)"),
      ("  shapes", statistics.shapes.bytes, "\(statistics.shapes.count)"),
      ("  values", statistics.values.bytes, "\(statistics.values.count)"),
      ("containers", statistics.containers.bytes, "\(statistics.containers.count)"),
      ("scalars", statistics.scalars.bytes, "\(statistics.scalars.count)"),
      ("references", statistics.references.bytes, "\(statistics.references.count)"),
      ("packed blocks", statistics.packed.bytes, "\(statistics.packed.count)"),
    ]
    if statistics.frames.count > 0 {
      rows.insert(("frames", statistics.frames.bytes, "\(statistics.frames.count)"), at: 1)
    }
    var text = "\(name)\n"
    for (label, bytes, count) in rows {
      text += "  " + label.padded(to: 16) + "\(bytes)".aligned(to: 12) + " bytes"
      text += count.isEmpty ? "\n" : count.aligned(to: 12) + "\n"
    }
    text += "saved by\n"
    let savings = [
      ("shapes", statistics.savedByShapes, "\(statistics.objects) objects"),
      ("values", statistics.savedByValues, "\(statistics.references.count) references"),
      ("packing", statistics.savedByPacking, "\(statistics.packed.count) blocks"),
    ]
    for (label, bytes, of) in savings {
      text += "  " + label.padded(to: 16) + "\(bytes)".aligned(to: 12) + " bytes  \(of)\n"
    }
    return text
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func aligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
