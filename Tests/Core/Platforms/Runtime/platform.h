#ifndef FERRY_PLATFORM_H
#define FERRY_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

/// Appends `count` bytes to the output that is compared between machines.
void platform_output(const uint8_t *bytes, size_t count);

/// Appends `count` bytes to the log.
void platform_log(const uint8_t *bytes, size_t count);

/// Runs the tests with the files that `input` holds. Returns the exit status.
int32_t platform_test(const uint8_t *input, int64_t count);

#endif
