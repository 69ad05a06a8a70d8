internal import FerryCoding

extension Document {
  /// Returns all failures of the document, or of the value that it is in one, as a value of `type`.
  ///
  /// Failures are wrong types, missing and unknown keys, violated constraints, and text that is not a
  /// document. They are in the order of the document.
  ///
  /// ```swift
  /// for failure in YAML.document(text).failures(of: Settings.self) { print(failure) }
  /// ```
  ///
  /// The result is empty exactly if ``Document/decode(_:at:userInfo:)`` returns a value. So the decoder of
  /// the document decides about unknown keys, dates and other options. Of faults that the schema of the
  /// type cannot describe, such as those of `validate()`, only the first is found. For a type with
  /// `Secret` members, no failure shows a line of the document or a secret value.
  @_disfavoredOverload
  public func failures<T: Decodable>(of type: T.Type) -> [SchemaFailure] {
    validated(as: type).failures
  }

  /// Returns all failures of the document as a value of a type that is decoded directly.
  public func failures<T: DirectDecodable>(of type: T.Type) -> [SchemaFailure] {
    validated(as: type).failures
  }

  /// Decodes the document, or the value that it is in one, and returns the value or all failures.
  ///
  /// ```swift
  /// switch JSON.document(arguments).validated(as: Booking.self) {
  /// case .success(let booking): book(booking)
  /// case .failure(let error): answer(error.feedback)
  /// }
  /// ```
  @_disfavoredOverload
  public func validated<T: Decodable>(as type: T.Type) -> Result<T, ValidationError> {
    result(as: type) { try decode(type) }
  }

  /// Decodes the document directly, and returns the value or all failures.
  public func validated<T: DirectDecodable>(as type: T.Type) -> Result<T, ValidationError> {
    result(as: type) {
      do {
        return try decode(DirectValue<T>.self).value
      } catch let error as DecodingError {
        throw error.shown(of: type)
      }
    }
  }

  private func result<T>(as type: T.Type, _ decode: () throws -> T) -> Result<T, ValidationError> {
    Result(catching: decode).mapError { ValidationError(failures(of: type, after: $0)) }
  }

  /// Returns the failures that the schema of the type finds, and the error of the decoder if they do
  /// not explain it.
  private func failures(of type: any Any.Type, after error: any Error) -> [SchemaFailure] {
    let problem = Problem(error)
    let path = WirePath(steps: Array(problem.path.steps.dropFirst(self.path.steps.count)))
    var builder = ModelSchema(root: type, dates: nil, allowsUnknown: true, isClosed: true)
    let found: [SchemaFailure]
    do {
      let schema = try builder.document()
      var options = SchemaOptions()
      options.assertsFormats = true
      found = try Schema(schema, options: options).validate(self).failures
        .filter { !accepts($0, schema) }
    } catch {
      // Text that is not a document has no values, so a line and a column name the fault.
      return [SchemaFailure(problem, path: path, isUnreadable: error is DecodingError)]
    }
    let members = SensitiveMembers.all(of: type)
    var failures = found.sorted { $0.node < $1.node }
      .map { members.paths.isEmpty ? $0 : $0.redacted(members.concern) }
    let isUnknownKey = problem.kind == .unknownKey
    if !failures.contains(where: { $0.explains(path, isUnknownKey: isUnknownKey) }) {
      let place = failures.firstIndex { $0.isAfter(problem.place) } ?? failures.endIndex
      failures.insert(SchemaFailure(problem, path: path), at: place)
    }
    return failures
  }
}

/// The failures of a document that is not a value of a type.
public struct ValidationError: Error, CustomStringConvertible {
  /// The failures in the order of the document; at least one.
  public let failures: [SchemaFailure]

  init(_ failures: [SchemaFailure]) { self.failures = failures }

  /// A message for a language model that has written the document, see `[SchemaFailure].feedback`.
  public var feedback: String { failures.feedback }

  /// The failures, each with its location.
  public var description: String { failures.map(\.description).joined(separator: "\n") }
}

extension Result where Failure == ValidationError {
  fileprivate var failures: [SchemaFailure] {
    if case .failure(let error) = self { error.failures } else { [] }
  }
}

extension SchemaFailure {
  /// Whether an error of a decoder for the value at `path` has this cause. A decoder that accepts
  /// unknown keys has another reason.
  fileprivate func explains(_ path: WirePath, isUnknownKey: Bool) -> Bool {
    let (shorter, longer) =
      self.path.steps.count < path.steps.count ? (self.path, path) : (path, self.path)
    return isAboutUnknownKey == isUnknownKey && longer.steps.starts(with: shorter.steps)
  }

  /// Whether only unknown keys keep the value, or the optional value, from being valid.
  private var isAboutUnknownKey: Bool {
    if ["unevaluatedProperties", "additionalProperties"].contains(keyword) { return true }
    return causes.contains(where: \.isAboutUnknownKey)
      && causes.allSatisfy { $0.isAboutUnknownKey || $0.keyword == "type" }
  }

  fileprivate func isAfter(_ other: SourcePlace?) -> Bool {
    guard let place, let other else { return false }
    return (place.line, place.column) > (other.line, other.column)
  }
}
