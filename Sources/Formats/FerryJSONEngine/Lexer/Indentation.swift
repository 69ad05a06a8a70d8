internal import FerryBase

/// The line breaks and blanks before the members of the containers that a reader is in.
///
/// Most writers indent evenly, so a run of white space equals the last run of its depth. Comparing
/// the two is faster than a search for the end of the run. The next position comes from the stored
/// length instead of the text, so the processor does not wait for the comparison.
///
/// ```
/// lengths   |  3  |  5  |  7  |  0  | ...   a byte for each depth modulo 8; 0: no run yet
/// text       { LF  _  _  " i d " ...        at depth 1: LF and 2 blanks
/// ```
@frozen @usableFromInline
struct Indentation {
  /// The length in bytes of the last run at each depth, at most ``longest``.
  @usableFromInline var lengths: UInt64 = 0
  /// The character of the blanks, eight times.
  @usableFromInline var blanks: UInt64 = 0x2020_2020_2020_2020

  init() {}

  static var longest: Int { 32 }

  /// Returns the length of the run at `place` if it equals the last run at `depth`, otherwise 0.
  /// Reads at most 33 bytes.
  @inline(__always)
  func length(at place: UnsafePointer<UInt8>, depth: Int) -> Int {
    let count = Int(truncatingIfNeeded: lengths &>> UInt64(truncatingIfNeeded: depth &* 8) & 0xFF)
    // A stored length of 0 ends here as well, because the byte at `place` is white space.
    if unsafe place[count] <= ASCII.space { return 0 }
    let text = unsafe UnsafeRawPointer(place)
    let head = unsafe word(text) ^ (blanks &<< 8 | UInt64(ASCII.newline))
    if count <= 8 { return head &<< UInt64(truncatingIfNeeded: 64 &- count &* 8) == 0 ? count : 0 }
    var differences = unsafe head | (word(text + (count &- 8)) ^ blanks)
    if count > 16 {
      unsafe differences |= (word(text + 8) ^ blanks) | (word(text + (count &- 16)) ^ blanks)
    }
    return differences == 0 ? count : 0
  }

  @inline(__always)
  private func word(_ text: UnsafeRawPointer) -> UInt64 {
    unsafe text.loadUnaligned(as: UInt64.self).littleEndian
  }

  /// Stores a run of `count` bytes that begins with a line feed and `blank`.
  mutating func store(_ count: Int, _ blank: UInt8, depth: Int) {
    guard count <= Self.longest else { return }
    let shift = UInt64(truncatingIfNeeded: depth &* 8) & 63
    lengths = lengths & ~(0xFF &<< shift) | UInt64(truncatingIfNeeded: count) &<< shift
    if count > 1 { blanks = UInt64(blank) &* 0x0101_0101_0101_0101 }
  }
}

extension ByteReader {
  /// Skips the white space before a member or a closing bracket, where `depth` containers are open.
  @inline(__always)
  mutating func skipIndentation(_ indentation: inout Indentation, depth: Int) {
    var place = unsafe cursor
    unsafe skipIndentation(&place, &indentation, depth: depth)
    unsafe cursor = place
  }

  @inline(__always)
  mutating func skipIndentation(
    _ place: inout UnsafePointer<UInt8>, _ indentation: inout Indentation, depth: Int
  ) {
    if unsafe place.pointee > ASCII.space { return }
    // Many writers without line breaks put a space behind a comma.
    if unsafe place.pointee == ASCII.space && place[1] > ASCII.space {
      unsafe place += 1
      return
    }
    // After the run, the place is still before the limit, so callers may look ahead.
    if unsafe place + Indentation.longest < limit {
      let count = unsafe indentation.length(at: place, depth: depth)
      if count != 0 {
        unsafe place += count
        return
      }
    }
    unsafe cursor = place
    skipNewIndentation(&indentation, depth: depth)
    unsafe place = cursor
  }

  @inline(never)
  mutating func skipNewIndentation(_ indentation: inout Indentation, depth: Int) {
    let start = offset
    let first = byte
    if needsTail { enterTail() }
    let blank = load(UInt8.self, at: 1)
    skipJSONWhitespaceRun()
    if first == ASCII.newline { indentation.store(offset &- start, blank, depth: depth) }
  }
}
