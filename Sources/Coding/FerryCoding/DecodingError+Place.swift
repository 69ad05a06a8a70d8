public import FerryBase

extension DecodingError.Context {
  /// Creates a context with the first line of `problem`, or with `text` instead.
  ///
  /// Swift prints the case of an error, its path, this text and the underlying error. The
  /// description of Ferry's underlying error has only the lines after the first one, so no line
  /// appears twice.
  package init(codingPath: [any CodingKey], _ problem: consuming Problem, text: String? = nil) {
    let line = text ?? problem.headline
    self.init(
      codingPath: codingPath, debugDescription: line,
      underlyingError: problem.asDetail(text == nil))
  }
}

extension DecodingError.Context {
  /// Returns the same context with another coding path.
  package func at(_ path: [any CodingKey]) -> Self {
    Self(codingPath: path, debugDescription: debugDescription, underlyingError: underlyingError)
  }
}

extension EncodingError {
  /// Returns the error for a value at `path` that cannot be encoded.
  package static func invalid(
    _ value: Any, at path: [any CodingKey], _ description: String, _ failure: WireFailure? = nil
  ) -> EncodingError {
    .invalidValue(
      value,
      Context(codingPath: path, debugDescription: description, underlyingError: failure))
  }
}

extension DecodingError {
  /// The fault in the input with its location, path and hint. Its description is for the author of
  /// the input.
  ///
  /// `nil` for an error that does not come from a Ferry decoder.
  public var problem: Problem? {
    (context.underlyingError as? Problem)?.asDetail(false)
  }

  /// Returns the error for input that cannot be read at all.
  package static func unreadable(_ problem: Problem) -> DecodingError {
    .dataCorrupted(Context(codingPath: [], problem))
  }

  /// The context of any case.
  package var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "")
    }
  }

  /// Returns this error as an error of the outer document. The error occurred in JSON inside a
  /// string, and `path` leads to that string.
  package func embedded(
    at path: [any CodingKey], _ failure: WireFailure? = nil
  ) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: path + context.codingPath,
        debugDescription: "The JSON in the string: \(context.debugDescription)",
        underlyingError: failure))
  }

  /// Returns this error with a path that begins with `keys`. `path` has the same keys, and `move`
  /// converts a location in the value to a location in the whole input.
  package func moved(
    to keys: [any CodingKey], _ path: WirePath, _ move: (SourcePlace) -> SourcePlace = { $0 }
  ) -> DecodingError {
    let context = context
    let codingPath = keys + context.codingPath
    guard let problem else { return with(context.at(codingPath)) }
    let hasOwnText = context.debugDescription != problem.headline
    return with(
      Context(
        codingPath: codingPath, problem.moved(to: path, move),
        text: hasOwnText ? context.debugDescription : nil))
  }

  /// Returns the same error in another context.
  package func with(_ context: Context) -> DecodingError {
    switch self {
    case .typeMismatch(let type, _): .typeMismatch(type, context)
    case .valueNotFound(let type, _): .valueNotFound(type, context)
    case .keyNotFound(let key, _): .keyNotFound(key, context)
    case .dataCorrupted: .dataCorrupted(context)
    @unknown default: self
    }
  }
}

extension DecodingError {
  /// The problem of an error that has not left its decoder yet. A type's own `init(from:)` may catch
  /// such an error.
  package var unplaced: Problem? {
    switch context.underlyingError {
    case let failure as WireFailure: Problem(failure)
    case let problem as Problem where problem.node != nil || problem.expectation != nil: problem
    default: nil
    }
  }

  /// Returns this error with `expectation` added, if the error is about the value at `node`.
  package func expecting(
    _ expectation: Problem.Expectation, about subject: Problem.Subject = .none, at node: Int
  ) -> DecodingError {
    var problem = unplaced ?? Problem(.invalidValue, .node(node))
    guard problem.node == node else { return self }
    (problem.expectation, problem.subject) = (expectation, subject)
    return with(
      Context(
        codingPath: context.codingPath, debugDescription: context.debugDescription,
        underlyingError: problem))
  }
}

extension Problem {
  /// Returns the error of an object without required values, for a type's own `init(from:)`. It
  /// lists all of them: `paths` lead from the object at `codingPath` to the missing values.
  public static func missing(
    _ paths: [WirePath], at codingPath: [any CodingKey]
  ) -> DecodingError {
    var problem = Problem(.keyNotFound)
    let names = paths.map(\.description)
    problem.expectation = .keys(names, arePaths: true)
    problem.isPlural = paths.count > 1
    return .keyNotFound(
      TapeKey(names.first ?? ""),
      DecodingError.Context(
        codingPath: codingPath, debugDescription: missingText(names), underlyingError: problem))
  }

  /// The text of the error of an object without the values of `names`.
  static func missingText(_ names: [String]) -> String {
    let keys = names.count == 1 ? "value associated with key" : "values associated with keys"
    return "No \(keys) \(names.map { "\"\($0)\"" }.joined(separator: ", "))."
  }
}
