// Arithmetic of 128 bits, which the compiler calls where it has no C library.
#include <stdint.h>

typedef __int128 signed_wide;
typedef unsigned __int128 wide;

typedef union {
  wide all;
  struct {
    uint64_t low, high;
  };
} halves;

wide __ashlti3(wide value, int count) {
  halves from = {value}, to = {0};
  if (count & 64) {
    to.high = from.low << (count & 63);
  } else if (count == 0) {
    return value;
  } else {
    to.low = from.low << count;
    to.high = from.high << count | from.low >> (64 - count);
  }
  return to.all;
}

wide __lshrti3(wide value, int count) {
  halves from = {value}, to = {0};
  if (count & 64) {
    to.low = from.high >> (count & 63);
  } else if (count == 0) {
    return value;
  } else {
    to.high = from.high >> count;
    to.low = from.low >> count | from.high << (64 - count);
  }
  return to.all;
}

signed_wide __ashrti3(signed_wide value, int count) {
  halves from = {(wide)value}, to = {0};
  uint64_t sign = (uint64_t)((int64_t)from.high >> 63);
  if (count & 64) {
    to.low = (uint64_t)((int64_t)from.high >> (count & 63));
    to.high = sign;
  } else if (count == 0) {
    return value;
  } else {
    to.high = (uint64_t)((int64_t)from.high >> count);
    to.low = from.low >> count | from.high << (64 - count);
  }
  return (signed_wide)to.all;
}

wide __multi3(wide first, wide second) {
  halves a = {first}, b = {second}, product = {0};
  uint64_t a0 = (uint32_t)a.low, a1 = a.low >> 32, b0 = (uint32_t)b.low, b1 = b.low >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  product.low = other << 32 | (uint32_t)low;
  product.high = a1 * b1 + (middle >> 32) + (other >> 32) + a.low * b.high + a.high * b.low;
  return product.all;
}

static wide divide(wide value, wide divisor, wide *remainder) {
  halves rest = {0}, quotient = {0}, from = {value}, by = {divisor};
  if (from.high == 0 && by.high == 0) {
    quotient.low = from.low / by.low;
    rest.low = from.low % by.low;
    *remainder = rest.all;
    return quotient.all;
  }
  for (int bit = 127; bit >= 0; bit--) {
    rest.high = rest.high << 1 | rest.low >> 63;
    rest.low = rest.low << 1 | ((bit & 64 ? from.high : from.low) >> (bit & 63) & 1);
    if (rest.high < by.high || (rest.high == by.high && rest.low < by.low)) continue;
    rest.high -= by.high + (rest.low < by.low);
    rest.low -= by.low;
    if (bit & 64) {
      quotient.high |= (uint64_t)1 << (bit & 63);
    } else {
      quotient.low |= (uint64_t)1 << bit;
    }
  }
  *remainder = rest.all;
  return quotient.all;
}

wide __udivti3(wide value, wide divisor) {
  wide remainder;
  return divide(value, divisor, &remainder);
}

wide __umodti3(wide value, wide divisor) {
  wide remainder;
  divide(value, divisor, &remainder);
  return remainder;
}

static wide magnitude(signed_wide value) { return value < 0 ? -(wide)value : (wide)value; }

signed_wide __divti3(signed_wide value, signed_wide divisor) {
  wide remainder, quotient = divide(magnitude(value), magnitude(divisor), &remainder);
  return (signed_wide)((value < 0) != (divisor < 0) ? -quotient : quotient);
}

signed_wide __modti3(signed_wide value, signed_wide divisor) {
  wide remainder;
  divide(magnitude(value), magnitude(divisor), &remainder);
  return (signed_wide)(value < 0 ? -remainder : remainder);
}
