public import FerryBase

extension Problem {
  /// The problem of any error. Its description is the whole report, and for an error that does not come
  /// from Ferry, what the error says of itself.
  ///
  /// ```swift
  /// } catch {
  ///   log("\(Problem(error))")
  /// }
  /// ```
  public init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as DecodingError:
      self =
        error.problem
        ?? Problem(
          outside: error, error.context.debugDescription,
          path: WirePath(keys: error.context.codingPath))
    case EncodingError.invalidValue(_, let context):
      self.init(
        outside: error, context.debugDescription, path: WirePath(keys: context.codingPath))
      if let failure = context.underlyingError as? WireFailure { kind = failure.kind }
    case let failure as WireFailure: self.init(outside: failure, "\(failure)", kind: failure.kind)
    default: self.init(outside: error, "\(error)")
    }
  }

  /// The problem of an error of code outside Ferry, which is described by `text`.
  package init(
    outside error: any Error, _ text: String, path: WirePath = .root,
    kind: FailureKind = .invalidValue
  ) {
    self.init(kind, detail: text, path: path)
    subject = .thrown(error, as: .final)
  }
}
