public import FerryBase

/// An error from outside Ferry that a ``WireFailure`` stands for.
package final class ThrownError {
  /// The form in which the error leaves the outermost call.
  package enum Kind {
    /// Unchanged.
    case final
    /// Unchanged, but without a location: `Codable` threw the error for a value whose location it
    /// does not know.
    case unplaced
    /// As part of another error, because the error is about a document inside the value.
    case embedded
  }

  private let error: any Error
  private let kind: Kind

  fileprivate init(_ error: any Error, _ kind: Kind) {
    self.error = error
    self.kind = kind
  }

  /// Returns the object of a ``WireProblem/thrown(_:)``. Only this file makes such objects.
  static func of(_ object: AnyObject) -> ThrownError {
    unsafe unsafeDowncast(object, to: ThrownError.self)
  }

  /// Returns the error that leaves the call. `path` leads to the value of the error.
  func error(at path: @autoclosure () -> [any CodingKey], _ failure: WireFailure? = nil)
    -> any Error
  {
    guard kind == .embedded, let error = error as? DecodingError else { return error }
    return error.embedded(at: path(), failure)
  }

  /// The error, if the call does not have to find its location.
  fileprivate var final: (any Error)? { kind == .final ? error : nil }

  /// The description of the fault, for error texts.
  var reason: String {
    guard kind == .embedded, let error = error as? DecodingError else { return "\(error)" }
    return error.context.debugDescription
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
    guard case .thrown(let error) = problem(of: failure) else { return nil }
    return ThrownError.of(error).final
  }

  /// Returns the failure that stands for an error from outside Ferry.
  @inline(never)
  package func failure(
    _ error: any Error, at position: Int = -1, as kind: ThrownError.Kind = .final
  ) -> WireFailure {
    if let failure = error as? WireFailure { return failure }
    return note(.thrown(ThrownError(error, kind)), WireFailure(.invalidValue, offset: position))
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
