#include "platform.h"

#include <stdio.h>
#include <stdlib.h>

// The output has to be the same in each run, also where it depends on the seed of hashes.
void arc4random_buf(void *buffer, size_t count) {
  for (size_t i = 0; i < count; i++) ((uint8_t *)buffer)[i] = (uint8_t)(37 * i + 11);
}

void platform_output(const uint8_t *bytes, size_t count) { fwrite(bytes, 1, count, stdout); }

void platform_log(const uint8_t *bytes, size_t count) { fwrite(bytes, 1, count, stderr); }

int main(void) {
  size_t count = 0, capacity = 1 << 20;
  uint8_t *input = malloc(capacity);
  while (input) {
    count += fread(input + count, 1, capacity - count, stdin);
    if (count < capacity) break;
    input = realloc(input, capacity *= 2);
  }
  return input ? platform_test(input, (int64_t)count) : 1;
}
