public import FerryBase

/// The result of validating a document with a ``Schema``.
public struct SchemaResult: Sendable {
  /// The failures in the order of the keywords; empty for a valid document.
  public let failures: [SchemaFailure]

  /// The result for a valid document.
  package static let valid = SchemaResult(failures: [])

  init(failures: [SchemaFailure]) { self.failures = failures }

  /// Whether the document is valid.
  public var isValid: Bool { failures.isEmpty }

  /// The output formats of JSON Schema, draft 2020-12, section 12.4.
  public enum OutputFormat: Sendable, Hashable {
    /// The verdict.
    case flag
    /// The verdict and a list of all failures.
    case basic
    /// The verdict and the failures as a tree.
    case detailed
  }

  /// Returns the result in an output format of JSON Schema.
  public func output(_ format: OutputFormat) -> AnyValue {
    var unit: AnyValue.Object = ["valid": .bool(isValid)]
    if isValid || format == .flag { return .object(unit) }
    let list = format == .basic ? failures.flatMap(\.withCauses) : failures
    unit["errors"] = .array(list.map { $0.unit(withCauses: format == .detailed) })
    return .object(unit)
  }
}

extension SchemaResult {
  /// The nodes of the failures, with their locations.
  package var places: [Int: SourcePlace?] {
    var places: [Int: SourcePlace?] = [:]
    places.reserveCapacity(failures.count)
    func add(_ failures: [SchemaFailure]) {
      for failure in failures {
        places.updateValue(failure.place, forKey: failure.node)
        add(failure.causes)
      }
    }
    add(failures)
    return places
  }

  /// Returns the result with the locations of its nodes.
  package func with(places: [Int: SourcePlace?]) -> SchemaResult {
    func placed(_ failure: SchemaFailure) -> SchemaFailure {
      var failure = failure
      failure.place = places[failure.node] ?? nil
      if !failure.causes.isEmpty { failure.causes = failure.causes.map(placed) }
      return failure
    }
    return SchemaResult(failures: failures.map(placed))
  }
}

extension SchemaFailure {
  /// The failure and all its causes.
  fileprivate var withCauses: [SchemaFailure] { [self] + causes.flatMap(\.withCauses) }

  fileprivate func unit(withCauses: Bool) -> AnyValue {
    var unit: AnyValue.Object = [
      "valid": false, "keywordLocation": .string(keywordLocation),
      "absoluteKeywordLocation": .string(absoluteKeywordLocation),
      "instanceLocation": .string(path.pointer ?? ""), "error": .string(message),
    ]
    if withCauses, !causes.isEmpty {
      unit["errors"] = .array(causes.map { $0.unit(withCauses: true) })
    }
    return .object(unit)
  }
}
