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
  guard let thread = makeThread(body) else { return false }
  pthread_detach(thread)
  return true
}
