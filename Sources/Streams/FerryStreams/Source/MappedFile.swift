package import FerryBase
internal import FerryCoders
internal import FerrySystem

/// A memory-mapped file. Only the pages that are used are read.
package final class MappedFile: DocumentBytes {
  /// The mapping; `nil` for an empty file, which cannot be mapped.
  private let memory: MappedMemory?

  /// Maps the file at `path`.
  package convenience init(_ path: String) throws(Problem) {
    let source = try DescriptorSource(path: FileName(path))
    try self.init(source.descriptor, name: path)
  }

  /// Maps the file of an open descriptor, which the caller may close afterwards.
  package init(_ descriptor: Int32, name: String) throws(Problem) {
    guard let status = status(of: descriptor) else {
      throw Problem(system: name, "read", code: errno)
    }
    let count = Int(status.st_size)
    memory = count > 0 ? MappedMemory(descriptor, count: count) : nil
    if memory == nil, count > 0 { throw Problem(system: name, "read", code: errno) }
  }

  package func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    try body(memory?.bytes ?? ByteView())
  }
}
