internal import Synchronization

/// A box that has outlived its call, with the owner of its cursor.
struct LateBox: @unchecked Sendable {
  // Sendable, because one thread at a time looks at the list, and no thread at what it removed.
  var object: AnyObject?
  let owner: LateContainer
}

/// The boxes that have outlived their calls.
struct LateBoxes {
  private var boxes: [LateBox] = []
  /// The number of boxes from which on the list removes all boxes without another holder. It is twice the
  /// number that remained the last time, so a program can keep many boxes.
  private var limit = 1

  /// Adds a box. Returns the boxes that it removes.
  mutating func insert(_ box: LateBox) -> [LateBox] {
    var (kept, removed): ([LateBox], [LateBox]) = ([], [])
    if boxes.count >= limit {
      while var box = boxes.popLast() {
        if isKnownUniquelyReferenced(&box.object) { removed.append(box) } else { kept.append(box) }
      }
      boxes = kept
      limit = 2 * kept.count + 1
    }
    boxes.append(box)
    return removed
  }
}

let lateBoxes = Mutex(LateBoxes())
