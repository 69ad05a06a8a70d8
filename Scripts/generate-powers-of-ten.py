#!/usr/bin/env python3
"""Writes Sources/Core/CFerryScan/PowersOfTen.c and proves what its readers rely on.

    Scripts/generate-powers-of-ten.py           prove, then write the file
    Scripts/generate-powers-of-ten.py --check   prove, then fail if the file differs

All arithmetic is on exact integers. One table serves two algorithms:

  Eisel-Lemire (text to binary) multiplies a 64-bit significand by 10^q, q in -342...308.
  Schubfach (binary to text) needs the ceiling of the normalised 10^q, q in -292...324.
"""

import pathlib
import sys

FIRST, LAST = -342, 324
TARGET = pathlib.Path(__file__).resolve().parent.parent / "Sources/Core/CFerryScan/PowersOfTen.c"


def normalised(q):
    """10^q times a power of two as a fraction in 2^127 ..< 2^128."""
    num, den = (5**q, 1) if q >= 0 else (1, 5**-q)
    shift = 128 - num.bit_length() + den.bit_length()
    while True:
        n, d = (num << shift, den) if shift >= 0 else (num, den << -shift)
        if n >= d << 128:
            shift -= 1
        elif n < d << 127:
            shift += 1
        else:
            return n, d


def ceiling(q):
    n, d = normalised(q)
    return -(-n // d)


def entry(q):
    """Rounded down for q >= 0, rounded up for q < 0."""
    n, d = normalised(q)
    return n // d if q >= 0 else ceiling(q)


def first_hit(a, m, low, high):
    """The smallest x >= 0 with low <= a x mod m <= high, or None (Euclid's algorithm)."""
    if low == 0:
        return 0
    a %= m
    if a == 0:
        return None
    if 2 * a > m:
        return first_hit(m - a, m, m - high, m - low)
    x = -(-low // a)
    if x * a <= high:
        return x
    y = first_hit(m % a, a, -high % a, -low % a)
    return None if y is None else -(-(low + m * y) // a)


def meets(table, modulus, low, high):
    """Whether low <= w * table mod modulus <= high for some w in 2^63 ..< 2^64."""
    offset = 2**63 * table % modulus
    a, b = (low - offset) % modulus, (high - offset) % modulus
    if a > b:
        return True
    x = first_hit(table % modulus, modulus, a, b)
    return x is not None and x < 2**63


def prove_eisel_lemire():
    """The 192-bit product w * entry(q) always rounds as w * 10^q does.

    A double takes the top 54 bits of the product (a float 25), so at least 137 bits are cut off. An
    entry is off by less than 1 and w is below 2^64, hence the product is off by less than 2^64. It
    is therefore enough that no product comes that close to a multiple of 2^137 from the wrong side.
    """
    modulus, slack = 2**137, 2**64
    for q in range(FIRST, 309):
        n, d = normalised(q)
        if n % d == 0:
            continue
        if q < -27:
            assert not meets(entry(q), modulus, 0, slack - 1), q
        elif q < 0:
            # Products that hit a multiple exactly exist, and rounding up keeps them above it. Every
            # other one differs from a multiple by a whole multiple of 2^137 / 5^-q.
            assert modulus // 5**-q > slack, q
        else:
            assert not meets(entry(q), modulus, modulus - slack, modulus - 1), q


def prove_ties():
    """Exact halves exist for -4...23 (double) and -17...10 (float) only, and show as low == 0."""
    for bits, first, last in ((54, -4, 23), (25, -17, 10)):
        assert 5 ** (1 - first) << (bits - 1) >= 2**64 and 5 ** (last + 1) >= 2**bits
        for q in range(first, last + 1):
            high, low = entry(q) >> 64, entry(q) % 2**64
            trailing_zeros = (high & -high).bit_length() - 1
            # A product with the high half alone never has low == 0 and a zero tail by accident.
            assert (low == 0) if q >= 0 else (63 + trailing_zeros < 64 + 64 - bits - 1), q


def prove_schubfach():
    """The ceiling is the entry, plus 1 where 5^q no longer fits into 128 bits (q > 55)."""
    for q in range(-292, LAST + 1):
        assert ceiling(q) == entry(q) + (1 if q > 55 else 0), q


def source():
    words = []
    for q in range(FIRST, LAST + 1):
        words += [f"0x{entry(q) >> 64:016X}", f"0x{entry(q) % 2**64:016X}"]
    table = "\n".join(f"    {', '.join(words[i : i + 4])}," for i in range(0, len(words), 4))
    return f"""\
// Written by Scripts/generate-powers-of-ten.py. Do not edit.

#include "CFerryScan.h"

const uint64_t ferry_powers_of_ten[] = {{
{table}
}};
"""


def main():
    prove_eisel_lemire()
    prove_ties()
    prove_schubfach()
    text = source()
    if "--check" in sys.argv[1:]:
        if TARGET.read_text() != text:
            sys.exit(f"{TARGET} differs from what the generator writes")
    else:
        TARGET.write_text(text)


main()
