/// The ends of the containers in a part of an input, by their starts.
///
/// A container costs four bytes. Each 64 bytes of the part cost twelve: a bit for each byte, set where a
/// container begins, and the number of containers before.
package struct ContainerEnds {
  /// The offset of the first bit.
  private let base: Int
  private var starts: [UInt64] = []
  /// For each word of `starts`, the number of containers before.
  private var ranks: [UInt32] = []
  /// The lengths of containers in the order of their starts; 0 for those that are open. A single array
  /// would need thrice the memory while it grows.
  private var lengths: [[UInt32]] = []
  private var count = 0
  private var open: [(number: Int, start: Int)] = []

  /// Creates an empty list for a part of the input from `base`.
  package init(from base: Int = 0) { self.base = base }

  /// The largest part that a list describes.
  package static var longestPart: Int { Int(clamping: UInt32.max) }

  /// Adds a container that begins at `place`, behind the start of the last one.
  package mutating func open(at place: Int) {
    let offset = place - base
    while starts.count <= offset >> 6 {
      starts.append(0)
      ranks.append(UInt32(truncatingIfNeeded: count))
    }
    starts[offset >> 6] |= 1 << UInt64(offset & 63)
    open.append((count, place))
    if count & Self.lastInChunk == 0 {
      lengths.append([])
      lengths[lengths.count - 1].reserveCapacity(Self.lastInChunk + 1)
    }
    lengths[lengths.count - 1].append(0)
    count += 1
  }

  private static var lastInChunk: Int { 1 << chunkBits - 1 }
  private static var chunkBits: Int { 12 }

  /// Ends the innermost open container before `place`.
  package mutating func close(before place: Int) {
    guard let (number, start) = open.popLast() else { return }
    lengths[number >> Self.chunkBits][number & Self.lastInChunk] =
      UInt32(truncatingIfNeeded: place - start)
  }

  /// Returns the offset after the container that begins at `place`; `nil` if none is known.
  package func end(of place: Int) -> Int? {
    let offset = place &- base
    guard offset >= 0, offset >> 6 < starts.count else { return nil }
    let word = starts[offset >> 6]
    let bit = 1 << UInt64(offset & 63) as UInt64
    guard word & bit != 0 else { return nil }
    let number = Int(ranks[offset >> 6]) + (word & (bit &- 1)).nonzeroBitCount
    let length = lengths[number >> Self.chunkBits][number & Self.lastInChunk]
    return length == 0 ? nil : place + Int(length)
  }
}
