internal import FerryBase
import Testing

/// Checks that twice the input makes `run` allocate at most 2.5 times the bytes, and look at as many. A
/// copy, or another reading of the text, for each step makes it four times as many.
///
/// Only debug builds count the bytes that are looked at. The middle one of three sizes counts: at one of
/// them, an array may double its memory.
package func expectLinearGrowth<Input>(
  _ size: Int, sourceLocation: SourceLocation = #_sourceLocation,
  _ make: (Int) throws -> Input, _ run: (Input) throws -> Void
) throws {
  func work(_ size: Int) throws -> (allocated: Int, lookedAt: Int) {
    let input = try make(size)
    var allocated = 0
    let lookedAt = try ReadingWork.count {
      allocated = try AllocationCounter.count(atLeast: 1) { try run(input) }.bytes
    }
    return (allocated, lookedAt)
  }
  let growth = try [size, size * 9 / 8, size * 5 / 4].map { half in
    let (one, two) = (try work(half), try work(2 * half))
    return (
      allocated: Double(two.allocated) / Double(max(one.allocated, 1)),
      lookedAt: Double(two.lookedAt) / Double(max(one.lookedAt, 1))
    )
  }
  for ratios in [growth.map(\.allocated), growth.map(\.lookedAt)] {
    #expect(ratios.sorted()[1] < 2.5, "\(growth)", sourceLocation: sourceLocation)
  }
}
