#include "CHeap.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>

#include <sys/resource.h>

long stress_heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}

void stress_trim_heap(void) { malloc_trim(0); }

int stress_limit_address_space(long bytes) {
  struct rlimit limit = {(rlim_t)bytes, (rlim_t)bytes};
  return setrlimit(RLIMIT_AS, &limit);
}
#else
long stress_heap_bytes(void) { return 0; }
void stress_trim_heap(void) {}
int stress_limit_address_space(long bytes) { return -1; }
#endif
