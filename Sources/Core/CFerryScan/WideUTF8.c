#include "CFerryScan.h"

#if defined(__x86_64__) || defined(__aarch64__)

// The errors that a byte and the byte behind it may have (Unicode 3.9, table 3-7). Each half of the
// first byte and the upper half of the second byte exclude some errors. An error that is not
// excluded is present.
enum {
  UNFINISHED = 1 << 0,           // 11...... 0.......  and  11...... 11......
  NOT_BEGUN = 1 << 1,            // 0....... 10......
  OVERLONG_3 = 1 << 2,           // 11100000 100.....
  TOO_LARGE = 1 << 3,            // 11110100 1001....  and up
  SURROGATE = 1 << 4,            // 11101101 101.....
  OVERLONG_2 = 1 << 5,           // 1100000. 10......
  LARGE_OR_OVERLONG_4 = 1 << 6,  // 11110101 1000....  and up,  and  11110000 1000....
  CONTINUED = 1 << 7,            // 10...... 10......: right behind a lead of three or four bytes

  ANY_LOWER = UNFINISHED | NOT_BEGUN | CONTINUED,
  BEYOND_LAST = ANY_LOWER | TOO_LARGE | LARGE_OR_OVERLONG_4,
  ANY_SECOND = NOT_BEGUN | OVERLONG_2 | CONTINUED,
};

static const uint8_t by_upper_half[16] = {
    [0x0 ... 0x7] = NOT_BEGUN,
    [0x8 ... 0xB] = CONTINUED,
    [0xC] = UNFINISHED | OVERLONG_2,
    [0xD] = UNFINISHED,
    [0xE] = UNFINISHED | OVERLONG_3 | SURROGATE,
    [0xF] = UNFINISHED | TOO_LARGE | LARGE_OR_OVERLONG_4,
};

static const uint8_t by_lower_half[16] = {
    [0x0] = ANY_LOWER | OVERLONG_2 | OVERLONG_3 | LARGE_OR_OVERLONG_4,
    [0x1] = ANY_LOWER | OVERLONG_2,
    [0x2 ... 0x3] = ANY_LOWER,
    [0x4] = ANY_LOWER | TOO_LARGE,
    [0x5 ... 0xC] = BEYOND_LAST,
    [0xD] = BEYOND_LAST | SURROGATE,
    [0xE ... 0xF] = BEYOND_LAST,
};

static const uint8_t by_second[16] = {
    [0x0 ... 0x7] = UNFINISHED,
    [0x8] = ANY_SECOND | OVERLONG_3 | LARGE_OR_OVERLONG_4,
    [0x9] = ANY_SECOND | OVERLONG_3 | TOO_LARGE,
    [0xA ... 0xB] = ANY_SECOND | SURROGATE | TOO_LARGE,
    [0xC ... 0xF] = UNFINISHED,
};

#endif

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2")))
#define WIDE_INLINE static inline WIDE __attribute__((always_inline))

WIDE_INLINE __m256i load(const uint8_t *bytes) {
  return _mm256_loadu_si256((const __m256i *)bytes);
}

WIDE_INLINE __m256i look_up(const uint8_t table[16], __m256i halves) {
  __m256i entries = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
  return _mm256_shuffle_epi8(entries, halves);
}

/// Nonzero in the lanes of bytes that cannot follow the three bytes before them.
WIDE_INLINE __m256i errors(const uint8_t *bytes) {
  __m256i second = load(bytes), first = load(bytes - 1);
  __m256i half = _mm256_set1_epi8(0x0F);
  __m256i pairs = look_up(by_upper_half, _mm256_and_si256(_mm256_srli_epi16(first, 4), half));
  pairs = _mm256_and_si256(pairs, look_up(by_lower_half, _mm256_and_si256(first, half)));
  pairs = _mm256_and_si256(
      pairs, look_up(by_second, _mm256_and_si256(_mm256_srli_epi16(second, 4), half)));
  // The second of two continuation bytes has to follow two bytes behind a lead of three or four
  // bytes, and three bytes behind a lead of four bytes. The subtraction leaves the top bit of such
  // a lead.
  __m256i three = _mm256_subs_epu8(load(bytes - 2), _mm256_set1_epi8(0xE0 - 0x80));
  __m256i four = _mm256_subs_epu8(load(bytes - 3), _mm256_set1_epi8(0xF0 - 0x80));
  __m256i continued =
      _mm256_and_si256(_mm256_or_si256(three, four), _mm256_set1_epi8((char)CONTINUED));
  return _mm256_xor_si256(pairs, continued);
}

WIDE size_t ferry_well_formed_blocks(const uint8_t *bytes, size_t blocks) {
  size_t count = 0;
  for (; count < blocks; count++, bytes += 64) {
    __m256i all = _mm256_or_si256(_mm256_or_si256(load(bytes - 3), load(bytes)), load(bytes + 32));
    if (_mm256_movemask_epi8(all) == 0) continue;
    __m256i wrong = _mm256_or_si256(errors(bytes), errors(bytes + 32));
    if (!_mm256_testz_si256(wrong, wrong)) break;
  }
  return count;
}

#elif defined(__aarch64__)
#include <arm_neon.h>

#define NEON_INLINE static inline __attribute__((always_inline))

/// Nonzero in the lanes of bytes that cannot follow the three bytes before them.
NEON_INLINE uint8x16_t errors(
    const uint8_t *bytes, uint8x16_t upper, uint8x16_t lower, uint8x16_t next) {
  uint8x16_t second = vld1q_u8(bytes), first = vld1q_u8(bytes - 1);
  uint8x16_t pairs = vandq_u8(
      vqtbl1q_u8(upper, vshrq_n_u8(first, 4)),
      vqtbl1q_u8(lower, vandq_u8(first, vdupq_n_u8(0x0F))));
  pairs = vandq_u8(pairs, vqtbl1q_u8(next, vshrq_n_u8(second, 4)));
  uint8x16_t three = vqsubq_u8(vld1q_u8(bytes - 2), vdupq_n_u8(0xE0 - 0x80));
  uint8x16_t four = vqsubq_u8(vld1q_u8(bytes - 3), vdupq_n_u8(0xF0 - 0x80));
  uint8x16_t continued = vandq_u8(vorrq_u8(three, four), vdupq_n_u8(CONTINUED));
  return veorq_u8(pairs, continued);
}

size_t ferry_well_formed_blocks(const uint8_t *bytes, size_t blocks) {
  uint8x16_t upper = vld1q_u8(by_upper_half), lower = vld1q_u8(by_lower_half),
             next = vld1q_u8(by_second);
  size_t count = 0;
  for (; count < blocks; count++, bytes += 64) {
    uint8x16_t all = vorrq_u8(
        vorrq_u8(vld1q_u8(bytes), vld1q_u8(bytes + 16)),
        vorrq_u8(vld1q_u8(bytes + 32), vld1q_u8(bytes + 48)));
    if (vmaxvq_u8(vorrq_u8(all, vld1q_u8(bytes - 3))) < 0x80) continue;
    uint8x16_t wrong = vorrq_u8(
        vorrq_u8(errors(bytes, upper, lower, next), errors(bytes + 16, upper, lower, next)),
        vorrq_u8(errors(bytes + 32, upper, lower, next), errors(bytes + 48, upper, lower, next)));
    if (vmaxvq_u8(wrong) != 0) break;
  }
  return count;
}
#endif
