/// The options for Foundation's types in direct coding.
final class FoundationContext: Sendable {
  let decoding: FoundationDecoding
  let encoding: FoundationEncoding

  init(decoding: FoundationDecoding = .init(), encoding: FoundationEncoding = .init()) {
    self.decoding = decoding
    self.encoding = encoding
  }
}
