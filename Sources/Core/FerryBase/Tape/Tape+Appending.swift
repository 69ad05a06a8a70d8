extension Tape {
  /// Removes the contents. Keeps the memory, unless it exceeds `limit` bytes.
  package mutating func clear(retaining limit: Int = 8 << 20) {
    count = 0
    arena.clear(retaining: limit)
    schema = []
    sharedTextEnd = 0
    source = nil
    if capacity * MemoryLayout<UInt64>.stride > limit { resizeWords(to: 256) }
  }

  // MARK: One word

  @inlinable @inline(__always)
  package mutating func append(_ node: Node) throws(WireFailure) {
    if count == capacity { try grow(1) }
    unsafe words[count] = node.word
    count &+= 1
  }

  /// Appends a node for `length` bytes at `offset` of the input or the arena.
  /// - Throws: `sizeLimit` if a value exceeds 128 MiB or a document exceeds 4 GiB.
  @inlinable @inline(__always)
  package mutating func append(_ kind: NodeKind, offset: Int, length: Int) throws(WireFailure) {
    // Neither number is negative, so one branch checks both limits.
    if UInt(bitPattern: length) >> 27 | UInt(bitPattern: offset) >> 32 != 0 {
      try Self.refuseRange(at: offset)
    }
    try append(Node(kind, length: length, payload: offset))
  }

  /// Out of line, because the compiler calls a witness with its own `throw` through the witness
  /// table.
  @usableFromInline @inline(never)
  static func refuseRange(at offset: Int) throws(WireFailure) {
    throw WireFailure(.sizeLimit, offset: offset)
  }

  // MARK: Two words

  @inlinable
  package mutating func append(_ node: Node, _ word: UInt64) throws(WireFailure) {
    if count &+ 2 > capacity { try grow(2) }
    unsafe words[count] = node.word
    unsafe words[count &+ 1] = word
    count &+= 2
  }

  /// Appends a ``NodeKind/decimal`` node, see ``append(_:offset:length:)``.
  @inlinable
  package mutating func append(
    _ kind: NodeKind, offset: Int, length: Int, _ value: Double
  ) throws(WireFailure) {
    if UInt(bitPattern: length) >> 27 | UInt(bitPattern: offset) >> 32 != 0 {
      try Self.refuseRange(at: offset)
    }
    try append(Node(kind, length: length, payload: offset), value.bitPattern)
  }

  @inlinable
  package mutating func append(_ value: Int64) throws(WireFailure) {
    if let node = Node(integer: value) {
      try append(node)
    } else {
      try append(Node(.int64), UInt64(bitPattern: value))
    }
  }

  @inlinable
  package mutating func append(_ value: UInt64) throws(WireFailure) {
    if let signed = Int64(exactly: value) {
      try append(signed)
    } else {
      try append(Node(.uint64), value)
    }
  }

  @inlinable
  package mutating func append(_ value: Double) throws(WireFailure) {
    try append(Node(.double), value.bitPattern)
  }

  /// Appends a double that has four bytes in its document.
  package mutating func append(single value: Double) throws(WireFailure) {
    try append(Node(.double, length: Node.single), value.bitPattern)
  }

  /// Appends a date: `seconds` since 2001.
  package mutating func append(date seconds: Double) throws(WireFailure) {
    try append(Node(.date), seconds.bitPattern)
  }

  /// Appends a date: `seconds` since 1970 and less than a billion nanoseconds.
  package mutating func append(
    time seconds: Int64, nanoseconds: UInt64 = 0
  ) throws(WireFailure) {
    try append(
      Node(.date, length: Node.epochTime, payload: Int(nanoseconds)), UInt64(bitPattern: seconds))
  }

  // MARK: Arena

  /// Copies `bytes` into the arena and returns their offset in the arena.
  @inlinable
  package mutating func store(_ bytes: ByteView) throws(WireFailure) -> Int {
    let offset = arena.count
    try reserveArena(bytes.count)
    arena.appendUnchecked(bytes)
    return offset
  }

  /// Appends a node of an arena `kind` with a copy of `bytes`.
  @inlinable
  package mutating func append(
    _ kind: NodeKind, copying bytes: ByteView
  ) throws(WireFailure) {
    let offset = try store(bytes)
    try append(kind, offset: offset, length: bytes.count)
  }

  /// Appends a node of an arena `kind` with a copy of `bytes`.
  package mutating func append(_ kind: NodeKind, copying bytes: [UInt8]) throws(WireFailure) {
    try bytes.withByteView { bytes throws(WireFailure) in
      try append(kind, copying: bytes)
    }
  }

  /// Appends `text` as ``NodeKind/arenaText``.
  @inlinable
  package mutating func append(_ text: String) throws(WireFailure) {
    try append(.arenaText, copying: text)
  }

  /// Copies `text` into the arena, for a node that is appended later.
  /// - Throws: `sizeLimit`.
  package mutating func node(storing text: String) throws(WireFailure) -> Node {
    let bytes = Array(text.utf8)
    let range = try store(upTo: bytes.count) { buffer in
      for (index, byte) in bytes.enumerated() { buffer[index] = byte }
      return bytes.count
    }
    guard range.count <= Node.maximumLength, range.lowerBound <= Node.maximumPayload else {
      throw WireFailure(.sizeLimit, offset: range.lowerBound)
    }
    return Node(.arenaText, length: range.count, payload: range.lowerBound)
  }

  /// Appends the UTF-8 bytes of `text` as a node of an arena `kind`.
  @inlinable
  package mutating func append(_ kind: NodeKind, copying text: String) throws(WireFailure) {
    let length = text.utf8.count
    let offset = arena.count
    try reserveArena(length)
    guard unsafe arena.cursor.copyBytes(of: text, count: length) else {
      return try append(kind, copyingParts: text)
    }
    unsafe arena.cursor += length
    try append(kind, offset: offset, length: length)
  }

  /// Appends text that is not contiguous in memory, such as bridged Objective-C strings.
  @usableFromInline @inline(never)
  mutating func append(_ kind: NodeKind, copyingParts text: String) throws(WireFailure) {
    try append(kind, copying: Array(text.utf8))
  }

  /// Reserves `byteCount` bytes of the arena. `fill` writes to them and returns the number of used
  /// bytes.
  package mutating func store(
    upTo byteCount: Int, _ fill: (MutableByteView) throws(WireFailure) -> Int
  ) throws(WireFailure) -> Range<Int> {
    let offset = arena.count
    try reserveArena(byteCount)
    let used = try fill(unsafe MutableByteView(start: arena.cursor, count: byteCount))
    precondition(used <= byteCount, "an arena writer wrote past its end")
    unsafe arena.cursor += used
    return offset..<arena.count
  }

  /// Appends a ``NodeKind/packed`` array with a copy of `elements`, 8 bytes each.
  @inlinable
  package mutating func append(
    packing elements: ByteView, of type: PackedElement
  ) throws(WireFailure) {
    // Elements are loaded as whole words, so the first one starts at a multiple of 8.
    let padding = -arena.count & 7
    let offset = arena.count &+ padding
    try reserveArena(padding &+ elements.count)
    // The padding bytes are never read.
    unsafe arena.cursor += padding
    arena.appendUnchecked(elements)
    try append(
      Node(.packed, payload: offset), UInt64(elements.count / 8) << 8 | UInt64(type.rawValue))
  }

  // MARK: Containers

  /// Replaces the word at `index`. The header of a container is replaced when its end is known.
  @inlinable
  package mutating func replace(_ index: Int, with node: Node) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    unsafe words[index] = node.word
  }

  /// Removes the words from `index` on.
  package mutating func truncate(to index: Int) {
    precondition(index >= 0 && index <= count)
    count = index
  }

  @inlinable
  package func node(at index: Int) -> Node {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
    return unsafe Node(word: words[index])
  }

  // MARK: Growth

  @usableFromInline @inline(never)
  mutating func grow(_ needed: Int) throws(WireFailure) {
    guard count + needed <= wordLimit else { throw WireFailure(.nodeLimit, node: count) }
    resizeWords(to: min(max(capacity * 2, count + needed), wordLimit))
  }

  @inlinable @inline(__always)
  mutating func reserveArena(_ needed: Int) throws(WireFailure) {
    if arena.freeCount < needed { try growArena(by: needed) }
  }

  @usableFromInline @inline(never)
  mutating func growArena(by needed: Int) throws(WireFailure) {
    guard arena.count + needed <= Node.maximumPayload else {
      throw WireFailure(.sizeLimit, node: count)
    }
    arena.reserve(needed)
  }

  private mutating func resizeWords(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<UInt64>.allocate(capacity: newCapacity)
    unsafe moved.update(from: words, count: count)
    unsafe words.deallocate()
    unsafe words = moved
    capacity = newCapacity
  }
}
