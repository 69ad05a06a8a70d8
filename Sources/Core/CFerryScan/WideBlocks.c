#include "CFerryScan.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2,bmi,popcnt,pclmul")))
#define WIDE_INLINE static inline WIDE __attribute__((always_inline))

typedef struct {
  __m256i low, high;
} block;

WIDE_INLINE block load(const uint8_t *bytes) {
  return (block){
      _mm256_loadu_si256((const __m256i *)bytes),
      _mm256_loadu_si256((const __m256i *)(bytes + 32))};
}

WIDE_INLINE uint64_t join(__m256i low, __m256i high) {
  return (uint32_t)_mm256_movemask_epi8(low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

WIDE_INLINE uint64_t places(block bytes, char byte) {
  __m256i pattern = _mm256_set1_epi8(byte);
  return join(_mm256_cmpeq_epi8(bytes.low, pattern), _mm256_cmpeq_epi8(bytes.high, pattern));
}

WIDE_INLINE int has_backslash(block bytes) {
  __m256i pattern = _mm256_set1_epi8('\\');
  __m256i found = _mm256_or_si256(
      _mm256_cmpeq_epi8(bytes.low, pattern), _mm256_cmpeq_epi8(bytes.high, pattern));
  return !_mm256_testz_si256(found, found);
}

WIDE_INLINE __m256i control(__m256i bytes) {
  return _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8(0x1F)), bytes);
}

WIDE_INLINE uint64_t controls(block bytes) {
  __m256i found = control(_mm256_min_epu8(bytes.low, bytes.high));
  if (_mm256_testz_si256(found, found)) return 0;
  return join(control(bytes.low), control(bytes.high));
}

WIDE_INLINE __m256i bracket(__m256i bytes) {
  __m256i folded = _mm256_or_si256(bytes, _mm256_set1_epi8(0x20));
  return _mm256_or_si256(
      _mm256_cmpeq_epi8(folded, _mm256_set1_epi8(0x7B)),
      _mm256_cmpeq_epi8(folded, _mm256_set1_epi8(0x7D)));
}

/// All positions from the first quote of each pair up to the one before the second.
WIDE_INLINE uint64_t places_between(uint64_t quotes) {
  __m128i product =
      _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)quotes), _mm_set1_epi8(-1), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}

WIDE_INLINE uint64_t brackets_of(block bytes) {
  return join(bracket(bytes.low), bracket(bytes.high));
}

WIDE_INLINE __m256i any(block bytes) { return _mm256_or_si256(bytes.low, bytes.high); }

typedef __m256i bits;

WIDE_INLINE bits no_bits(void) { return _mm256_setzero_si256(); }

WIDE_INLINE bits joined(bits first, bits second) { return _mm256_or_si256(first, second); }

WIDE_INLINE uint64_t high_bits(bits bytes) { return (uint32_t)_mm256_movemask_epi8(bytes); }

WIDE_INLINE uint64_t first_place(uint64_t places) { return _tzcnt_u64(places); }

int ferry_has_wide_blocks(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("pclmul");
}

#elif defined(__aarch64__)
#include <arm_neon.h>

#define WIDE
#define WIDE_INLINE static inline __attribute__((always_inline))

/// The address, because the masks of the header load the bytes. The compiler loads them once.
typedef const uint8_t *block;

WIDE_INLINE block load(const uint8_t *bytes) { return bytes; }

WIDE_INLINE uint64_t places(block bytes, char byte) {
  return ferry_places(bytes, (uint8_t)byte);
}

WIDE_INLINE int has_backslash(block bytes) {
  uint8x16x4_t lanes = vld4q_u8(bytes);
  for (int k = 0; k < 4; k++) lanes.val[k] = vceqq_u8(lanes.val[k], vdupq_n_u8('\\'));
  return vmaxvq_u8(ferry_any(lanes)) != 0;
}

WIDE_INLINE uint64_t controls(block bytes) { return ferry_controls(bytes); }

WIDE_INLINE uint64_t brackets_of(block bytes) { return ferry_brackets(bytes); }

/// All positions from the first quote of each pair up to the one before the second.
WIDE_INLINE uint64_t places_between(uint64_t quotes) {
  for (int shift = 1; shift < 64; shift <<= 1) quotes ^= quotes << shift;
  return quotes;
}

typedef uint8x16_t bits;

WIDE_INLINE bits any(block bytes) { return ferry_any(vld4q_u8(bytes)); }

