internal import FerrySystem

/// The number of processor cores that this machine has online.
package let coreCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

/// A lock with a condition to wait for: what the standard library's `Mutex` leaves out.
@safe
final class Monitor: @unchecked Sendable {
  // Both objects of the system are made to be shared, and need an address that stays.
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

  /// Runs `body` alone.
  func locked<R>(_ body: () throws -> R) rethrows -> R {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Lets others run until somebody calls ``wakeAll()``; to be called inside of ``locked(_:)``.
  func wait() {
    unsafe pthread_cond_wait(condition, mutex)
  }

  /// Lets everybody who waits look again.
  func wakeAll() {
    unsafe pthread_cond_broadcast(condition)
  }
}

/// Starts a thread of the system: work that blocks has no place on the threads of tasks.
/// - Returns: whether there was one to be had.
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
      // The argument is the box that was retained for this thread; Darwin says it may not be nil.
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
