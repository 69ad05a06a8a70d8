import FerryBase

/// The key lists of recent objects of one tape. Most objects have the same nodes as keys as an
/// earlier object, and equal nodes have equal text.
struct RecentKeyLists {
  private struct KeyList {
    var first = 0
    var count = 0
    var number = 0
    var tape = 0
  }

  /// Key lists by the first key and the number of keys.
  private var lists = [KeyList](repeating: KeyList(), count: 64)
  private var keys: [UInt64] = []
  private var tape = 0
  private static let maximumKeys = 1 << 12

  mutating func removeAll() {
    keys.removeAll(keepingCapacity: true)
    tape &+= 1
  }

  /// Returns the number of the key list of the object at `index`, which is not empty; -1 if it is not
  /// known.
  @inline(__always)
  func number(_ view: TapeView, _ index: Int) -> Int {
    let list = lists[place(view, index)]
    guard list.tape == tape, list.count == view.elementCount(index) else { return -1 }
    var next = list.first
    for key in view.keys(ofMap: index) {
      guard view[key].word == keys[next] else { return -1 }
      next &+= 1
    }
    return list.number
  }

  /// Notes the key list of the object at `index`.
  mutating func add(_ view: TapeView, _ index: Int, _ number: Int) {
    let count = view.elementCount(index)
    guard keys.count + count <= Self.maximumKeys else { return }
    lists[place(view, index)] = KeyList(
      first: keys.count, count: count, number: number, tape: tape)
    for key in view.keys(ofMap: index) { keys.append(view[key].word) }
  }

  @inline(__always)
  private func place(_ view: TapeView, _ index: Int) -> Int {
    let hash =
      (view[index &+ 1].word ^ UInt64(truncatingIfNeeded: view[index].length))
      &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> 58)
  }
}

/// The key lists of the objects of the previous value, in order. A record mostly has the same key
/// lists as the record before it, in other nodes.
struct ExpectedKeyLists {
  /// The numbers of the key lists. Only objects that ``RecentKeyLists`` does not know count.
  private var numbers: [Int] = []
  private var next = 0
  private static let limit = 64

  /// Starts a value.
  mutating func begin() { next = 0 }

  /// Returns the number of the key list of the object at `index`, which is not empty. If the object at
  /// the same place of the previous value had other keys, returns a negative number for
  /// ``note(_:_:)``.
  mutating func number(_ view: TapeView, _ index: Int, _ table: borrowing KeyListTable) -> Int {
    let place = next
    next &+= 1
    if place < numbers.count, table.has(numbers[place], keysOf: index, in: view) {
      return numbers[place]
    }
    return -1 &- place
  }

  /// Notes the key list of an object for the next value.
  mutating func note(_ number: Int, _ order: Int) {
    let place = -1 &- order
    if place < numbers.count {
      numbers[place] = number
    } else if place == numbers.count, place < Self.limit {
      numbers.append(number)
    }
  }
}

extension KeyListTable {
  /// Returns whether the object at `index` has the keys of the document's key list `number`, in plain
  /// texts.
  fileprivate func has(_ number: Int, keysOf index: Int, in view: TapeView) -> Bool {
    guard number < listCount else { return false }
    let keys = keys(ofNumber: number)
    guard keys.count == view.elementCount(index) else { return false }
    var next = keys.startIndex
    for key in view.keys(ofMap: index) {
      let node = view[key]
      guard node.kind == .text || node.kind == .arenaText,
        ByteRun.equal(text(keys[next]), view.stored(node))
      else { return false }
      next &+= 1
    }
    return true
  }
}
