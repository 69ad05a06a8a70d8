#ifndef FERRY_SCAN_H
#define FERRY_SCAN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif
#include "BlockMasksNEON.h"

#pragma clang assume_nonnull begin

// A constant array in Swift has a check for its first use at each access. A table in C has none.
extern const uint64_t ferry_powers_of_ten[];

/// Returns the high and the low half of the entry for 10^`exponent`, from -342 to 324.
static inline __attribute__((always_inline)) const uint64_t *ferry_power_of_ten(int32_t exponent) {
  return ferry_powers_of_ten + 2 * (exponent + 342);
}

extern const uint8_t ferry_escaped_characters[];

/// Returns the character that a backslash and `byte` represent in JSON (RFC 8259, section 7). Returns
/// 0 for `u` and for bytes without a meaning.
static inline __attribute__((always_inline)) uint8_t ferry_escaped_character(uint8_t byte) {
  return ferry_escaped_characters[byte];
}

/// Takes no instruction. The compiler of Swift moves the retain of an object over an atomic store, such
/// as the one that unlocks, but not over a call of C code.
static inline __attribute__((always_inline)) void ferry_keep_retains_before(void) {
  __asm__ volatile("" ::: "memory");
}

// A function of the Swift runtime, which Swift has no name for.
extern void *swift_allocObject(const void *metadata, size_t size, size_t alignment_mask);

/// Returns a new object of a class, with memory behind its own properties. Only the reference to the
/// class and the number of references are initialized.
static inline __attribute__((always_inline)) void *ferry_allocate_object(
    const void *metadata, size_t size, size_t alignment_mask) {
  return swift_allocObject(metadata, size, alignment_mask);
}

// Masks over blocks of 64 bytes. Each byte has one bit, and the lowest bit stands for the first
// byte. x86 has an instruction that makes a mask of 16 comparisons at once. Swift has no name for
// it. BlockMasksNEON.h has the same masks for arm64. On other processors, `PortableJSONBlock` in Swift
// does the same.

#if defined(__x86_64__)

static inline __attribute__((always_inline)) __m128i ferry_load(const uint8_t *bytes, int part) {
  return _mm_loadu_si128((const __m128i *)(bytes + 16 * part));
}

static inline __attribute__((always_inline)) uint64_t ferry_join(
    __m128i first, __m128i second, __m128i third, __m128i fourth) {
  uint64_t low = (uint32_t)_mm_movemask_epi8(first) | (uint32_t)_mm_movemask_epi8(second) << 16;
  uint64_t high = (uint32_t)_mm_movemask_epi8(third) | (uint32_t)_mm_movemask_epi8(fourth) << 16;
  return low | high << 32;
}

/// Returns the positions of `byte` among the 64 bytes at `bytes`.
static inline __attribute__((always_inline)) uint64_t ferry_places(
    const uint8_t *bytes, uint8_t byte) {
  __m128i pattern = _mm_set1_epi8((char)byte);
  return ferry_join(
      _mm_cmpeq_epi8(ferry_load(bytes, 0), pattern), _mm_cmpeq_epi8(ferry_load(bytes, 1), pattern),
      _mm_cmpeq_epi8(ferry_load(bytes, 2), pattern), _mm_cmpeq_epi8(ferry_load(bytes, 3), pattern));
}

static inline __attribute__((always_inline)) __m128i ferry_bracket(__m128i bytes) {
  // The two kinds of brackets differ in one bit, so one comparison finds both.
  __m128i folded = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  return _mm_or_si128(
      _mm_cmpeq_epi8(folded, _mm_set1_epi8(0x7B)), _mm_cmpeq_epi8(folded, _mm_set1_epi8(0x7D)));
}

/// Returns the positions of `{`, `}`, `[` and `]`.
static inline __attribute__((always_inline)) uint64_t ferry_brackets(const uint8_t *bytes) {
  return ferry_join(
      ferry_bracket(ferry_load(bytes, 0)), ferry_bracket(ferry_load(bytes, 1)),
      ferry_bracket(ferry_load(bytes, 2)), ferry_bracket(ferry_load(bytes, 3)));
}

