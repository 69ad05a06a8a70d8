#include "CHeap.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>

long stress_heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (long)(info.uordblks + info.hblkhd);
}

void stress_trim_heap(void) { malloc_trim(0); }
#else
long stress_heap_bytes(void) { return 0; }
void stress_trim_heap(void) {}
#endif
