internal import FerryBase
internal import FerrySystem

/// A state of a file or folder, which changes with every version of its contents.
///
/// The times alone are not enough. Two versions within one tick of the system's clock have the same
/// times, and a program that has mapped a file changes it without another time. So the bytes of a
/// file count as well, up to 1 MiB, and the names in a folder.
package struct FileState: Equatable, Sendable {
  private var device: UInt64 = 0
  private var number: UInt64 = 0
  private var size: Int64 = -1
  /// The time of the last modification. A program can set it back.
  private var modified: Int64 = 0
  /// The time of the last change of the contents or of the status. No program can set it.
  private var changed: Int64 = 0
  /// A hash of the bytes or the names, because a file may contain secrets.
  private var contents: Int?

  private static let hashedSize: Int64 = 1 << 20

  /// Reads the state of the file at `path`, and never waits for a writer. All missing files have
  /// the same state.
  package init(_ path: String) {
    guard let status = status(of: FileName(path)) else { return }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    // The size and the times of a pipe change with each use of it.
    guard status.isRegularFile || status.isFolder else { return }
    size = Int64(status.st_size)
    #if canImport(Darwin)
    let times = (status.st_mtimespec, status.st_ctimespec)
    #else
    let times = (status.st_mtim, status.st_ctim)
    #endif
    (modified, changed) = (Self.nanoseconds(times.0), Self.nanoseconds(times.1))
    contents = status.isFolder ? names(inFolder: path)?.hashValue : Self.hash(path, size)
  }

  /// Returns a time in nanoseconds since 1970, modulo 2^64: a program may set the year 2300.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Returns the hash of the bytes of a file; nil if it is large or cannot be read.
  private static func hash(_ path: String, _ size: Int64) -> Int? {
    guard size <= hashedSize,
      let bytes = try? DescriptorSource.contents(of: path, mustBeRegular: true)
    else { return nil }
    var hasher = Hasher()
    bytes.withByteView { $0.hash(into: &hasher) }
    return hasher.finalize()
  }
}
