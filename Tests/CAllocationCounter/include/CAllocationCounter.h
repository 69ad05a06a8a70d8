#ifndef FERRY_ALLOCATION_COUNTER_H
#define FERRY_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stddef.h>

/// Whether this build sees allocations: glibc, and no sanitizer that brings its own allocator.
bool ferry_counts_allocations(void);

/// From now on counts this thread's allocations of at least `size` bytes.
void ferry_start_counting(size_t size);

/// Stops counting and returns how many there were.
size_t ferry_stop_counting(void);

/// The largest allocation of this thread since `ferry_start_counting`, in bytes.
size_t ferry_largest_allocation(void);

/// From now on follows what this thread allocates and frees.
void ferry_start_tracking(void);

/// Stops following and returns how many blocks more were allocated than freed.
long ferry_stop_tracking(void);

/// The most bytes that were in use at a time beyond those at `ferry_start_tracking`.
long ferry_peak_bytes(void);

#endif
