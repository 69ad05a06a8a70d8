// Memory for a module of WebAssembly without a C library.
#include <stddef.h>
#include <stdint.h>

extern uint8_t __heap_base;

enum { PAGE = 65536, ALIGNMENT = 16, CLASSES = 32 };

/// The word before each block: the class of its size, a power of two.
struct header {
  uint32_t size_class, unused[3];
};

struct free_block {
  struct free_block *next;
};

static uintptr_t top, end;
static struct free_block *free_blocks[CLASSES];

static int grow(uintptr_t size) {
  uintptr_t missing = top + size - end;
  if (__builtin_wasm_memory_grow(0, (missing + PAGE - 1) / PAGE) == (size_t)-1) return 0;
  end = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;
  return 1;
}

void *malloc(size_t count) {
  uint32_t size_class = 5;
  while (size_class < CLASSES && ((size_t)1 << size_class) - sizeof(struct header) < count) {
    size_class++;
  }
  if (size_class >= CLASSES) return NULL;
  struct free_block *block = free_blocks[size_class];
  if (block) {
    free_blocks[size_class] = block->next;
    return block;
  }
  if (top == 0) {
    top = ((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    end = __builtin_wasm_memory_size(0) * (uintptr_t)PAGE;
  }
  uintptr_t size = (uintptr_t)1 << size_class;
  if (size > end - top && !grow(size)) return NULL;
  struct header *header = (struct header *)top;
  header->size_class = size_class;
  top += size;
  return header + 1;
}

void free(void *memory) {
  if (!memory) return;
  struct free_block *block = memory;
  uint32_t size_class = ((struct header *)memory - 1)->size_class;
  block->next = free_blocks[size_class];
  free_blocks[size_class] = block;
}

int posix_memalign(void **memory, size_t alignment, size_t count) {
  if (alignment > ALIGNMENT) return 22;
  *memory = malloc(count);
  return *memory ? 0 : 12;
}

void *memcpy(void *restrict target, const void *restrict source, size_t count) {
  uint8_t *to = target;
  const uint8_t *from = source;
  while (count--) *to++ = *from++;
  return target;
}

void *memmove(void *target, const void *source, size_t count) {
  uint8_t *to = target;
  const uint8_t *from = source;
  if (to < from) return memcpy(target, source, count);
  while (count--) to[count] = from[count];
  return target;
}

void *memset(void *target, int byte, size_t count) {
  uint8_t *to = target;
  while (count--) *to++ = (uint8_t)byte;
  return target;
}

int memcmp(const void *first, const void *second, size_t count) {
  const uint8_t *a = first, *b = second;
  for (; count; count--, a++, b++) {
    if (*a != *b) return *a < *b ? -1 : 1;
  }
  return 0;
}

void arc4random_buf(void *buffer, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)buffer)[i] = (uint8_t)(37 * i + 11);
}
