import Foundation

/// The stack that a call uses.
package enum StackGauge {
  private static let pageSize = 4096

  /// Returns the number of bytes of stack that `body` uses on a thread of its own, whose stack has
  /// `size` bytes. A stack that is just too small would end the process without a figure.
  package static func use(of size: Int, _ body: @escaping @Sendable () -> Void) -> Int {
    let flags = MAP_PRIVATE | Int32(MAP_ANON)
    guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED
    else { fatalError("no memory for a stack") }
    defer { munmap(memory, size) }
    run(body, on: memory, size)
    // Untouched memory is zero. The stack grows downwards.
    let zeros = [UInt8](repeating: 0, count: pageSize)
    let unused = stride(from: 0, to: size, by: pageSize).first {
      memcmp(memory + $0, zeros, pageSize) != 0
    }
    return size - (unused ?? size)
  }

  private static func run(
    _ body: @escaping @Sendable () -> Void, on memory: UnsafeMutableRawPointer, _ size: Int
  ) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstack(&attributes, memory, size) == 0 else { fatalError("no stack") }
    let argument = Unmanaged.passRetained(Body(run: body)).toOpaque()
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        let argument = argument as UnsafeMutableRawPointer?
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, argument)
    guard status == 0 else { fatalError("no thread") }
    #if canImport(Darwin)
    if let thread { pthread_join(thread, nil) }
    #else
    pthread_join(thread, nil)
    #endif
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
