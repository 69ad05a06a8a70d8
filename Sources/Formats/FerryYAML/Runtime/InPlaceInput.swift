#if InPlaceYAML && !Portable
internal import CLibYAML
internal import FerryBase

/// Input that libyaml's parser reads without a copy.
///
/// libyaml normally copies its input twice, and decodes and checks each character. UTF-8 that
/// ``YAMLInput`` has checked is read in place instead. The character buffer of the parser points to
/// the main part of the input. At its end, the buffer points to a copy of the tail with zeros after
/// it.
///
/// ```
/// parser.buffer.pointer ->  | main ................ | tail |         unread = characters of main
/// read handler              copies what is left  -> | tail |00000|   unread = no end
/// ```
///
/// These fields are internal to libyaml, so they are used only with the release that this code was
/// written for: 0.2.5, the latest since 2020. All other releases read their input in the normal
/// way.
@safe
struct InPlaceInput: ~Copyable {
  /// The state for the read handler. It must stay at its address.
  @safe
  private struct Source {
    let parser: UnsafeMutablePointer<yaml_parser_t>
    let end: UnsafePointer<UInt8>
    let tail: UnsafeMutablePointer<UInt8>
  }

  // Raw memory instead of stored properties, because libyaml keeps addresses of both.
  private let source: UnsafeMutablePointer<Source>
  private let tail: UnsafeMutablePointer<UInt8>
  /// libyaml's own character buffer, while the fields of the parser point elsewhere.
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

  /// Makes `parser` read checked UTF-8 in place. Call ``detach(from:)`` before you delete the
  /// parser.
  /// - Returns: false for another release of libyaml.
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
        // For libyaml, the handler reads no bytes: the input has ended.
        unsafe sizeRead?.pointee = 0
        return unsafe InPlaceInput.provideTail(data) ? 1 : 0
      }, unsafe source)
    // libyaml only reads through these pointers. It writes to the buffer when it refills it, and it
    // does not refill it as long as `unread` suffices.
    let start = unsafe UnsafeMutablePointer(mutating: base + input.start)
    unsafe parser.pointee.buffer.start = start
    unsafe parser.pointee.buffer.pointer = start
    unsafe parser.pointee.buffer.last = UnsafeMutablePointer(mutating: base + input.bytes.count)
    unsafe parser.pointee.unread = input.characters
    // No encoding: libyaml determines it when characters run out, before it moves any data. To do
    // so, it calls the read handler.
    unsafe parser.pointee.encoding = YAML_ANY_ENCODING
    return true
  }

  /// Returns libyaml's own buffer to `parser`, which frees it.
  func detach(from parser: UnsafeMutablePointer<yaml_parser_t>) {
    if let ownBuffer = unsafe ownBuffer { unsafe parser.pointee.buffer.start = unsafe ownBuffer }
  }

  /// Whether this is the release of libyaml whose fields are known.
  private static let knowsLayout: Bool = {
    guard LayoutChecks.mayPass else { return false }
    var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
    unsafe yaml_get_version(&major, &minor, &patch)
    return (major, minor, patch) == (0, 2, 5)
  }()

  /// Called once, when the main part has fewer characters left than the scanner needs.
  private static func provideTail(_ data: UnsafeMutableRawPointer?) -> Bool {
    guard let source = unsafe data?.assumingMemoryBound(to: Source.self).pointee,
      let position = unsafe source.parser.pointee.buffer.pointer
    else { return false }
    // At most the tail and the few unread characters before it. The rest of the copy stays zero,
    // and a zero ends every token.
    let left = unsafe source.end - UnsafePointer(position)
    guard left >= 0, left <= tailCapacity - 64 else { return false }
    unsafe source.tail.update(from: UnsafePointer(position), count: left)
    unsafe source.parser.pointee.buffer.start = source.tail
    unsafe source.parser.pointee.buffer.pointer = source.tail
    unsafe source.parser.pointee.buffer.last = source.tail + tailCapacity
    unsafe source.parser.pointee.unread = Int.max
    return true
  }

  /// Returns the bytes that the scanner of `parser` has not read yet. The scanner is ahead of the
  /// events. Empty if no input is attached.
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
