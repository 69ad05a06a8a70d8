public import FerryCoders
internal import FerryJSONEngine

extension Document: CustomStringConvertible {
  /// The value as compact JSON, or the error if the value is unreadable.
  public var description: String {
    do {
      return try decode(AnyValue.self).description
    } catch {
      let problem: any Error = (error as? DecodingError)?.problem ?? error
      return "unreadable document: \(problem)"
    }
  }
}
