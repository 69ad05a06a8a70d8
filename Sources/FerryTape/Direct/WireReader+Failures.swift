// Failures are trivial; what there is to say about one stays with the context until it leaves the
// outermost call. All of this is cold, so none of it is inlined.
extension WireReader where Self: ~Copyable {
  /// The failure of a value that is no `type`, at a place that ``position`` had.
  @inline(never)
  public func mismatch(_ type: any Any.Type, at position: Int) -> Failure {
    context.note(.mismatch(type), Failure(.typeMismatch, offset: position))
  }

  /// The failure of a value that is no `type`, for the reason given.
  @inline(never)
  package func mismatch(
    _ type: any Any.Type, _ description: String, at position: Int
  ) -> Failure {
    context.note(.mismatchBecause(type, description), Failure(.typeMismatch, offset: position))
  }

  /// The failure of a record whose key stands for no `Key`: that of the standard library's
  /// dictionaries. The reader stands in front of the key's value.
  @inline(never)
  public func invalidKey<Key: DirectKey>(_ text: String, as type: Key.Type) -> Failure {
    guard type == Int.self else {
      return invalid("Could not convert key \"\(text)\" to \(type).", at: position)
    }
    return mismatch(type, "Expected Int key but found String key instead.", at: position)
  }

  /// The failure of a value that has the right type and means nothing.
  @inline(never)
  public func invalid(_ description: String, at position: Int) -> Failure {
    context.note(.invalid(description), Failure(.invalidValue, offset: position))
  }

  /// The failure for an error of somebody else's, which leaves the outermost call as it is.
  @inline(never)
  public func failure(_ error: any Error, at position: Int) -> Failure {
    if let failure = error as? Failure { return failure }
    return context.note(.thrown(error), Failure(.invalidValue, offset: position))
  }

  /// The failure of a value that holds a document of its own, for that one's error.
  @inline(never)
  package func failure(embedding error: any Error, at position: Int) -> Failure {
    guard let error = error as? DecodingError else { return failure(error, at: position) }
    return context.note(.embedded(error), Failure(.invalidValue, offset: position))
  }

  /// The failure for an error of the Codable road's, which knows the place inside of a value only.
  package func unplaced(_ error: any Error, at position: Int) -> Failure {
    if let failure = error as? Failure { return failure }
    return context.note(.unplaced(error), Failure(.invalidValue, offset: position))
  }

  /// The failure of a record without required keys: all of them, in order.
  @inline(never)
  public func missing<Fields: FieldSet>(
    _ progress: FieldProgress<Fields>, in record: Record
  ) -> Failure {
    missing(progress.missingNames, in: record)
  }

  /// The failure of a record without a required key.
  @inline(never)
  public func missing(_ name: StaticString, in record: Record) -> Failure {
    missing(["\(name)"], in: record)
  }

  /// The failure of a record without required keys.
  @inline(never)
  public func missing(_ names: [String], in record: Record) -> Failure {
    missing(names, at: position(of: record))
  }

  /// The failure of a record without required keys, at a place that ``position`` had.
  @inline(never)
  public func missing(_ names: [String], at position: Int) -> Failure {
    context.note(.missing(names), Failure(.keyNotFound, offset: position))
  }
}
