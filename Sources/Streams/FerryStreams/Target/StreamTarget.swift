package import FerryBase
internal import FerrySystem

/// The target that a stream is written to.
public struct StreamTarget {
  @safe
  enum Kind {
    case file(Result<FileName, Problem>)
    case descriptor(Int32)
    case extended(Int32, name: String)
    case receiver((UnsafeRawBufferPointer) throws -> Void)
  }
  let kind: Kind

  /// Returns a target for a file. The writer writes to a temporary file beside it. When the writer
  /// finishes, the file becomes durable and takes its real name. A program that opens the file finds
  /// the old contents or all of the new ones. A device or a pipe is written in place.
  public static func file(_ file: some FileLocation) -> StreamTarget {
    StreamTarget(
      kind: .file(Result { () throws(Problem) in FileName(try file.path) }))
  }

  /// Returns a target for a file whose name need not be text.
  package static func file(named name: FileName) -> StreamTarget {
    StreamTarget(kind: .file(.success(name)))
  }

  /// Returns a target for an open file, pipe or socket, which the caller closes.
  public static func descriptor(_ descriptor: Int32) -> StreamTarget {
    StreamTarget(kind: .descriptor(descriptor))
  }

  /// The standard output of the process, which stays open.
  public static var standardOutput: StreamTarget { .descriptor(STDOUT_FILENO) }

  /// Returns a target for an open and locked file, which is written from the current offset of its
  /// descriptor. When the writer finishes, the file becomes durable and is unlocked and closed.
  package static func extended(_ descriptor: Int32, name: String) -> StreamTarget {
    StreamTarget(kind: .extended(descriptor, name: name))
  }

  /// Returns a target that passes bytes to a function, about 64 KiB at a time.
  public static func receiver(
    _ receive: @escaping (UnsafeRawBufferPointer) throws -> Void
  ) -> StreamTarget {
    unsafe StreamTarget(kind: .receiver(receive))
  }

  /// Opens the target. ``AtomicFile`` explains `isRemovedBySignals`.
  package func open(isRemovedBySignals: Bool = false) throws(Problem) -> OpenTarget {
    switch kind {
    case .descriptor(let descriptor):
      return .descriptor(descriptor, name: "descriptor \(descriptor)")
    case .extended(let descriptor, let name): return .extended(descriptor, name: name)
    case .receiver(let receive): return unsafe .receiver(receive)
    case .file(let file):
      let path = try file.get()
      if AtomicFile.isReplaceable(path) {
        return .replacement(
          try AtomicFile(replacing: path, isRemovedBySignals: isRemovedBySignals))
      }
      let descriptor = openFile(path, O_WRONLY)
      guard descriptor >= 0 else { throw Problem(system: path.description, "open", code: errno) }
      return .owned(descriptor, name: path.description)
    }
  }
}

/// A target that is open for writing.
@safe
package enum OpenTarget {
  case descriptor(Int32, name: String)
  case owned(Int32, name: String)
  case extended(Int32, name: String)
  case replacement(AtomicFile)
  case receiver((UnsafeRawBufferPointer) throws -> Void)

  /// The name of the target in errors.
  var name: String {
    switch self {
    case .descriptor(_, let name), .owned(_, let name), .extended(_, let name): name
    case .replacement(let file): file.name
    case .receiver: "receiver"
    }
  }

  /// The error of writing after the end.
  var closedFailure: Problem { Problem(system: name, "write", code: EBADF) }

  package func write(_ bytes: ByteView) throws {
    switch self {
    case .descriptor(let descriptor, _), .owned(let descriptor, _), .extended(let descriptor, _):
      try writeAll(bytes, to: descriptor, name: name)
    case .replacement(let file): try writeAll(bytes, to: file.descriptor, name: name)
    case .receiver(let receive): try unsafe receive(UnsafeRawBufferPointer(bytes.buffer))
    }
  }

  /// Completes the output.
  package func commit() throws(Problem) {
    switch self {
    case .replacement(let file): try file.commit()
    case .owned(let descriptor, let name):
      guard close(descriptor) == 0 else { throw Problem(system: name, "write", code: errno) }
    case .extended(let descriptor, let name):
      let isDurable = uninterrupted { fsync(descriptor) } == 0
      let code = errno
      guard Self.unlockAndClose(descriptor) == 0, isDurable else {
        throw Problem(system: name, "write", code: isDurable ? errno : code)
      }
    default: break
    }
  }

  /// Restores the state before writing, as far as possible.
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
