import FerryBytes
import FerryTape

extension BodyWriter {
  /// Writes text, or the number it has in the value table.
  @inline(__always)
  mutating func appendText(_ text: UnsafeBufferPointer<UInt8>, slot: Int) {
    if internsText, text.count >= 2, keyLists.fields[slot].slot.repetition.isLikely,
      text.count <= EntryTable.maximumLength
    {
      var wasSeen = false
      let number = unsafe values.number(of: text, wasSeen: &wasSeen)
      keyLists.fields[slot].slot.repetition.count(hit: wasSeen)
      if number >= 0 { return body.appendReference(number) }
    }
    unsafe body.appendText(text)
  }

  /// Writes text that still holds JSON escapes.
  @inline(never)
  mutating func appendEscapedText(_ source: UnsafeBufferPointer<UInt8>, slot: Int) {
    scratch.clear()
    // Text never gets longer when escapes are resolved.
    unsafe scratch.append(upTo: source.count) { unsafe EscapedText.decode(source, to: $0) }
    // The copy stays where it is: nothing below writes to `scratch`.
    unsafe appendText(scratch.bytes, slot: slot)
  }

  // MARK: Maps with their keys beside the values

  /// Writes the key at `index` as text.
  @inline(never)
  mutating func appendKey(_ view: TapeView, _ index: Int) throws(WireFailure) {
    let key = view[view.resolved(index)]
    if KeyListTable.isPlainKey(key.kind) {
      unsafe appendText(view.stored(key), slot: KeyListTable.keySlot)
    } else if key.kind == .escapedText {
      unsafe appendEscapedText(view.stored(key), slot: KeyListTable.keySlot)
    } else {
      throw WireFailure(.nonScalarKey, node: index)
    }
  }

  /// Makes sure that the keys of a map are texts and differ.
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

  /// Marks the keys of a key list as absent up to the one at tape index `index`.
  @inline(never)
  mutating func appendAbsent(_ view: TapeView, _ index: Int, _ frame: inout Frame) {
    // The key list has the key: that was found out when the key list was chosen, and key lists only
    // grow.
    while !keyLists.equals(view, view[index], frame.slot) {
      body.append(BinaryTag.absent)
      frame.slot += 1
    }
  }
}