static inline __attribute__((always_inline)) __m128i ferry_control(__m128i bytes) {
  // The processor has no unsigned comparison, but it has an unsigned minimum.
  return _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
}

/// Returns the positions of characters below U+0020.
static inline __attribute__((always_inline)) uint64_t ferry_controls(const uint8_t *bytes) {
  return ferry_join(
      ferry_control(ferry_load(bytes, 0)), ferry_control(ferry_load(bytes, 1)),
      ferry_control(ferry_load(bytes, 2)), ferry_control(ferry_load(bytes, 3)));
}

static inline __attribute__((always_inline)) uint32_t ferry_escapes_in(
    __m128i bytes, uint8_t other) {
  __m128i stops = _mm_or_si128(
      _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
  stops = _mm_or_si128(stops, _mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)other)));
  return (uint32_t)_mm_movemask_epi8(_mm_or_si128(stops, ferry_control(bytes)));
}

/// Returns the positions of quotes, backslashes, characters below U+0020, and `other` among the 16
/// bytes at `bytes`.
static inline __attribute__((always_inline)) uint32_t ferry_escapes(
    const uint8_t *bytes, uint8_t other) {
  return ferry_escapes_in(ferry_load(bytes, 0), other);
}

/// Returns the same for the 16 bytes in two words, the first byte lowest.
static inline __attribute__((always_inline)) uint32_t ferry_word_escapes(
    uint64_t low, uint64_t high, uint8_t other) {
  return ferry_escapes_in(_mm_set_epi64x((long long)high, (long long)low), other);
}

/// Returns the positions of bytes other than the digits 0 to 9 among the 32 bytes at `bytes`.
static inline __attribute__((always_inline)) uint32_t ferry_non_digits(const uint8_t *bytes) {
  // The comparison has signs, so the digits move to the lowest values.
  __m128i distance = _mm_set1_epi8(128 - '0'), nine = _mm_set1_epi8(-128 + 9);
  __m128i low = _mm_cmpgt_epi8(_mm_add_epi8(ferry_load(bytes, 0), distance), nine);
  __m128i high = _mm_cmpgt_epi8(_mm_add_epi8(ferry_load(bytes, 1), distance), nine);
  return (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 16;
}

/// Two words of eight digits.
struct ferry_digits {
  uint64_t first, second;
};

/// Returns the decimal digits of two numbers below 10^8, the first digit of each in the lowest byte.
static inline __attribute__((always_inline)) struct ferry_digits ferry_digits_of(
    uint64_t first, uint64_t second) {
  // Two lanes of eight digits become four of four, eight of two, and 16 of one. Each step divides
  // all lanes by multiplying with a reciprocal that is exact for their range.
  __m128i value = _mm_set_epi64x((long long)second, (long long)first);
  __m128i quotient = _mm_srli_epi64(_mm_mul_epu32(value, _mm_set1_epi64x(0xD1B71759)), 45);
  __m128i rest = _mm_sub_epi32(value, _mm_mul_epu32(quotient, _mm_set1_epi64x(10000)));
  __m128i fours = _mm_or_si128(quotient, _mm_slli_epi64(rest, 32));
  quotient = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi32(5243)), 3);
  rest = _mm_sub_epi16(fours, _mm_mullo_epi16(quotient, _mm_set1_epi32(100)));
  __m128i twos = _mm_or_si128(quotient, _mm_slli_epi32(rest, 16));
  quotient = _mm_mulhi_epu16(twos, _mm_set1_epi16(6554));
  rest = _mm_sub_epi16(twos, _mm_mullo_epi16(quotient, _mm_set1_epi16(10)));
  __m128i digits = _mm_or_si128(quotient, _mm_slli_epi16(rest, 8));
  return (struct ferry_digits){
      (uint64_t)_mm_cvtsi128_si64(digits),
      (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(digits, digits))};
}

static inline __attribute__((always_inline)) __m128i ferry_any(
    __m128i first, __m128i second, __m128i third, __m128i fourth) {
  return _mm_or_si128(_mm_or_si128(first, second), _mm_or_si128(third, fourth));
}

