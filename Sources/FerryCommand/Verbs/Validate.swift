import FerryPath
import FerryTape

/// `ferry validate FILE...`
struct Validate: Verb {
  let name = "validate"
  let synopsis = "FILE..."
  let summary = "say where files are wrong"
  let discussion = """
    Reads every FILE and says where it is wrong: file, line, column and path. A bad line of
    ndjson does not end the reading.
    """
  let examples = """
      ferry validate config/*.yaml
      ferry validate --strict --quiet api.json && deploy
    """
  let options = Option.formats + [.strict, .quiet]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    let messages = Messages(colour: options.colour)
    let output = Output()
    let files = options.operands.isEmpty ? ["-"] : options.operands
    var code = ExitCode.success
    for file in files {
      do throws(CommandError) {
        let stream = try DocumentStream(file, told: options.from)
        let tally = try validate(stream, options, messages)
        if tally.bad > 0 { code = max(code, ExitCode.invalid) }
        guard !options.has(.quiet) else { continue }
        output.append(tally.summary(of: stream))
        try output.flushWhenFull()
      } catch {
        // The other files are worth a look all the same.
        guard case .system(let message) = error else { throw error }
        messages.report(message)
        code = ExitCode.trouble
      }
    }
    try output.finish()
    return code
  }

  private func validate(
    _ stream: DocumentStream, _ options: Options, _ messages: Messages
  ) throws(CommandError) -> Tally {
    var tally = Tally()
    while true {
      do throws(CommandError) {
        guard let document = try stream.next() else { return tally }
        tally.all += 1
        if options.has(.strict), let key = document.view.firstDuplicateKey() {
          tally.bad += 1
          messages.report(stream.diagnostic(of: Failure(.duplicateKey, node: key), in: document))
        }
      } catch {
        guard case .invalid(let diagnostic) = error else { throw error }
        tally.all += 1
        tally.bad += 1
        messages.report(diagnostic)
        if !stream.recovers {
          tally.isCutShort = true
          return tally
        }
      }
    }
  }
}

extension Option {
  fileprivate static let strict = Option("strict", "a key that comes twice is an error")
}

/// How many documents of a file are what they should be.
private struct Tally {
  var all = 0
  var bad = 0
  /// Whether the rest was not looked at.
  var isCutShort = false

  func summary(of stream: DocumentStream) -> String {
    let name = stream.input.name
    let format = stream.format.rawValue
    if bad == 0 {
      return "\(name): valid \(format)" + (stream.isSeries ? ", \(documents(all))\n" : "\n")
    }
    guard stream.isSeries else { return "\(name): invalid \(format)\n" }
    if isCutShort { return "\(name): invalid \(format) in document \(all)\n" }
    return "\(name): invalid \(format), \(bad) of \(documents(all))\n"
  }

  private func documents(_ count: Int) -> String {
    count == 1 ? "1 document" : "\(count) documents"
  }
}

extension TapeView {
  /// The index of the first key that its map has already, or `nil`. RFC 8259 leaves open what such
  /// a map means, and readers differ.
  func firstDuplicateKey() -> Int? {
    var first: Int?
    for index in maps(from: 0) {
      // Steps are equal when the bytes of their keys are; strings are also when only Unicode's
      // normal form is the same.
      var seen: Set<WirePath.Step> = []
      var position = index + 1
      while position < self[index].payload {
        guard seen.insert(.key(string(self[resolved(position)]))).inserted else {
          first = min(first ?? position, position)
          break
        }
        position = next(next(position))
      }
    }
    return first
  }

  /// The indexes of all maps in the value at `index`.
  private func maps(from index: Int) -> [Int] {
    var found: [Int] = []
    var position = index
    // Contents follow their container, so every node is passed once.
    while position < count {
      let node = self[position]
      if node.kind == .map { found.append(position) }
      position = node.kind == .map || node.kind == .list ? position + 1 : next(position)
    }
    return found
  }
}
