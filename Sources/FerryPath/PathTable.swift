/// A ``PathTree`` laid out for visits: flat memory that is read without counting references.
///
/// A visit compares each key with the one that stood behind the last hit first, so that documents in
/// the expected order cost one comparison a key.
@safe
package final class PathTable: @unchecked Sendable {
  // Sendable: written by the initialiser only.

  @safe
  struct Edge {
    let name: UnsafePointer<UInt8>
    let nameCount: Int
    /// The level below, or -1.
    let level: Int
  }

  @safe
  struct Level {
    /// Edges that are keys, in the order in which they were added.
    let keys: UnsafePointer<Int32>
    let keyCount: Int
    /// The places in `keys` by hash, plus 1; 0 is free. A power of two, at most half full.
    let slots: UnsafePointer<UInt16>
    let slotMask: Int
    /// Edges that are elements of a list, as pairs of index and edge.
    let elements: UnsafePointer<Int>
    let elementCount: Int
    /// Edges that are a key of a map or an element of a list, as pairs of number and edge.
    let either: UnsafePointer<Int>
    let eitherCount: Int
  }

  /// The number of edges, and of the indexes that a visit stores.
  package let edgeCount: Int
  let edges: UnsafePointer<Edge>
  let levels: UnsafePointer<Level>
  private let memory: Memory

  /// The table of a tree that is complete.
  package init(_ tree: PathTree) {
    let memory = Memory()
    self.memory = memory
    edgeCount = tree.edges.count
    unsafe edges = memory.copy(
      tree.edges.map {
        unsafe Edge(name: memory.copy($0.name), nameCount: $0.name.count, level: $0.level ?? -1)
      })
    unsafe levels = memory.copy(
      tree.levels.map { level in
        let slots = Self.slots(of: level.keys.map { tree.edges[$0].name })
        return unsafe Level(
          keys: memory.copy(level.keys.map { Int32(truncatingIfNeeded: $0) }),
          keyCount: level.keys.count, slots: unsafe memory.copy(slots), slotMask: slots.count - 1,
          elements: unsafe memory.copy(level.elements.flatMap { [$0.index, $0.edge] }),
          elementCount: level.elements.count,
          either: unsafe memory.copy(level.either.flatMap { [$0.index, $0.edge] }),
          eitherCount: level.either.count)
      })
  }

  private static func slots(of names: [[UInt8]]) -> [UInt16] {
    var capacity = 4
    while capacity < 2 * names.count { capacity *= 2 }
    var slots = [UInt16](repeating: 0, count: capacity)
    for (place, name) in names.enumerated() {
      var slot = unsafe name.withUnsafeBufferPointer { unsafe hash($0) } & (capacity - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
      slots[slot] = UInt16(truncatingIfNeeded: place + 1)
    }
    return slots
  }

  /// A cheap hash. Only the names of models are in the table, so nobody can fill a chain.
  @inline(__always)
  static func hash(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let count = text.count
    guard count > 0 else { return 0 }
    let ends = unsafe Int(text[0]) &+ 31 &* Int(text[count &- 1]) &+ 131 &* Int(text[count >> 1])
    return ends &+ 7 &* count
  }

  /// The arrays of a table. Their elements are trivial, so they are only freed.
  @safe
  private final class Memory {
    private var parts: [UnsafeMutableRawPointer] = unsafe []

    func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
      let part = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
      unsafe elements.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { unsafe part.initialize(from: base, count: source.count) }
      }
      unsafe parts.append(part)
      return unsafe UnsafePointer(part)
    }

    deinit {
      unsafe parts.forEach { unsafe $0.deallocate() }
    }
  }
}
