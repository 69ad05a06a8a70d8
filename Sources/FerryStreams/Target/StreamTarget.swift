import FerryBytes
internal import FerrySystem

/// Where a stream is written to.
public struct StreamTarget {
  @safe
  enum Kind {
    case file(FileName)
    case descriptor(Int32)
    case extended(Int32, name: String)
    case receiver((UnsafeRawBufferPointer) throws -> Void)
  }
  let kind: Kind

  /// The file at `path`. It is written under a temporary name beside it, made durable, and takes its
  /// name when the writer finishes: whoever opens `path` finds the old contents or all of the new
  /// ones. A device or a pipe is written in place.
  public static func file(_ path: String) -> StreamTarget {
    StreamTarget(kind: .file(FileName(path)))
  }

  /// The same for a name that need not be text.
  package static func file(named name: FileName) -> StreamTarget {
    StreamTarget(kind: .file(name))
  }

  /// An open file, pipe or socket, which stays the caller's to close.
  public static func descriptor(_ descriptor: Int32) -> StreamTarget {
    StreamTarget(kind: .descriptor(descriptor))
  }

  /// An open and locked file that is written from where its descriptor is, made durable when the
  /// writer finishes, unlocked and closed.
  package static func extended(_ descriptor: Int32, name: String) -> StreamTarget {
    StreamTarget(kind: .extended(descriptor, name: name))
  }

  /// Whatever takes bytes, some 64 KiB at a time.
  public static func receiver(
    _ receive: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) -> StreamTarget {
    unsafe StreamTarget(kind: .receiver(receive))
  }

  /// Opens the target. What `isRemovedBySignals` means is told by ``AtomicFile``.
  package func open(isRemovedBySignals: Bool = false) throws(StreamError) -> OpenTarget {
    switch kind {
    case .descriptor(let descriptor):
      return .descriptor(descriptor, name: "descriptor \(descriptor)")
    case .extended(let descriptor, let name): return .extended(descriptor, name: name)
    case .receiver(let receive): return unsafe .receiver(receive)
    case .file(let path):
      if AtomicFile.isReplaceable(path) {
        return .replacement(
          try AtomicFile(replacing: path, isRemovedBySignals: isRemovedBySignals))
      }
      let descriptor = openFile(path, O_WRONLY)
      guard descriptor >= 0 else { throw StreamError(path.description, "open", code: errno) }
      return .owned(descriptor, name: path.description)
    }
  }
}

/// A target while it is written to.
@safe
package enum OpenTarget {
  case descriptor(Int32, name: String)
  case owned(Int32, name: String)
  case extended(Int32, name: String)
  case replacement(AtomicFile)
  case receiver((UnsafeRawBufferPointer) throws -> Void)

  /// What it is called in errors.
  var name: String {
    switch self {
    case .descriptor(_, let name), .owned(_, let name), .extended(_, let name): name
    case .replacement(let file): file.name
    case .receiver: "receiver"
    }
  }

  /// The error for writing behind the end.
  var closedFailure: StreamError { StreamError(name, "write", code: EBADF) }

  package func write(_ bytes: ByteView) throws {
    switch self {
    case .descriptor(let descriptor, _), .owned(let descriptor, _), .extended(let descriptor, _):
      try writeAll(bytes, to: descriptor, name: name)
    case .replacement(let file): try writeAll(bytes, to: file.descriptor, name: name)
    case .receiver(let receive): try unsafe receive(UnsafeRawBufferPointer(bytes.buffer))
    }
  }

  /// Completes what was written.
  package func commit() throws(StreamError) {
    switch self {
    case .replacement(let file): try file.commit()
    case .owned(let descriptor, let name):
      guard close(descriptor) == 0 else { throw StreamError(name, "write", code: errno) }
    case .extended(let descriptor, let name):
      let isDurable = uninterrupted { fsync(descriptor) } == 0
      let code = errno
      guard Self.unlockAndClose(descriptor) == 0, isDurable else {
        throw StreamError(name, "write", code: isDurable ? errno : code)
      }
    default: break
    }
  }

  /// Leaves everything as it was, as far as that is possible.
  package func discard() {
    switch self {
    case .replacement(let file): file.discard()
    case .owned(let descriptor, _): close(descriptor)
    case .extended(let descriptor, _): Self.unlockAndClose(descriptor)
    default: break
    }
  }

  @discardableResult
  private static func unlockAndClose(_ descriptor: Int32) -> Int32 {
    unlock(descriptor)
    return close(descriptor)
  }
}
