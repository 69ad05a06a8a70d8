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

/// The bytes of the counted allocations.
size_t ferry_counted_bytes(void);

/// From now on follows what this thread allocates and frees.
void ferry_start_tracking(void);

/// Stops following and returns how many blocks more were allocated than freed.
long ferry_stop_tracking(void);

/// The most bytes that were in use at a time beyond those at `ferry_start_tracking`.
long ferry_peak_bytes(void);

/// From now on follows the allocations that the library with the function `symbol` asks for on this
/// thread, and lets the one with this number, from 1, fail. False if there is no such library.
bool ferry_fail_allocation(const char *symbol, long number);

/// Stops that. What is returned is positive if there were fewer allocations.
long ferry_stop_failing(void);

#endif
