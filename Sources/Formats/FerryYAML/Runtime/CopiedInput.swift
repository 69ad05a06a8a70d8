#if !InPlaceYAML || Portable
internal import CLibYAML
internal import FerryBase

/// Checked UTF-8 that libyaml copies and checks again.
struct InPlaceInput: ~Copyable {
  private var input: YAMLInput?
  private var cursor: TextCursor?

  /// Returns false: `parser` reads its input in libyaml's normal way.
  mutating func attach(
    _ input: YAMLInput, to parser: UnsafeMutablePointer<yaml_parser_t>
  ) -> Bool {
    self.input = input
    cursor = TextCursor(input)
    return false
  }

  func detach(from parser: UnsafeMutablePointer<yaml_parser_t>) {}

  /// Returns the bytes from `character` on, where the last event ends.
  mutating func unread(
    of parser: UnsafeMutablePointer<yaml_parser_t>, behind character: Int
  ) -> ByteView {
    guard let input, let offset = cursor?.move(to: character, in: input) else { return ByteView() }
    return ByteView(rebasing: input.bytes[offset...])
  }
}
#endif
