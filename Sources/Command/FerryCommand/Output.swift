import Ferry
import FerrySystem

/// The destination of results: standard output or an `-o` file, through one buffer.
final class Output {
  /// The bytes to write next. A caller that appends a lot calls ``flushWhenFull()`` in between.
  var buffer = ByteWriter(capacity: 128 << 10)

  /// The destination, or `nil` after the end of the output.
  private var target: OpenTarget?
  /// The file that gets its new contents at the end; `nil` for a stream.
  private var file: FileName?
  private var painter: JSONPainter?

  private static let flushThreshold = 64 << 10

  /// Creates an output to standard output.
  init() {
    target = .descriptor(STDOUT_FILENO, name: "<stdout>")
  }

  /// Creates an output to the file at `path`. A regular or missing file is replaced as a whole at
  /// the end. A device, a pipe and `-` are written to directly.
  init(path: FileName) throws(CommandError) {
    if let open = Self.openDescriptor(path) {
      target = .descriptor(open, name: path.description)
      return
    }
    file = path
    target = try CommandError.reading {
      try StreamTarget.file(named: path).open(isRemovedBySignals: true)
    }
  }

  /// Creates an output for documents in `format`, to the `-o` file or standard output.
  convenience init(_ options: Options, for format: Format? = nil) throws(CommandError) {
    try self.init(path: options.file(of: .output), options, for: format)
  }

  /// Creates an output for documents in `format`, to the file at `path` or standard output.
  convenience init(
    path: FileName?, _ options: Options, for format: Format?
  ) throws(CommandError) {
    if let path {
      if !options.has(.inPlace) { try Rewriting.requirePlainName(path) }
      try self.init(path: path)
    } else {
      self.init()
    }
    if let format, !format.isText, case .descriptor(STDOUT_FILENO, _) = target, path == nil,
      Terminal.isBehind(STDOUT_FILENO)
    {
      throw .usage("\(format.name) is not text: name a file with -o, or write to a pipe")
    }
    if let format, format.isJSON,
      case .descriptor(STDOUT_FILENO, _) = target,
      Terminal.isColoured(STDOUT_FILENO, wanted: options.colour)
    {
      painter = JSONPainter()
    }
  }

  deinit { target?.discard() }

