package import FerryBase

/// The `underlyingError` of an error about a value that no text for people may show.
struct RedactedFailure: Error {
  let failure: WireFailure
}

extension PlacedFailure {
  /// The failure without any text of a value.
  package var redacted: PlacedFailure {
    let found = ", found "
    let start = detail?.firstRange(of: found)?.lowerBound
    let expected = start.flatMap { end in detail.map { $0[..<end] + found } } ?? ""
    return PlacedFailure(
      kind: kind, place: place?.withoutExcerpt, detail: expected + DecodingError.redaction,
      path: path)
  }
}

extension DecodingError {
  /// The text in place of a value that no text for people may show.
  package static let redaction = "<redacted>"

  /// Returns the error for a sensitive value that is not a `type`. The error shows neither the value
  /// nor its line.
  package static func redacted(
    _ error: any Error, _ type: any Any.Type, at decoder: any Decoder
  ) -> DecodingError {
    let error = error as? DecodingError
    let kind = error?.unplaced?.failure.kind ?? .invalidValue
    // Another decoder than Ferry's has no nodes.
    let node = (decoder as? TapeDecoder)?.node
    let context = Context(
      codingPath: decoder.codingPath, debugDescription: "expected \(type), found \(redaction)",
      underlyingError: node.map { RedactedFailure(failure: WireFailure(kind, node: $0)) })
    return error?.with(context) ?? .dataCorrupted(context)
  }
}
