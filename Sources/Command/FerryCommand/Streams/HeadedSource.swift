import Ferry

/// A source of bytes in memory, followed by the rest of a file.
@safe
final class HeadedSource: ByteSource {
  private var head: Slice<ByteView>
  private let owner: AnyObject
  private let rest: InputSource?

  /// Creates a source of the bytes of `input`.
  convenience init(_ input: Input) { self.init(input.bytes, of: input) }

  /// Creates a source. `head` stays valid as long as `owner` lives.
  init(
    _ head: ByteView, of owner: AnyObject, before rest: InputSource? = nil
  ) {
    self.head = head[...]
    self.owner = owner
    self.rest = rest
  }

  func read(into buffer: MutableByteView) throws -> Int {
    guard !head.isEmpty else { return try rest?.read(into: buffer) ?? 0 }
    let part = head.prefix(buffer.count)
    buffer.copy(ByteView(rebasing: part), at: 0)
    head = head.dropFirst(part.count)
    return part.count
  }
}
