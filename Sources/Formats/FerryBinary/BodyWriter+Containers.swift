import FerryBase

extension BodyWriter {
  /// Opens the container at `index`, or writes all of it.
  /// - Returns: The index of its contents, or `resume` if the container is complete.
  @inline(__always)
  mutating func open(
    _ view: TapeView, _ index: Int, resume: Int, _ frame: inout Frame
  ) throws(WireFailure) -> Int {
    if stack.count >= options.depthLimit { throw WireFailure(.depthLimit, node: index) }
    let node = view[index]
    let slot = frame.slot
    var inner = Frame(kind: .list, end: node.payload, resume: resume, slot: slot)
    let start = index &+ 1
    if node.kind == .list {
      if try appendWholeList(view, index) { return resume }
      let count = view.elementCount(index)
      if count < 16 {
        body.append(BinaryTag.shortList &+ UInt8(truncatingIfNeeded: count))
        reserveLength(&inner, index, slot)
      } else {
        body.append(BinaryTag.longList)
        reserveLength(&inner, index, slot)
        body.appendLength(count)
      }
    } else if start == inner.end {
      body.append(BinaryTag.map)
      body.append(0)
      return resume
    } else {
      let form =
        keyLists.isUndecided
        ? firstForm(view, start, inner.end, slot: slot)
        : keyLists.form(view, start, inner.end, slot: slot)
      switch form {
      case .keyList(let keyList), .sparse(let keyList):
        inner.kind = .keyList
        if case .sparse = form { inner.kind = .sparse }
        // The step to the first value increments the slot.
        inner.slot = keyLists.keyLists[keyList].first &- 1
        body.appendKeyList(keyList)
      case .map:
        inner.kind = .map
        try checkKeys(view, index)
        body.append(BinaryTag.map)
      }
      reserveLength(&inner, index, slot)
    }
    stack.append(frame)
    frame = inner
    return start
  }

  /// Chooses the form of the first object. The document continues with the key lists whose first
  /// one has the keys of this object.
  @inline(never)
  private mutating func firstForm(
    _ view: TapeView, _ start: Int, _ end: Int, slot: Int
  ) -> MapForm {
    if let form = keyLists.nextForm(view, start, end, slot: slot) { return form }
    otherKeyLists.trustsNodes = keyLists.trustsNodes
    swap(&keyLists, &otherKeyLists)
    keyLists.clear()
    // The document may have had lengths at its root before this object.
    let root = KeyListTable.rootSlot
    keyLists.fields[root].slot = otherKeyLists.fields[root].slot
    return keyLists.form(view, start, end, slot: slot)
  }

  /// The maximum depth at which the width of a length is guessed. At greater depths, a length gets
  /// the smallest width that it can need. Contents then move only to widen a length, see
  /// ``widen(_:to:)``, and depth does not multiply the work.
  private static let guessedDepth = 32

  /// Reserves the width of the previous length in this slot, or a guess from the contents.
  @inline(__always)
  private mutating func reserveLength(_ frame: inout Frame, _ index: Int, _ slot: Int) {
    let words = UInt64(truncatingIfNeeded: frame.end &- index)
    var width = Int(keyLists.fields[slot].slot.width)
    if stack.count > Self.guessedDepth {
      // Three words, a key and a wide number, take at least one byte.
      width = VarInt.width(words / 3)
    } else if width == 0 {
      width = VarInt.width(3 &* words)
    }
    frame.width = UInt8(truncatingIfNeeded: width)
    frame.lengthOffset = body.count
    body.append(upTo: VarInt.maximumWidth) { _ in width }
  }

  /// Writes the length of a container whose contents are complete.
  @inline(__always)
  mutating func close(_ frame: Frame) {
    var frame = frame
    let length = body.count &- frame.lengthOffset &- Int(frame.width)
    let width = VarInt.width(UInt64(truncatingIfNeeded: length))
    if width > Int(frame.width) { widen(&frame, to: width) }
    closedWidth = width
    if width == 1, frame.width == 1 {
      body[frame.lengthOffset] = UInt8(truncatingIfNeeded: length)
    } else {
      _ = body.endLength(at: frame.lengthOffset, reserved: Int(frame.width))
    }
  }

