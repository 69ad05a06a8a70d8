#ifndef FERRY_SCAN_H
#define FERRY_SCAN_H

// Masks over blocks of 64 bytes, one bit a byte, the lowest for the first. x86 has an instruction
// that makes one of 16 comparisons at once, which Swift has no name for; elsewhere the twin in
// Swift does, `PortableJSONBlock`.

#if defined(__x86_64__)
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

static inline __attribute__((always_inline)) __m128i ferry_load(const uint8_t *bytes, int part) {
  return _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
}

static inline __attribute__((always_inline)) uint64_t ferry_join(
    __m128i first, __m128i second, __m128i third, __m128i fourth) {
  uint64_t low = (uint32_t)_mm_movemask_epi8(first) | (uint32_t)_mm_movemask_epi8(second) << 16;
  uint64_t high = (uint32_t)_mm_movemask_epi8(third) | (uint32_t)_mm_movemask_epi8(fourth) << 16;
  return low | high << 32;
}

/// The places of `byte` among the 64 bytes at `bytes`.
static inline __attribute__((always_inline)) uint64_t ferry_places(
    const uint8_t *bytes, uint8_t byte) {
  __m128i pattern = _mm_set1_epi8((char)byte);
  return ferry_join(
      _mm_cmpeq_epi8(ferry_load(bytes, 0), pattern), _mm_cmpeq_epi8(ferry_load(bytes, 1), pattern),
      _mm_cmpeq_epi8(ferry_load(bytes, 2), pattern), _mm_cmpeq_epi8(ferry_load(bytes, 3), pattern));
}

static inline __attribute__((always_inline)) __m128i ferry_bracket(__m128i bytes) {
  // The two kinds of bracket differ in one bit, so a brace or a bracket is found at once.
  __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  return _mm_or_si128(
      _mm_cmpeq_epi8(folded, _mm_set1_epi8(0x7B)), _mm_cmpeq_epi8(folded, _mm_set1_epi8(0x7D)));
}

/// The places of `{`, `}`, `[` and `]`.
static inline __attribute__((always_inline)) uint64_t ferry_brackets(const uint8_t *bytes) {
  return ferry_join(
      ferry_bracket(ferry_load(bytes, 0)), ferry_bracket(ferry_load(bytes, 1)),
      ferry_bracket(ferry_load(bytes, 2)), ferry_bracket(ferry_load(bytes, 3)));
}

static inline __attribute__((always_inline)) __m128i ferry_control(__m128i bytes) {
  // There is no unsigned comparison, but a minimum.
  return _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
}

/// The places of characters below U+0020.
static inline __attribute__((always_inline)) uint64_t ferry_controls(const uint8_t *bytes) {
  return ferry_join(
      ferry_control(ferry_load(bytes, 0)), ferry_control(ferry_load(bytes, 1)),
      ferry_control(ferry_load(bytes, 2)), ferry_control(ferry_load(bytes, 3)));
}

static inline __attribute__((always_inline)) __m128i ferry_any(
    __m128i first, __m128i second, __m128i third, __m128i fourth) {
  return _mm_or_si128(_mm_or_si128(first, second), _mm_or_si128(third, fourth));
}

/// Not zero if one of the 64 bytes at `bytes` is a backslash or a control character.
static inline __attribute__((always_inline)) uint32_t ferry_unusual(const uint8_t *bytes) {
  __m128i a = ferry_load(bytes, 0), b = ferry_load(bytes, 1), c = ferry_load(bytes, 2),
          d = ferry_load(bytes, 3), pattern = _mm_set1_epi8('\\');
  __m128i least = _mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d));
  __m128i backslashes = ferry_any(
      _mm_cmpeq_epi8(a, pattern), _mm_cmpeq_epi8(b, pattern), _mm_cmpeq_epi8(c, pattern),
      _mm_cmpeq_epi8(d, pattern));
  return (uint32_t)_mm_movemask_epi8(_mm_or_si128(backslashes, ferry_control(least)));
}

/// Not zero if one of the 64 bytes at `bytes` is beyond ASCII.
static inline __attribute__((always_inline)) uint32_t ferry_high_bits(const uint8_t *bytes) {
  return (uint32_t)_mm_movemask_epi8(ferry_any(
      ferry_load(bytes, 0), ferry_load(bytes, 1), ferry_load(bytes, 2), ferry_load(bytes, 3)));
}

/// What is known between two blocks of JSON text that are skipped.
struct ferry_plain_blocks {
  /// All ones if the next block begins inside of a string.
  uint64_t in_string;
  /// The kinds of the open brackets, the innermost in the lowest bit: 1 for a brace.
  uint64_t kinds;
  /// How many of the open brackets may be closed.
  uint64_t depth;
  /// The depth beyond which no bracket may be opened, 63 at most.
  uint64_t depth_limit;
  /// The elements to skip, `INT64_MAX` for all there are.
  uint64_t elements_left;
  /// Not zero if a byte is beyond ASCII.
  uint64_t high_bits;
};

/// Whether the processor has what the functions below are made of: AVX2, BMI, POPCNT and PCLMUL.
int ferry_has_wide_blocks(void);

/// Skips blocks of 64 bytes in which nothing needs a closer look: no backslash, no control character
/// in a string, no bracket that does not match, that closes more than may be closed or goes beyond
/// `depth_limit`, and no comma behind the last element to skip.
///
/// Returns how many of the `count` blocks at `bytes` were skipped, with the state behind them.
size_t ferry_skip_plain_blocks(
    const uint8_t *bytes, size_t count, struct ferry_plain_blocks *state);

/// Writes down where `byte` is in the `blocks` blocks of 64 bytes at `bytes`, the first of which is at
/// `start`: at most one offset a byte, and two more, which mean nothing.
///
/// Returns how many there are.
size_t ferry_block_offsets(
    const uint8_t *bytes, size_t blocks, uint8_t byte, size_t start, size_t *offsets);

/// Writes down where the brackets outside of strings are, up to a block with a backslash: `count` of
/// them, at most one offset a byte, and four more, which mean nothing. `in_string` is all ones if the next
/// block begins inside of a string, and zero otherwise.
///
/// Returns how many of the `blocks` blocks of 64 bytes at `bytes`, the first of which is at `start`, come
/// before that one.
size_t ferry_bracket_offsets(
    const uint8_t *bytes, size_t blocks, size_t start, uint64_t *in_string, size_t *offsets,
    size_t *count);

/// How many of the `blocks` blocks of 64 bytes at `bytes` come before the first one with a byte that
/// cannot follow those before it in UTF-8. The three bytes before `bytes` are read as well; a sequence
/// that a block does not finish is judged in the next.
size_t ferry_well_formed_blocks(const uint8_t *bytes, size_t blocks);
#endif

#endif
