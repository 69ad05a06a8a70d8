#pragma once

/// Bytes of the heap in use.
long stress_heap_bytes(void);
/// Gives unused memory back to the system.
void stress_trim_heap(void);
/// Limits the address space of the process. Returns 0 if that worked.
int stress_limit_address_space(long bytes);