  /// Widens the length of `frame`, and the lengths of the containers around it in the same pass.
  /// Outer lengths include this one, so they become at least as wide.
  ///
  /// ```
  /// before   | w2 | .... | w1 | .. | w0 | contents of frame |
  /// after    | w2' | .... | w1' | .. | w0' | contents of frame |
  /// ```
  @inline(never)
  private mutating func widen(_ frame: inout Frame, to width: Int) {
    var outermost = stack.count
    while outermost > 0, stack[outermost - 1].kind != .root,
      Int(stack[outermost - 1].width) < width
    {
      outermost -= 1
    }
    var distance = width - Int(frame.width)
    for outer in stack[outermost...] { distance += width - Int(outer.width) }

    var end = body.count
    body.append(upTo: distance) { [distance] _ in distance }
    moveUp(&frame, to: width, end: &end, by: &distance)
    var index = stack.count - 1
    while index >= outermost {
      var outer = stack[index]
      moveUp(&outer, to: width, end: &end, by: &distance)
      stack[index] = outer
      index -= 1
    }
  }

  /// Moves the bytes between the length of `frame` and `end` by `distance`. Then reduces `distance`
  /// by the growth of the length.
  private mutating func moveUp(
    _ frame: inout Frame, to width: Int, end: inout Int, by distance: inout Int
  ) {
    let start = frame.lengthOffset + Int(frame.width)
    let contents = unsafe body.pointer(at: start)
    // The memory after the end is reserved. The ranges overlap; `update` moves bytes like memmove.
    unsafe (contents + distance).update(from: contents, count: end - start)
    end = start
    distance -= width - Int(frame.width)
    frame.lengthOffset += distance
    frame.width = UInt8(truncatingIfNeeded: width)
  }
}

extension BodyWriter {
  /// Writes text, or its number in the value table.
  @inline(__always)
  mutating func appendText(_ text: ByteView, slot: Int) {
    if internsText, text.count >= 2, keyLists.fields[slot].slot.repetition.isLikely,
      text.count <= EntryTable.maximumLength
    {
      var wasSeen = false
      let number = values.number(of: text, wasSeen: &wasSeen)
      keyLists.fields[slot].slot.repetition.count(hit: wasSeen)
      if number >= 0 { return body.appendReference(number) }
    }
    body.appendText(text)
  }

  /// Writes text that contains JSON escapes.
  @inline(never)
  mutating func appendEscapedText(_ source: ByteView, slot: Int) {
    scratch.clear()
    // Unescaped text is never longer than its source.
    scratch.append(upTo: source.count) { EscapedText.decode(source, to: $0) }
    // The copy stays valid: no code below writes to `scratch`.
    appendText(scratch.bytes, slot: slot)
  }

  // MARK: Objects with their own keys

  /// Writes the key at `index` as text.
  @inline(never)
  mutating func appendKey(_ view: TapeView, _ index: Int) throws(WireFailure) {
    let key = view[view.resolved(index)]
    if KeyListTable.isPlainKey(key.kind) {
      appendText(view.stored(key), slot: KeyListTable.keySlot)
    } else if key.kind == .escapedText {
      appendEscapedText(view.stored(key), slot: KeyListTable.keySlot)
    } else {
      throw WireFailure(.nonScalarKey, node: index)
    }
  }

  /// Checks that the keys of an object are texts and unique.
  @inline(never)
  mutating func checkKeys(_ view: TapeView, _ map: Int) throws(WireFailure) {
    let end = view[map].payload
    var allPlain = true
    for key in view.keys(from: map + 1, to: end) {
      let kind = view[view.resolved(key)].kind
      if !KeyListTable.isPlainKey(kind) && kind != .escapedText {
        throw WireFailure(.nonScalarKey, node: key)
      }
      if !KeyListTable.isPlainKey(view[key].kind) { allPlain = false }
    }
    // Keys with escapes and aliases are rare.
    let duplicate =
      allPlain
      ? keySet.firstDuplicate(in: map, end: end, of: view)
      : view.duplicateKey(ofMap: map, canonically: false)
    if let duplicate { throw WireFailure(.duplicateKey, node: duplicate) }
  }

  /// Writes absent marks for the keys of a key list before the key at tape index `index`.
  @inline(never)
  mutating func appendAbsent(_ view: TapeView, _ index: Int, _ frame: inout Frame) {
    // The loop ends: the key list was chosen because it has the key, and key lists only grow.
    while !keyLists.equals(view, view[index], frame.slot) {
      body.append(BinaryTag.absent)
      frame.slot += 1
    }
  }
}
