import Ferry
import FerryStreams
import Synchronization

/// A new reading of all files of a configuration.
///
/// The files that a document includes are known only while the document is read. If one of them is
/// missing or invalid, its next version has to be noticed as well.
final class Reload: Sendable {
  /// The reload that is under way; nil while the program itself adds a file.
  @TaskLocal static var current: Reload?

  private let opened = Mutex<[String]>([])

  /// The included files that the reload has opened, or tried to open.
  var files: [String] { opened.withLock { $0 } }

  /// Notes that an included file is opened.
  static func note(_ path: String) { current?.opened.withLock { $0.append(path) } }

  /// Returns all bytes of the file at `path`.
  ///
  /// The program may add a pipe, which is read once. A reload requires a regular file, because to
  /// open a pipe would wait for its writer.
  static func contents(of path: String) throws -> [UInt8] {
    try DescriptorSource.contents(of: path, mustBeRegular: current != nil)
  }
}
