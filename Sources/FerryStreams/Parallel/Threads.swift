internal import FerrySystem

/// The number of online processor cores of this machine.
package let coreCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

/// A lock with a condition to wait for, which the standard library's `Mutex` lacks.
@safe
final class Monitor: @unchecked Sendable {
  // Sendable: threads may share both system objects, which need a fixed address.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Runs `body` while no other thread holds the lock.
  func locked<R>(_ body: () throws -> R) rethrows -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Releases the lock until another thread calls ``wakeAll()``. Call this function only inside of
  /// ``locked(_:)``.
  func wait() {
    unsafe pthread_cond_wait(condition, mutex)
  }

  /// Wakes all waiting threads.
  func wakeAll() {
    unsafe pthread_cond_broadcast(condition)
  }
}

/// Starts a thread of the system. Work that blocks must not run on the threads of tasks.
/// - Returns: whether the thread was started.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  #if canImport(Darwin)
  var thread: pthread_t?
  #else
  var thread = pthread_t()
  #endif
  let box = unsafe Unmanaged.passRetained(Box(body))
  let code = unsafe pthread_create(
    &thread, nil,
    { argument in
      // The argument is the box that was retained for this thread. On Darwin its type is not
      // optional.
      let argument: UnsafeMutableRawPointer? = unsafe argument
      if let argument = unsafe argument {
        unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
      }
      return nil
    }, unsafe box.toOpaque())
  guard code == 0 else {
    unsafe box.release()
    return false
  }
  #if canImport(Darwin)
  if let thread { pthread_detach(thread) }
  #else
  pthread_detach(thread)
  #endif
  return true
}
