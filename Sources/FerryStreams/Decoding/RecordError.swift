public import FerryBytes
internal import FerryTape

/// What is wrong with one record of a stream, and where in the stream it is.
public struct RecordError: Error, Sendable {
  /// Which record, from 1. What is wrong behind the last record has the number after it.
  public let number: Int
  /// Line, column and byte offset in the stream; `nil` where a type's own `init(from:)` is to blame
  /// and says nothing of a place.
  public let place: SourcePlace?
  /// What is wrong: a `DecodingError`, or what a type's own `init(from:)` or a transform throws.
  public let underlying: any Error

  package init(number: Int, place: SourcePlace?, underlying: any Error) {
    self.number = number
    self.place = place
    self.underlying = underlying
  }
}

extension RecordError: CustomStringConvertible {
  /// `record 3: 7:15: expected a value`, and the line with a caret.
  public var description: String {
    guard let error = underlying as? DecodingError else { return "record \(number): \(underlying)" }
    if let failure = error.failure { return "record \(number): \(failure)" }
    let path = error.context.codingPath.map { key in
      key.intValue.map { "[\($0)]" } ?? "." + key.stringValue
    }.joined()
    var text = "record \(number): " + error.context.debugDescription
    if !path.isEmpty { text += "\nat " + (path.hasPrefix(".") ? String(path.dropFirst()) : path) }
    return text
  }
}
