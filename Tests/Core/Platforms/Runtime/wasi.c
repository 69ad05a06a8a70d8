// The tests as a command of WASI: files on standard input, the output on standard output.
#include "platform.h"

#define IMPORT(name) __attribute__((import_module("wasi_snapshot_preview1"), import_name(#name)))

struct buffer {
  uint8_t *bytes;
  size_t count;
};

IMPORT(fd_read) int fd_read(int file, const struct buffer *buffers, size_t count, size_t *done);
IMPORT(fd_write) int fd_write(int file, const struct buffer *buffers, size_t count, size_t *done);
IMPORT(proc_exit) _Noreturn void proc_exit(int status);

void *malloc(size_t count);

static void write_all(int file, const uint8_t *bytes, size_t count) {
  while (count != 0) {
    struct buffer buffer = {(uint8_t *)bytes, count};
    size_t done = 0;
    if (fd_write(file, &buffer, 1, &done) != 0) proc_exit(1);
    bytes += done;
    count -= done;
  }
}

void platform_output(const uint8_t *bytes, size_t count) { write_all(1, bytes, count); }

void platform_log(const uint8_t *bytes, size_t count) { write_all(2, bytes, count); }

__attribute__((export_name("_start"))) void start(void) {
  enum { CAPACITY = 30 << 20 };
  uint8_t *input = malloc(CAPACITY);
  size_t count = 0, done = 0;
  if (!input) proc_exit(1);
  do {
    struct buffer buffer = {input + count, CAPACITY - count};
    if (fd_read(0, &buffer, 1, &done) != 0) proc_exit(1);
    count += done;
  } while (done != 0);
  proc_exit(platform_test(input, (int64_t)count));
}
