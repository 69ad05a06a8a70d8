internal import FerryBase

// The checks of a reader that requires a deterministic encoding (RFC 8949, section 4.2).
extension ItemWireReader {
  /// Checks that an item has a definite length, and its number the fewest bytes.
  @inline(never)
  func checkMinimal(_ head: ItemHead, at place: Int) throws(WireFailure) {
    let isShortest: Bool
    switch head.kind {
    case ItemKind.half:
      isShortest = !lexer.double(head).isNaN || head.argument == UInt64(HalfFloat.nan)
    case ItemKind.single, ItemKind.double:
      let value = lexer.double(head)
      isShortest =
        head.kind == ItemKind.single
        ? !value.isNaN && HalfFloat.exactBits(value) == nil
        : !value.isNaN && Double(Float(value)) != value
    case ItemKind.simple: isShortest = true
    default:
      isShortest =
        head.width == (head.argument < 24 ? 0 : 1 << HeadWidth.step(of: head.argument))
    }
    if !isShortest { throw WireFailure(.nonMinimal, offset: place) }
  }

  /// Checks that the key that ends at `end` comes after the previous key of the object.
  func checkOrder(
    _ order: DeterministicEncoding, _ end: Int, _ frame: inout Frame
  ) throws(WireFailure) {
    let key = place..<end
    defer { frame.lastKey = key }
    guard frame.count > 1 else { return }
    let (last, next) = (lexer.input[frame.lastKey], lexer.input[key])
    if last.elementsEqual(next) { throw WireFailure(.duplicateKey, offset: place) }
    if !order.precedes(last, next) { throw WireFailure(.unsortedKey, offset: place) }
  }
}
