public import FerryBase

extension Problem {
  /// Returns the error that leaves the call, if the problem is an error of code outside Ferry. `path`
  /// leads to the value of the error.
  func thrown(
    at path: @autoclosure () -> [any CodingKey], _ failure: WireFailure? = nil
  ) -> (any Error)? {
    guard case .thrown(let error, let form) = subject else { return nil }
    switch (form, error as? DecodingError, failure) {
    case (.embedded, let error?, _): return error.embedded(at: path(), failure)
    case (.placed, let known, let failure?):
      var problem = Problem(failure)
      problem.subject = subject
      let inner = known?.context ?? .init(codingPath: [], debugDescription: "\(error)")
      let context = DecodingError.Context(
        codingPath: path() + inner.codingPath, debugDescription: inner.debugDescription,
        underlyingError: known?.problem ?? problem)
      return known?.with(context) ?? .dataCorrupted(context)
    default: return error
    }
  }

  /// The error of code outside Ferry that led to the problem: what `validate()`, a type's own
  /// `init(from:)` or a transform threw.
  public var underlyingError: (any Error)? {
    if case .thrown(let error, _) = subject { error } else { nil }
  }

  /// The type that the fault is about.
  // Inlined into a switch over another property, the optimizer of Swift 6.3 releases `subject` too early.
  @inline(never)
  var type: (any Any.Type)? { if case .type(let type) = subject { type } else { nil } }

  /// The fault in words, for an element that was left out.
  var reason: String {
    switch subject {
    case .thrown(let error as DecodingError, .embedded): error.context.debugDescription
    case .thrown(let error, _): "\(error)"
    case .type(let type) where detail == nil: "not a \(type)"
    default:
      if case .keys(let names, _) = expectation {
        "missing keys: \(names.joined(separator: ", "))"
      } else {
        detail ?? "\(kind)"
      }
    }
  }
}

extension _WireContext {
  /// The `userInfo` of the call.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    (options as? CallOptions)?.userInfo ?? [:]
  }

  /// Returns the error that a type's own code threw, if `failure` stands for such an error. The
  /// error leaves the call unchanged, so the call does not have to find its location.
  public func thrownError(of failure: WireFailure) -> (any Error)? {
    guard case .thrown(let error, .final) = problem(of: failure)?.subject else { return nil }
    return error
  }

  /// Returns the failure that stands for an error from outside Ferry.
  @inline(never)
  package func failure(
    _ error: any Error, at position: Int = -1, as form: Problem.ThrownForm = .final
  ) -> WireFailure {
    if let failure = error as? WireFailure { return failure }
    return self.failure(.invalidValue, at: position, about: .thrown(error, as: form))
  }
}

extension WireReader where Self: ~Copyable {
  /// The `userInfo` of the call.
  public var userInfo: [CodingUserInfoKey: any Sendable] { context.userInfo }

  /// Returns the failure that stands for an error from outside Ferry. The error leaves the
  /// outermost call unchanged.
  @inline(never)
  public func failure(_ error: any Error, at position: Int) -> WireFailure {
    context.failure(error, at: position)
  }

  /// Returns the failure of an invalid value. `error` leaves the outermost call as a part of an error
  /// with the location of the value.
  @inline(never)
  package func failure(invalid error: any Error, at position: Int) -> WireFailure {
    context.failure(error, at: position, as: .placed)
  }

  /// Returns the failure of a value that contains a document. `error` is the error of that
  /// document.
  package func failure(embedding error: any Error, at position: Int) -> WireFailure {
    context.failure(error, at: position, as: error is DecodingError ? .embedded : .final)
  }
}

extension WireWriter where Self: ~Copyable {
  /// The `userInfo` of the call.
  public var userInfo: [CodingUserInfoKey: any Sendable] { context.userInfo }

  /// Returns the failure of a value that cannot be written. An error from outside Ferry leaves the
  /// outermost call unchanged.
  @inline(never)
  public func failure(_ error: any Error) -> WireFailure { context.failure(error) }
}
