#if !Portable
internal import CLibYAML
import FerryBytes

/// Input that libyaml's parser reads where it lies.
///
/// libyaml copies its input twice, decoding and checking each character on the way. UTF-8 that
/// ``YAMLInput`` has checked is read in place instead: the parser's character buffer is pointed
/// at the input, and when the main part runs out, at a copy of the tail with zeros behind it.
///
/// ```
/// parser.buffer.pointer ->  | main ................ | tail |         unread = characters of main
/// read handler              copies what is left  -> | tail |00000|   unread = no end
/// ```
///
/// These are internal fields, so this is done for the one release that it was written for (0.2.5,
/// the last since 2020). All other releases get their input in libyaml's own way.
@safe
struct InPlaceInput: ~Copyable {
  /// What the read handler needs, which has to stay in one place.
  @safe
  private struct Source {
    let parser: UnsafeMutablePointer<yaml_parser_t>
    let end: UnsafePointer<UInt8>
    let tail: UnsafeMutablePointer<UInt8>
  }

  // Raw memory rather than stored properties: libyaml keeps addresses into both.
  private let source: UnsafeMutablePointer<Source>
  private let tail: UnsafeMutablePointer<UInt8>
  /// libyaml's own character buffer while the parser's fields point elsewhere.
  private var ownBuffer: UnsafeMutablePointer<yaml_char_t>?

  private static var tailCapacity: Int { 256 }

  init() {
    unsafe source = .allocate(capacity: 1)
    unsafe tail = .allocate(capacity: Self.tailCapacity)
    unsafe tail.initialize(repeating: 0, count: Self.tailCapacity)
  }

  deinit {
    unsafe source.deallocate()
    unsafe tail.deallocate()
  }

  /// Makes `parser` read checked UTF-8 in place. Call ``detach(from:)`` before you delete the parser.
  /// - Returns: false if this is another release of libyaml.
  mutating func attach(
    _ input: YAMLInput, to parser: UnsafeMutablePointer<yaml_parser_t>
  ) -> Bool {
    guard Self.knowsLayout else { return false }
    let base = unsafe input.bytes.start
    unsafe source.initialize(to: Source(parser: parser, end: base + input.bytes.count, tail: tail))
    unsafe ownBuffer = parser.pointee.buffer.start
    unsafe yaml_parser_set_input(
      parser,
      { data, _, _, sizeRead in
        // Nothing is read as far as libyaml is concerned: the end of the input.
        unsafe sizeRead?.pointee = 0
        return unsafe InPlaceInput.provideTail(data) ? 1 : 0
      }, unsafe source)
    // libyaml reads through these pointers and never writes: it writes when it refills the buffer,
    // which it does not as long as `unread` suffices.
    let start = unsafe UnsafeMutablePointer(mutating: base + input.start)
    unsafe parser.pointee.buffer.start = start
    unsafe parser.pointee.buffer.pointer = start
    unsafe parser.pointee.buffer.last = UnsafeMutablePointer(mutating: base + input.bytes.count)
    unsafe parser.pointee.unread = input.characters
    // No encoding: it is asked for first when characters run out, before anything is moved, and
    // asking for it calls the read handler.
    unsafe parser.pointee.encoding = YAML_ANY_ENCODING
    return true
  }

  /// Returns its own buffer to `parser`, which frees it.
  func detach(from parser: UnsafeMutablePointer<yaml_parser_t>) {
    if let ownBuffer = unsafe ownBuffer { unsafe parser.pointee.buffer.start = unsafe ownBuffer }
  }

  /// Whether this is the libyaml whose fields are known.
  private static let knowsLayout: Bool = {
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    unsafe yaml_get_version(&major, &minor, &patch)
    return (major, minor, patch) == (0, 2, 5)
  }()

  /// Called once, when fewer characters are left of the main part than the scanner wants to see.
  private static func provideTail(_ data: UnsafeMutableRawPointer?) -> Bool {
    guard let source = unsafe data?.assumingMemoryBound(to: Source.self).pointee,
      let position = unsafe source.parser.pointee.buffer.pointer
    else { return false }
    // At most the tail and the few characters before it that have not been consumed; the rest of
    // the copy stays zero, and zero ends every token.
    let left = unsafe source.end - UnsafePointer(position)
    guard left >= 0, left <= tailCapacity - 64 else { return false }
    unsafe source.tail.update(from: UnsafePointer(position), count: left)
    unsafe source.parser.pointee.buffer.start = source.tail
    unsafe source.parser.pointee.buffer.pointer = source.tail
    unsafe source.parser.pointee.buffer.last = source.tail + tailCapacity
    unsafe source.parser.pointee.unread = Int.max
    return true
  }

  /// The bytes that the scanner of `parser` has not read yet; it is ahead of the events. Empty if
  /// nothing is attached.
  func unread(
    of parser: UnsafeMutablePointer<yaml_parser_t>, behind character: Int
  ) -> ByteView {
    guard unsafe ownBuffer != nil, let position = unsafe parser.pointee.buffer.pointer else {
      return ByteView()
    }
    let isInTail = unsafe parser.pointee.buffer.start == tail
    let end = unsafe isInTail ? UnsafePointer(tail + Self.tailCapacity) : source.pointee.end
    return unsafe ByteView(start: position, count: max(0, end - UnsafePointer(position)))
  }
}
#endif