/// Returns a nonzero value if one of the 64 bytes at `bytes` is a backslash or a control character.
static inline __attribute__((always_inline)) uint32_t ferry_unusual(const uint8_t *bytes) {
  __m128i a = ferry_load(bytes, 0), b = ferry_load(bytes, 1), c = ferry_load(bytes, 2),
          d = ferry_load(bytes, 3), pattern = _mm_set1_epi8('\\');
  __m128i least = _mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d));
  __m128i backslashes = ferry_any(
      _mm_cmpeq_epi8(a, pattern), _mm_cmpeq_epi8(b, pattern), _mm_cmpeq_epi8(c, pattern),
      _mm_cmpeq_epi8(d, pattern));
  return (uint32_t)_mm_movemask_epi8(_mm_or_si128(backslashes, ferry_control(least)));
}

/// Returns a nonzero value if one of the 64 bytes at `bytes` is beyond ASCII.
static inline __attribute__((always_inline)) uint32_t ferry_high_bits(const uint8_t *bytes) {
  return (uint32_t)_mm_movemask_epi8(ferry_any(
      ferry_load(bytes, 0), ferry_load(bytes, 1), ferry_load(bytes, 2), ferry_load(bytes, 3)));
}

#endif

#if defined(__x86_64__) || defined(__aarch64__)

/// The state between two skipped blocks of JSON text.
struct ferry_plain_blocks {
  /// All ones if the next block begins inside of a string.
  uint64_t in_string;
  /// The kinds of the open brackets, the innermost in the lowest bit: 1 for a brace.
  uint64_t kinds;
  /// The number of open brackets that may be closed.
  uint64_t depth;
  /// The depth that open brackets may not exceed, at most 63.
  uint64_t depth_limit;
  /// The number of elements to skip, or `INT64_MAX` for all elements.
  uint64_t elements_left;
  /// Nonzero if a byte is beyond ASCII.
  uint64_t high_bits;
};

/// Returns whether the processor has AVX2, BMI, POPCNT and PCLMUL, which the functions below need on
/// x86. All arm64 processors have what they need.
int ferry_has_wide_blocks(void);

/// Skips blocks of 64 bytes that need no closer look. Such a block has no backslash, no control
/// character in a string and no comma behind the last element to skip. Its brackets match. They
/// close no more brackets than `depth`, and they do not exceed `depth_limit`.
///
/// Returns the number of the `count` blocks at `bytes` that were skipped. `state` is the state
/// behind them.
size_t ferry_skip_plain_blocks(
    const uint8_t *bytes, size_t count, struct ferry_plain_blocks *state);

/// Writes the offsets of `byte` in the `blocks` blocks of 64 bytes at `bytes`. The first block is
/// at offset `start`. The function writes at most one offset for each byte, and two more entries
/// without a meaning.
///
/// Returns the number of offsets.
size_t ferry_block_offsets(
    const uint8_t *bytes, size_t blocks, uint8_t byte, size_t start, size_t *offsets);

/// Writes the offsets of the brackets outside of strings, up to a block with a backslash, and sets
/// `count` to their number. The function writes at most one offset for each byte, and four more
/// entries without a meaning. `in_string` is all ones if the next block begins inside of a string,
/// and zero otherwise.
///
/// Returns how many of the `blocks` blocks of 64 bytes at `bytes` come before that block. The first
/// block is at offset `start`.
size_t ferry_bracket_offsets(
    const uint8_t *bytes, size_t blocks, size_t start, uint64_t *in_string, size_t *offsets,
    size_t *count);

/// Returns how many of the `blocks` blocks of 64 bytes at `bytes` come before the first block with
/// a byte that cannot follow the bytes before it in UTF-8. The function also reads the three bytes
/// before `bytes`. A sequence that a block does not finish is checked in the next block.
size_t ferry_well_formed_blocks(const uint8_t *bytes, size_t blocks);
#endif

#pragma clang assume_nonnull end

#endif
