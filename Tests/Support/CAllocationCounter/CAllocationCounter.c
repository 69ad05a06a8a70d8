// Linked into the test bundle only. The definitions below take the place of the C library's, as
// its manual allows ("Replacing malloc"), count, and hand on to the allocator of the C library.
// Counters belong to one thread: tests run side by side.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
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
static _Thread_local size_t total = 0;

void ferry_start_counting(size_t size) {
  threshold = size;
  count = 0;
  largest = 0;
  total = 0;
}

size_t ferry_stop_counting(void) {
  threshold = (size_t)-1;
  return count;
}

size_t ferry_largest_allocation(void) { return largest; }

size_t ferry_counted_bytes(void) { return total; }

static _Thread_local bool is_tracking = false;
static _Thread_local long live_blocks = 0;
static _Thread_local long live_bytes = 0;
static _Thread_local long peak_bytes = 0;

void ferry_start_tracking(void) {
  live_blocks = 0;
  live_bytes = 0;
  peak_bytes = 0;
  is_tracking = true;
}

long ferry_stop_tracking(void) {
  is_tracking = false;
  return live_blocks;
}

long ferry_peak_bytes(void) { return peak_bytes; }

#if defined(__linux__) && !defined(FERRY_SANITIZED)
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#endif

#if defined(__GLIBC__) && !defined(FERRY_SANITIZED)

bool ferry_counts_allocations(void) { return true; }

static _Thread_local const void *failing_library = NULL;
static _Thread_local long allocations_to_failure = 0;

bool ferry_fail_allocation(const char *symbol, long number) {
  void *function = dlsym(RTLD_DEFAULT, symbol);
  Dl_info info;
  if (function == NULL || dladdr(function, &info) == 0) return false;
  allocations_to_failure = number;
  failing_library = info.dli_fbase;
  return true;
}

long ferry_stop_failing(void) {
  failing_library = NULL;
  return allocations_to_failure;
}

/// Whether the allocation asked for at `caller` is the one that is to fail.
static bool fails(const void *caller) {
  Dl_info info;
  if (failing_library == NULL || dladdr(caller, &info) == 0) return false;
  return info.dli_fbase == failing_library && --allocations_to_failure == 0;
}

static void note(size_t size) {
  if (threshold == (size_t)-1) return;
  if (size > largest) largest = size;
  if (size >= threshold) {
    count += 1;
    total += size;
  }
}

static void *take(void *pointer) {
  if (is_tracking && pointer != NULL) {
    live_blocks += 1;
    live_bytes += (long)malloc_usable_size(pointer);
    if (live_bytes > peak_bytes) peak_bytes = live_bytes;
  }
  return pointer;
}

static void give(void *pointer) {
  if (is_tracking && pointer != NULL) {
    live_blocks -= 1;
    live_bytes -= (long)malloc_usable_size(pointer);
  }
}

extern void __libc_free(void *);
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  if (fails(__builtin_return_address(0))) return NULL;
  note(size);
  return take(__libc_malloc(size));
}

void *calloc(size_t elements, size_t size) {
  size_t bytes;
  note(__builtin_mul_overflow(elements, size, &bytes) ? (size_t)-1 : bytes);
  return take(__libc_calloc(elements, size));
}

void *realloc(void *pointer, size_t size) {
  if (fails(__builtin_return_address(0))) return NULL;
  note(size);
  give(pointer);
  void *moved = __libc_realloc(pointer, size);
  // Without memory the old block stays.
  if (moved == NULL && size > 0) take(pointer);
  return take(moved);
}

void free(void *pointer) {
  give(pointer);
  __libc_free(pointer);
}

void *memalign(size_t alignment, size_t size) {
  note(size);
  return take(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(size);
  return take(__libc_memalign(alignment, size));
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  note(size);
  void *memory = take(__libc_memalign(alignment, size));
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

#else

bool ferry_counts_allocations(void) { return false; }

bool ferry_fail_allocation(const char *symbol, long number) { return false; }

long ferry_stop_failing(void) { return 0; }

#endif
