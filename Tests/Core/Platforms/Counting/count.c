// Runs one function over many blocks of 64 bytes, so that a plugin of qemu counts its instructions.
// Usage: count FUNCTION BLOCKS
#include "CFerryScan.h"

#include <stdlib.h>
#include <string.h>

#define FUNCTION(name, expression)                                                       \
  __attribute__((noinline)) static uint64_t name(const uint8_t *bytes) { return expression; }

FUNCTION(nothing, (uintptr_t)bytes)
FUNCTION(places, ferry_places(bytes, '"'))
FUNCTION(brackets, ferry_brackets(bytes))
FUNCTION(controls, ferry_controls(bytes))
FUNCTION(unusual, ferry_unusual(bytes))
FUNCTION(high_bits, ferry_high_bits(bytes))
FUNCTION(escapes, ferry_escapes(bytes, '"') | ferry_escapes(bytes + 16, '"') |
                      ferry_escapes(bytes + 32, '"') | ferry_escapes(bytes + 48, '"'))
FUNCTION(utf8, ferry_well_formed_blocks(bytes, 1))

// The same in Swift.
uint64_t twin_places(const uint8_t *bytes), twin_brackets(const uint8_t *bytes),
    twin_controls(const uint8_t *bytes), twin_unusual(const uint8_t *bytes),
    twin_high_bits(const uint8_t *bytes), twin_escapes(const uint8_t *bytes);
int64_t text_utf8(const uint8_t *bytes, int64_t count), twin_utf8(const uint8_t *bytes, int64_t count);

static const struct {
  const char *name;
  uint64_t (*run)(const uint8_t *bytes);
} functions[] = {
    {"nothing", nothing},     {"places", places},           {"twin_places", twin_places},
    {"brackets", brackets},   {"twin_brackets", twin_brackets},
    {"controls", controls},   {"twin_controls", twin_controls},
    {"unusual", unusual},     {"twin_unusual", twin_unusual},
    {"high_bits", high_bits}, {"twin_high_bits", twin_high_bits},
    {"escapes", escapes},     {"twin_escapes", twin_escapes}, {"utf8", utf8},
};

void arc4random_buf(void *buffer, size_t count) { memset(buffer, 1, count); }

int main(int argc, char **argv) {
  static uint8_t text[64 * 100000];
  if (argc < 3) return 1;
  const char *name = argv[1];
  size_t blocks = (size_t)atol(argv[2]);
  // Texts whose characters have three or four bytes, for the functions that read a whole text.
  const char *unit = strstr(name, "4") ? "\xF0\x9F\x98\x80" : "\xE3\x81\x82";
  size_t width = strlen(unit);
  for (size_t i = 0; i + width <= sizeof text; i += width) memcpy(text + i, unit, width);
  volatile uint64_t sum = 0;
  size_t end = 64 * blocks / width * width;
  if (strncmp(name, "text_utf8", 9) == 0) return text_utf8(text, (int64_t)end) >= 0;
  if (strncmp(name, "twin_utf8", 9) == 0) return twin_utf8(text, (int64_t)end) >= 0;
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
    if (strcmp(functions[k].name, name) != 0) continue;
    for (size_t block = 1; block < blocks; block++) sum += functions[k].run(text + 64 * block);
    return 0;
  }
  return 1;
}