WIDE_INLINE bits no_bits(void) { return vdupq_n_u8(0); }

WIDE_INLINE bits joined(bits first, bits second) { return vorrq_u8(first, second); }

WIDE_INLINE uint64_t high_bits(bits bytes) { return vmaxvq_u8(bytes) & 0x80; }

WIDE_INLINE uint64_t first_place(uint64_t places) {
  return places ? (uint64_t)__builtin_ctzll(places) : 64;
}

int ferry_has_wide_blocks(void) { return 1; }
#endif

#if defined(__x86_64__) || defined(__aarch64__)
/// All positions below the lowest one of `places`.
WIDE_INLINE uint64_t places_before_first(uint64_t places) { return (places & -places) - 1; }

WIDE_INLINE size_t skip(
    const uint8_t *bytes, size_t count, struct ferry_plain_blocks *state, int is_counting) {
  struct ferry_plain_blocks now = *state;
  bits all_bytes = no_bits();
  size_t skipped = 0;
  for (; skipped < count; skipped++, bytes += 64) {
    block here = load(bytes);
    if (has_backslash(here)) break;
    uint64_t strings = places_between(places(here, '"')) ^ now.in_string;
    if (controls(here) & strings) break;

    uint64_t brackets = brackets_of(here) & ~strings;
    uint64_t kinds = now.kinds, depth = now.depth;
    // The positions that are in the scan's own container, not in a nested one.
    uint64_t own = depth == 0 ? places_before_first(brackets) : 0;
    for (; brackets; brackets &= brackets - 1) {
      uint8_t byte = bytes[__builtin_ctzll(brackets)];
      uint64_t is_brace = byte >> 5 & 1;
      if (byte & 4) {
        if ((kinds & 1) != is_brace || depth == 0) break;
        kinds >>= 1;
        depth--;
        if (is_counting && depth == 0) {
          own |= places_before_first(brackets & (brackets - 1)) & ~places_before_first(brackets);
        }
      } else {
        if (depth >= now.depth_limit) break;
        kinds = kinds << 1 | is_brace;
        depth++;
      }
    }
    if (brackets) break;
    if (is_counting) {
      uint64_t elements = (uint64_t)__builtin_popcountll(places(here, ',') & own & ~strings);
      if (elements >= now.elements_left) break;
      now.elements_left -= elements;
    }

    now.kinds = kinds;
    now.depth = depth;
    now.in_string = 0 - (strings >> 63);
    all_bytes = joined(all_bytes, any(here));
  }
  now.high_bits |= high_bits(all_bytes);
  *state = now;
  return skipped;
}

WIDE size_t ferry_skip_plain_blocks(
    const uint8_t *bytes, size_t count, struct ferry_plain_blocks *state) {
  return state->elements_left == INT64_MAX ? skip(bytes, count, state, 0)
                                           : skip(bytes, count, state, 1);
}

/// Writes the offsets of the positions in a block at `start`. Their number is unpredictable, so the
/// first `usual` offsets need no branch: they are always written, and they count only if the block
/// has that many positions.
WIDE_INLINE size_t write_down(uint64_t places, int usual, size_t start, size_t *offsets) {
  size_t count = (size_t)__builtin_popcountll(places);
  for (; usual != 0; usual--, places &= places - 1) *offsets++ = start + first_place(places);
  for (; places != 0; places &= places - 1) *offsets++ = start + first_place(places);
  return count;
}

WIDE size_t ferry_block_offsets(
    const uint8_t *bytes, size_t blocks, uint8_t byte, size_t start, size_t *offsets) {
  size_t count = 0;
  for (; blocks != 0; blocks--, bytes += 64, start += 64) {
    count += write_down(places(load(bytes), (char)byte), 2, start, offsets + count);
  }
  return count;
}

WIDE size_t ferry_bracket_offsets(
    const uint8_t *bytes, size_t blocks, size_t start, uint64_t *in_string, size_t *offsets,
    size_t *count) {
  uint64_t inside = *in_string;
  size_t found = 0, done = 0;
  for (; done < blocks; done++, bytes += 64, start += 64) {
    block here = load(bytes);
    if (has_backslash(here)) break;
    uint64_t strings = places_between(places(here, '"')) ^ inside;
    uint64_t brackets = brackets_of(here) & ~strings;
    found += write_down(brackets, 4, start, offsets + found);
    inside = 0 - (strings >> 63);
  }
  *in_string = inside;
  *count = found;
  return done;
}
#endif
