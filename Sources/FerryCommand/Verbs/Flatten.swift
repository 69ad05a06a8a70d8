import FerryBytes
import FerryJSON
import FerryPath
import FerryStreams
import FerryTape

/// `ferry flatten [FILE]`
struct Flatten: Verb {
  let name = "flatten"
  let synopsis = "[FILE]"
  let summary = "one 'path = value' a line, for grep and diff"
  let discussion = """
    Prints every scalar of FILE, and every empty list and map, as a line 'path = value', the value
    as JSON. ferry unflatten makes a document of such lines again. Each document of a series
    has an index in front: [0].name.
    """
  let examples = """
      ferry flatten package.json | grep version
      diff <(ferry flatten old.yaml) <(ferry flatten new.yaml)
      ferry flatten config.json | sed 's/8080/9090/' | ferry unflatten --indent 2
    """
  let options = Option.formats + [.output, .sortKeys, .nonFinite]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    guard options.operands.count <= 1 else {
      throw .usage("flatten takes one file, not \(options.operands.count)")
    }
    guard options.to == nil || options.to == .json else { throw .usage("flatten writes lines") }
    let stream = try DocumentStream(options.operands.first, told: options.from)
    let output =
      try options.value(of: .output).map { path throws(CommandError) in
        try Output(path: path)
      } ?? Output()
    do throws(CommandError) {
      try flatten(stream, output, options)
      try output.finish()
    } catch {
      output.abandon()
      throw error
    }
    return ExitCode.success
  }

  private func flatten(
    _ stream: DocumentStream, _ output: Output, _ options: Options
  ) throws(CommandError) {
    let several = try stream.isSeveral()
    var sorted = Tape()
    var number = 0
    while let document = try stream.next() {
      var view = document.view
      var root = document.root
      var prefix: [UInt8] = []
      if several { prefix = Array("[\(number)]".utf8) }
      number += 1
      do throws(Failure) {
        if options.layout.sortsKeys {
          sorted.clear()
          try view.copySorted(root, to: &sorted, depthLimit: 512)
          view = TapeView(
            words: sorted.words, count: sorted.count, input: view.input, arena: view.arena)
          root = 0
        }
        var walk = FlatWalk(view, options.layout.json, prefix)
        try walk.write(root, to: &output.buffer)
      } catch {
        throw .invalid(stream.diagnostic(of: error, in: document))
      }
      try output.flushWhenFull()
    }
  }
}

/// Writes the leaves of a value, each with its path.
private struct FlatWalk {
  let view: TapeView
  let options: JSONWritingOptions
  /// The path to where the walk is.
  private var path: [UInt8]

  init(_ view: TapeView, _ options: JSONWritingOptions, _ prefix: [UInt8]) {
    self.view = view
    self.options = options
    path = prefix
  }

  mutating func write(_ index: Int, to output: inout ByteWriter) throws(Failure) {
    let index = view.resolved(index)
    let node = view[index]
    let isContainer = node.kind == .map || node.kind == .list
    guard isContainer, view.elementCount(index) > 0 else {
      if node.kind == .packed, view.elementCount(index) > 0 {
        return try writePacked(index, to: &output)
      }
      return try writeLine(index, to: &output)
    }
    var position = index + 1
    var ordinal = 0
    let length = path.count
    // Readers do not nest deeper than they say, so this recursion does not either.
    while position < node.payload {
      if node.kind == .map {
        let key = WirePath(steps: [.key(view.string(view[view.resolved(position)]))]).description
        if length > 0, !key.hasPrefix("[") { path.append(UInt8(ascii: ".")) }
        path += Array(key.utf8)
        position = view.next(position)
      } else {
        path += Array("[\(ordinal)]".utf8)
        ordinal += 1
      }
      try write(position, to: &output)
      path.removeSubrange(length...)
      position = view.next(position)
    }
  }

  private func writeLine(_ index: Int, to output: inout ByteWriter) throws(Failure) {
    writePath(to: &output)
    try JSONWriter.write(view, root: index, options: options, to: &output)
    output.append("\n")
  }

  private func writePacked(_ index: Int, to output: inout ByteWriter) throws(Failure) {
    var text = ByteWriter()
    try JSONWriter.write(view, root: index, options: options, to: &text)
    // Numbers have no commas: every one separates two of them.
    let numbers = text.bytes.dropFirst().dropLast().split(separator: UInt8(ascii: ","))
    for (ordinal, number) in numbers.enumerated() {
      for byte in path { output.append(byte) }
      for byte in "[\(ordinal)] = ".utf8 { output.append(byte) }
      for byte in number { output.append(byte) }
      output.append("\n")
    }
  }

  private func writePath(to output: inout ByteWriter) {
    for byte in path { output.append(byte) }
    output.append(path.isEmpty ? "= " : " = ")
  }
}
