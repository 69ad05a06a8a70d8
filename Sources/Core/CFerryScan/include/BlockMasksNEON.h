#ifndef FERRY_BLOCK_MASKS_NEON_H
#define FERRY_BLOCK_MASKS_NEON_H

#include <stdint.h>

#if defined(__aarch64__)
#include <arm_neon.h>

// The masks of CFerryScan.h for arm64, which has no instruction that makes a mask. A load of 64 bytes
// in four vectors puts byte 4i+k into lane i of vector k. Shifts with insertion then collect the bits
// of four bytes at a time.

#define FERRY_INLINE static inline __attribute__((always_inline))

FERRY_INLINE uint64_t ferry_join(uint8x16x4_t lanes) {
  uint8x16_t low = vsriq_n_u8(lanes.val[1], lanes.val[0], 1);
  uint8x16_t high = vsriq_n_u8(lanes.val[3], lanes.val[2], 1);
  uint8x16_t fours = vsriq_n_u8(high, low, 2);
  uint8x16_t nibbles = vsriq_n_u8(fours, fours, 4);
  return vget_lane_u64(
      vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(nibbles), 4)), 0);
}

/// Returns the positions of `byte` among the 64 bytes at `bytes`.
FERRY_INLINE uint64_t ferry_places(const uint8_t *bytes, uint8_t byte) {
  uint8x16x4_t lanes = vld4q_u8(bytes);
  for (int k = 0; k < 4; k++) lanes.val[k] = vceqq_u8(lanes.val[k], vdupq_n_u8(byte));
  return ferry_join(lanes);
}

/// Returns the positions of `{`, `}`, `[` and `]`.
FERRY_INLINE uint64_t ferry_brackets(const uint8_t *bytes) {
  uint8x16x4_t lanes = vld4q_u8(bytes);
  // The brackets are `[` plus 0, 0x02, 0x20 and 0x22.
  for (int k = 0; k < 4; k++) {
    lanes.val[k] = vtstq_u8(vsubq_u8(lanes.val[k], vdupq_n_u8(0x5B)), vdupq_n_u8(0xDD));
  }
  return ~ferry_join(lanes);
}

/// Returns the positions of characters below U+0020.
FERRY_INLINE uint64_t ferry_controls(const uint8_t *bytes) {
  uint8x16x4_t lanes = vld4q_u8(bytes);
  for (int k = 0; k < 4; k++) lanes.val[k] = vcltq_u8(lanes.val[k], vdupq_n_u8(0x20));
  return ferry_join(lanes);
}

FERRY_INLINE uint8x16_t ferry_any(uint8x16x4_t lanes) {
  return vorrq_u8(
      vorrq_u8(lanes.val[0], lanes.val[1]), vorrq_u8(lanes.val[2], lanes.val[3]));
}

/// Returns a nonzero value if one of the 64 bytes at `bytes` is a backslash or a control character.
FERRY_INLINE uint32_t ferry_unusual(const uint8_t *bytes) {
  uint8x16x4_t lanes = vld4q_u8(bytes);
  uint8x16_t least = vminq_u8(
      vminq_u8(lanes.val[0], lanes.val[1]), vminq_u8(lanes.val[2], lanes.val[3]));
  for (int k = 0; k < 4; k++) lanes.val[k] = vceqq_u8(lanes.val[k], vdupq_n_u8('\\'));
  return vmaxvq_u8(vorrq_u8(ferry_any(lanes), vcltq_u8(least, vdupq_n_u8(0x20))));
}

/// Returns a nonzero value if one of the 64 bytes at `bytes` is beyond ASCII.
FERRY_INLINE uint32_t ferry_high_bits(const uint8_t *bytes) {
  return vmaxvq_u8(ferry_any(vld4q_u8(bytes))) & 0x80;
}

/// Returns a bit for each byte of two vectors, whose bytes are 0 or 0xFF.
FERRY_INLINE uint32_t ferry_mask(uint8x16_t low, uint8x16_t high) {
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  uint8x16_t sums = vpaddq_u8(vandq_u8(low, bits), vandq_u8(high, bits));
  sums = vpaddq_u8(sums, sums);
  sums = vpaddq_u8(sums, sums);
  return vgetq_lane_u32(vreinterpretq_u32_u8(sums), 0);
}

FERRY_INLINE uint32_t ferry_escapes_in(uint8x16_t bytes, uint8_t other) {
  uint8x16_t stops =
      vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('"')), vceqq_u8(bytes, vdupq_n_u8('\\')));
  stops = vorrq_u8(stops, vceqq_u8(bytes, vdupq_n_u8(other)));
  stops = vorrq_u8(stops, vcltq_u8(bytes, vdupq_n_u8(0x20)));
  return ferry_mask(stops, vdupq_n_u8(0));
}

/// Returns the positions of quotes, backslashes, characters below U+0020, and `other` among the 16
/// bytes at `bytes`.
FERRY_INLINE uint32_t ferry_escapes(const uint8_t *bytes, uint8_t other) {
  return ferry_escapes_in(vld1q_u8(bytes), other);
}

/// Returns the same for the 16 bytes in two words, the first byte lowest.
FERRY_INLINE uint32_t ferry_word_escapes(uint64_t low, uint64_t high, uint8_t other) {
  return ferry_escapes_in(
      vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(low), vcreate_u64(high))), other);
}

/// Returns the positions of bytes other than the digits 0 to 9 among the 32 bytes at `bytes`.
FERRY_INLINE uint32_t ferry_non_digits(const uint8_t *bytes) {
  uint8x16_t zero = vdupq_n_u8('0'), nine = vdupq_n_u8(9);
  return ferry_mask(
      vcgtq_u8(vsubq_u8(vld1q_u8(bytes), zero), nine),
      vcgtq_u8(vsubq_u8(vld1q_u8(bytes + 16), zero), nine));
}

#undef FERRY_INLINE
#endif

#endif
