#include "CFerryScan.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx2,bmi,popcnt")))

WIDE static inline __attribute__((always_inline)) uint64_t wide_places(
    const uint8_t *bytes, uint8_t byte) {
  __m256i pattern = _mm256_set1_epi8((char)byte);
  __m256i low = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)bytes), pattern);
  __m256i high = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(bytes + 32)), pattern);
  return (uint32_t)_mm256_movemask_epi8(low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

// Whether a block has a place is as good as random where places are far apart, so there is no branch
// on the first two: offsets are written down in any case, and kept if there were any.
WIDE size_t ferry_block_offsets(
    const uint8_t *bytes, size_t blocks, uint8_t byte, size_t start, size_t *offsets) {
  size_t count = 0;
  for (; blocks != 0; blocks--, bytes += 64, start += 64) {
    uint64_t places = wide_places(bytes, byte);
    size_t *room = offsets + count;
    count += (size_t)__builtin_popcountll(places);
    *room++ = start + _tzcnt_u64(places);
    places = _blsr_u64(places);
    *room++ = start + _tzcnt_u64(places);
    for (places = _blsr_u64(places); places != 0; places = _blsr_u64(places)) {
      *room++ = start + _tzcnt_u64(places);
    }
  }
  return count;
}
#endif
