/// The body of a thread.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a thread of the system with a stack of `stackSize` bytes, or of the system's size. The
/// caller joins or detaches the thread.
/// - Returns: `nil` if the system cannot start the thread.
package func makeThread(
  stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
) -> pthread_t? {
  var attributes = pthread_attr_t()
  unsafe pthread_attr_init(&attributes)
  defer { unsafe pthread_attr_destroy(&attributes) }
  if let stackSize { unsafe pthread_attr_setstacksize(&attributes, stackSize) }
  #if canImport(Darwin)
  var thread: pthread_t?
  #else
  var thread = pthread_t()
  #endif
  let box = unsafe Unmanaged.passRetained(ThreadBody(body))
  let code = unsafe pthread_create(
    &thread, &attributes,
    { argument in
      // The argument is the box that was retained for this thread. On Darwin its type is not
      // optional.
      let argument: UnsafeMutableRawPointer? = unsafe argument
      if let argument = unsafe argument {
        unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
      }
      return nil
    }, unsafe box.toOpaque())
  guard code == 0 else {
    unsafe box.release()
    return nil
  }
  return thread
}

/// Runs `body` on a thread with a stack of `stackSize` bytes and waits for its end.
/// - Returns: false if the system cannot start the thread.
package func withStack(of stackSize: Int, _ body: () -> Void) -> Bool {
  withoutActuallyEscaping(body) { body in
    // The caller waits, so one thread at a time runs.
    nonisolated(unsafe) let body = body
    guard let thread = makeThread(stackSize: stackSize, { unsafe body() }) else { return false }
    return pthread_join(thread, nil) == 0
  }
}
