// Linked into the test bundle only. The definitions below take the place of the C library's, as
// its manual allows ("Replacing malloc"), count, and hand on to the allocator of the C library, so
// that `free` needs no replacement. Counters belong to one thread: tests run side by side.
#include "CAllocationCounter.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define FERRY_SANITIZED 1
#endif
#endif

static _Thread_local size_t threshold = (size_t)-1;
static _Thread_local size_t count = 0;
static _Thread_local size_t largest = 0;

void ferry_start_counting(size_t size) {
  threshold = size;
  count = 0;
  largest = 0;
}

size_t ferry_stop_counting(void) {
  threshold = (size_t)-1;
  return count;
}

size_t ferry_largest_allocation(void) { return largest; }

#if defined(__linux__) && !defined(FERRY_SANITIZED)
#include <errno.h>
#endif

#if defined(__GLIBC__) && !defined(FERRY_SANITIZED)

bool ferry_counts_allocations(void) { return true; }

static void note(size_t size) {
  if (threshold == (size_t)-1) return;
  if (size > largest) largest = size;
  if (size >= threshold) count += 1;
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  note(size);
  return __libc_malloc(size);
}

void *calloc(size_t elements, size_t size) {
  size_t bytes;
  note(__builtin_mul_overflow(elements, size, &bytes) ? (size_t)-1 : bytes);
  return __libc_calloc(elements, size);
}

void *realloc(void *pointer, size_t size) {
  note(size);
  return __libc_realloc(pointer, size);
}

void *memalign(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  note(size);
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

#else

bool ferry_counts_allocations(void) { return false; }

#endif