  /// Returns the descriptor that `path` names, or `nil` if it names a file. The descriptor is used
  /// as it is: opening `/dev/stdout` again would start at the beginning of a file that the shell
  /// appends to.
  private static func openDescriptor(_ path: FileName) -> Int32? {
    let path = path.text ?? ""
    switch path {
    case "-", "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// Returns whether `path` names standard output.
  static func isStandard(_ path: FileName) -> Bool { openDescriptor(path) == STDOUT_FILENO }

  /// Appends text to the buffer.
  func append(_ text: String) { buffer.append(text: text) }

  /// Writes the buffer out if it is large enough.
  func flushWhenFull() throws(CommandError) {
    if buffer.count >= Self.flushThreshold { try flush() }
  }

  /// Writes out the rest to a stream. ``finish(_:after:)`` ends the output to a file.
  func finish() throws(CommandError) {
    assert(file == nil)
    try end()
  }

  /// Writes out the rest. An `-o` file gets its name now.
  private func end() throws(CommandError) {
    try flush()
    defer { target = nil }
    try CommandError.reading { try target?.commit() }
  }

  /// Ends the output after `body`, which returns the files that it has read. After an error, a stream
  /// keeps the bytes written so far, and an `-o` file stays as it was.
  /// - Throws: `refused` if the output replaces one of the files, which would lose something.
  func finish(
    _ options: Options, after body: () throws(CommandError) -> [ReadFile]
  ) throws(CommandError) {
    do throws(CommandError) {
      let files = try body()
      // A device or a pipe is not replaced.
      if let file, case .replacement = target {
        try Rewriting(options).requireNoLoss(in: files, file)
      }
      try end()
    } catch {
      // The first error is the one to report.
      if case .replacement = target {} else { try? flush() }
      target?.discard()
      target = nil
      throw error
    }
  }

  /// Appends the end of the documents of `writer`.
  func end(_ writer: DocumentWriter) throws(CommandError) {
    do throws(WireFailure) {
      try writer.finish(to: &buffer)
    } catch {
      throw .system("cannot end the output: \(error.kind)")
    }
  }

  /// Writes the buffer out.
  func flush() throws(CommandError) {
    defer { buffer.clear() }
    try writeOut(buffer.bytes)
  }

  /// Writes the buffer out and then `bytes`, without copying `bytes` to the buffer.
  func write(_ bytes: ByteView) throws(CommandError) {
    try flush()
    try writeOut(bytes)
  }

  private func writeOut(_ bytes: ByteView) throws(CommandError) {
    guard !bytes.isEmpty else { return }
    var painted = ByteWriter()
    painter?.paint(bytes, to: &painted)
    try CommandError.reading {
      try target?.write(painter == nil ? bytes : painted.bytes)
    }
  }
}

/// A painter that colours JSON for a terminal: keys, strings and other scalars.
///
/// The input is all bytes of an output, in pieces that may end anywhere. It is valid JSON, or
/// several JSON values in a row.
struct JSONPainter {
  private enum State {
    case outside, scalar
    case string(isEscaped: Bool)
  }

  private static let key = "\u{1B}[1;34m"
  private static let string = "\u{1B}[32m"
  private static let scalar = "\u{1B}[33m"
  private static let end = "\u{1B}[0m"

  private var state = State.outside
  /// For each open container, whether it is an object.
  private var levels: [Bool] = []
  private var isBeforeKey = false

  /// Appends `text` to `output`, with colours.
  mutating func paint(_ text: ByteView, to output: inout ByteWriter) {
    for position in text.indices { paint(text[position], to: &output) }
  }

  private mutating func paint(_ byte: UInt8, to output: inout ByteWriter) {
    switch state {
    case .string(let isEscaped):
      output.append(byte)
      if byte == UInt8(ascii: "\""), !isEscaped {
        output.append(text: Self.end)
        state = .outside
      } else {
        state = .string(isEscaped: byte == UInt8(ascii: "\\") && !isEscaped)
      }
    case .scalar where !byte.endsJSONScalar: output.append(byte)
    case .scalar:
      output.append(text: Self.end)
      state = .outside
      paintOutside(byte, to: &output)
    case .outside: paintOutside(byte, to: &output)
    }
  }

  private mutating func paintOutside(_ byte: UInt8, to output: inout ByteWriter) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      isBeforeKey = byte == UInt8(ascii: "{")
      levels.append(isBeforeKey)
    case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = levels.popLast()
    case UInt8(ascii: ","): isBeforeKey = levels.last ?? false
    case UInt8(ascii: ":"): isBeforeKey = false
    case UInt8(ascii: "\""):
      output.append(text: isBeforeKey ? Self.key : Self.string)
      state = .string(isEscaped: false)
    case _ where !byte.endsJSONScalar:
      output.append(text: Self.scalar)
      state = .scalar
    default: break
    }
    output.append(byte)
  }
}

/// The terminals behind standard output and standard error.
enum Terminal {
  /// Returns whether `descriptor` is a terminal.
  static func isBehind(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether the terminal can only print lines.
  static var isDumb: Bool { variable("TERM") == "dumb" }

  /// Returns whether to use colour on `descriptor`. `wanted` decides if it is set (`-C` or `-M`).
  /// Otherwise, colour is used on a terminal, unless the terminal is dumb or `NO_COLOR` is set
  /// (no-color.org).
  static func isColoured(_ descriptor: Int32, wanted: Bool?) -> Bool {
    wanted ?? (isBehind(descriptor) && variable("NO_COLOR").isEmpty && !isDumb)
  }

  private static func variable(_ name: String) -> String {
    unsafe getenv(name).map { unsafe String(cString: $0) } ?? ""
  }
}
