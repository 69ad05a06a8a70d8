import FerrySystem

extension Options {
  /// How documents in `format` are laid out: as the options say, else over several lines on a terminal
  /// and without white space elsewhere.
  func layout(for format: Format) throws(CommandError) -> Layout {
    switch format {
    case .json, .json5, .seq: break
    case .ndjson:
      if layout.indentation != .none {
        try refuse([.indent, .tab], "ndjson has a document on each line")
      }
    case .yaml:
      try refuse([.compact, .tab], "YAML has its own layout")
      try refuse([.nonFinite], "YAML has NaN and infinity")
      if let text = value(of: .indent), let width = Int(text), !(2...9).contains(width) {
        throw .usage("--indent takes 2 to 9 spaces in YAML, not \(text)")
      }
    case .binary:
      try refuse([.compact, .indent, .tab], "the binary format has no layout")
      try refuse([.nonFinite], "the binary format has NaN and infinity")
    }
    var layout = layout
    let isChosen = [Option.compact, .indent, .tab].contains(where: has)
    if format == .json || format == .seq, !isChosen, !has(.inPlace),
      Terminal.isBehind(STDOUT_FILENO), file(of: .output).map(Output.isStandard) ?? true
    {
      layout.indentation = .spaces(2)
    }
    return layout
  }
}
