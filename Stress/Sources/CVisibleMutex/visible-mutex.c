// A thread that finds a mutex of the standard library taken waits in the kernel, and is woken with
// the mutex in hand. The thread sanitizer sees neither, and takes what the mutex guards for a race.
// Under the sanitizer, the two slow paths are replaced by ones that it sees: they take the word with
// the same atomic operations as the fast paths, and never ask the kernel.
//
// The names are those of _MutexHandle._lockSlow(_:) and _MutexHandle._unlockSlow() in the module
// Synchronization of Swift 6.3; the handle is one word, free while it is 0.

#if defined(__has_feature) && __has_feature(thread_sanitizer) && defined(__linux__)
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

typedef _Atomic(uint32_t) MutexWord;

__attribute__((swiftcall)) void visible_lock(
    uint32_t thread, __attribute__((swift_context)) MutexWord *word)
    __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

__attribute__((swiftcall)) void visible_unlock(
    __attribute__((swift_context)) MutexWord *word)
    __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

__attribute__((swiftcall)) void visible_lock(
    uint32_t thread, __attribute__((swift_context)) MutexWord *word) {
  uint32_t expected = 0;
  while (!atomic_compare_exchange_weak_explicit(
      word, &expected, thread, memory_order_acquire, memory_order_relaxed)) {
    expected = 0;
    sched_yield();
  }
}

__attribute__((swiftcall)) void visible_unlock(
    __attribute__((swift_context)) MutexWord *word) {
  atomic_store_explicit(word, 0, memory_order_release);
}
#endif
