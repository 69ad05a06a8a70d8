package import FerryBase

extension DecodingError {
  /// The text in place of a value that no text for people may show.
  package static let redaction = "<redacted>"

  /// Returns the error for a sensitive value that is not a `type`. The error shows neither the value
  /// nor its line.
  package static func redacted(
    _ error: any Error, _ type: any Any.Type, at decoder: any Decoder
  ) -> DecodingError {
    let error = error as? DecodingError
    let text = "expected \(type), found \(redaction)"
    // Another decoder than Ferry's has no nodes.
    let problem = (decoder as? TapeDecoder).map { decoder in
      var problem = Problem(
        error?.unplaced?.kind ?? .invalidValue, .node(decoder.node), detail: text)
      problem.isRedacted = true
      return problem
    }
    let context = Context(
      codingPath: decoder.codingPath, debugDescription: text, underlyingError: problem)
    return error?.with(context) ?? .dataCorrupted(context)
  }
}

extension Problem {
  /// The problem without any text of the value at fault, and without its line.
  package var redacted: Problem {
    let found = ", found "
    let expected = detail.flatMap { text in
      text.firstRange(of: found).map { text[..<$0.lowerBound] + found }
    }
    return Problem(
      kind, location, detail: (expected ?? "") + DecodingError.redaction, path: path
    ).moved { $0.withoutExcerpt }
  }

  /// The problem of a reader without any text of the input that may be a sensitive value. The lines of
  /// its locations are such text, and so is the name of an alias or a tag, which begins like a value.
  /// The path to an error of syntax may lead into such a value.
  package var withoutText: Problem {
    var problem = moved { $0.withoutExcerpt }
    if [.unknownAnchor, .unknownTag].contains(kind) { problem.detail = nil }
    if [.syntax, .unexpectedEnd].contains(category) { problem.path = .root }
    return problem
  }
}
