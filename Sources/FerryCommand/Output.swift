import FerryBytes
import FerryStreams
import FerryTape

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where results go: standard output or an `-o` file, through one buffer.
final class Output {
  /// What is to be written next. Whoever appends a lot calls ``flushWhenFull()`` in between.
  var buffer = ByteWriter(capacity: 128 << 10)

  private let name: String
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let replacement: AtomicFile?
  private var painter: JSONPainter?

  private static let flushThreshold = 64 << 10

  /// Standard output.
  init() {
    name = "<stdout>"
    descriptor = STDOUT_FILENO
    ownsDescriptor = false
    replacement = nil
  }

  /// The file at `path`: replaced as a whole when it is a regular file or does not exist yet;
  /// a device, a pipe or `-` is written to as it stands.
  init(path: FileName) throws(CommandError) {
    name = path.description
    if let open = Self.openDescriptor(path) {
      descriptor = open
      ownsDescriptor = false
      replacement = nil
    } else if AtomicFile.isReplaceable(path) {
      let file: AtomicFile
      do throws(StreamError) {
        file = try AtomicFile(replacing: path, isRemovedBySignals: true)
      } catch {
        throw CommandError(error)
      }
      descriptor = file.descriptor
      ownsDescriptor = false
      replacement = file
    } else {
      descriptor = uninterrupted { unsafe open(path.bytes, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw CommandError(StreamError(name, "open", code: errno)) }
      ownsDescriptor = true
      replacement = nil
    }
  }

  /// What `-o` says, or standard output, for documents in `format`.
  convenience init(_ options: Options, for format: Format? = nil) throws(CommandError) {
    try self.init(path: options.file(of: .output), options, for: format)
  }

  /// The file at `path`, or standard output, for documents in `format`.
  convenience init(
    path: FileName?, _ options: Options, for format: Format?
  ) throws(CommandError) {
    if let path {
      try self.init(path: path)
    } else {
      self.init()
    }
    if let format, [.json, .ndjson, .seq].contains(format), descriptor == STDOUT_FILENO,
      Terminal.isColoured(STDOUT_FILENO, wanted: options.colour)
    {
      painter = JSONPainter()
    }
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// The descriptor that `path` names, or `nil` if it names a file. It is used as it stands:
  /// `/dev/stdout` opened again would start at the beginning of a file that the shell appends to.
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

  /// Whether `path` names standard output.
  static func isStandard(_ path: FileName) -> Bool { openDescriptor(path) == STDOUT_FILENO }

  /// Appends text.
  func append(_ text: String) {
    var text = text
    text.withUTF8 { unsafe buffer.append($0) }
  }

  /// Writes the buffer out if there is much in it.
  func flushWhenFull() throws(CommandError) {
    if buffer.count >= Self.flushThreshold { try flush() }
  }

  /// Writes out what is left; an `-o` file takes its name now.
  func finish() throws(CommandError) {
    try flush()
    guard let replacement else { return }
    do throws(StreamError) {
      try replacement.commit()
    } catch {
      throw CommandError(error)
    }
  }

  /// Ends after an error: a stream keeps what was written so far, an `-o` file stays as it was.
  func abandon() {
    if let replacement {
      replacement.discard()
    } else {
      // The error that led here is the one to report.
      try? flush()
    }
  }

  /// Appends what ends the documents of `sink`.
  func end(_ sink: any DocumentSink) throws(CommandError) {
    do throws(Failure) {
      try sink.finish(to: &buffer)
    } catch {
      throw .system("cannot end the output: \(error.kind)")
    }
  }

  /// Writes the buffer out.
  func flush() throws(CommandError) {
    defer { buffer.clear() }
    try unsafe writeOut(buffer.bytes)
  }

  /// Writes the buffer out and then `bytes`, without a copy.
  func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(CommandError) {
    try flush()
    try unsafe writeOut(bytes)
  }

  private func writeOut(_ bytes: UnsafeBufferPointer<UInt8>) throws(CommandError) {
    guard !bytes.isEmpty else { return }
    var painted = ByteWriter()
    unsafe painter?.paint(bytes, to: &painted)
    do throws(StreamError) {
      try unsafe writeAll(painter == nil ? bytes : painted.bytes, to: descriptor, name: name)
    } catch {
      throw CommandError(error)
    }
  }
}
