// Failures are trivial; what there is to say about one stays with the context until it leaves the
// outermost call. All of this is cold, so none of it is inlined.
extension WireReader where Self: ~Copyable {
  /// The failure of a value that is no `type`, at a place that ``position`` had.
  @inline(never)
  public func mismatch<T>(_ type: T.Type, at position: Int) -> WireFailure {
    context.note(.mismatch(TypeNote(type)), WireFailure(.typeMismatch, offset: position))
  }

  /// The failure of a value that is no `type`, for the reason given.
  @inline(never)
  package func mismatch<T>(
    _ type: T.Type, _ description: String, at position: Int,
    expecting expectation: Expectation? = nil
  ) -> WireFailure {
    context.note(
      .mismatchBecause(TypeNote(type), description), WireFailure(.typeMismatch, offset: position),
      expecting: expectation)
  }

  /// The failure of a value that has the right type and means nothing.
  @inline(never)
  public func invalid(_ description: String, at position: Int) -> WireFailure {
    context.note(.invalid(description), WireFailure(.invalidValue, offset: position))
  }

  /// The failure of a value that has the right type and is not what was expected.
  @inline(never)
  package func invalid(
    _ description: String, at position: Int, expecting expectation: Expectation
  ) -> WireFailure {
    context.note(
      .invalid(description), WireFailure(.invalidValue, offset: position), expecting: expectation)
  }

  /// `failure` with what was expected, if it is of the value at `position`.
  package func expecting(
    _ expectation: Expectation, _ failure: WireFailure, at position: Int
  ) -> WireFailure {
    guard failure.offset == position, let problem = context.problem(of: failure) else {
      return failure
    }
    return context.note(problem, failure, expecting: expectation)
  }

  /// The failure of an object without a required key.
  @inline(never)
  public func missing(_ name: StaticString, in object: Object) -> WireFailure {
    missing(["\(name)"], at: position(of: object))
  }

  /// The failure of an object without the values at these paths, as `WirePath` spells them.
  @inline(never)
  public func missing(_ paths: [String], in object: Object) -> WireFailure {
    context.note(
      .missing(paths), WireFailure(.keyNotFound, offset: position(of: object)),
      expecting: .keys(paths, arePaths: true))
  }
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// The failure of an object whose key stands for no `Key`: that of the standard library's
  /// dictionaries. The reader stands in front of the key's value.
  @inline(never) @usableFromInline
  package func invalidKey<Key: DirectKey>(_ text: String, as type: Key.Type) -> WireFailure {
    guard type == Int.self else {
      return invalid("Could not convert key \"\(text)\" to \(type).", at: position)
    }
    return mismatch(type, "Expected Int key but found String key instead.", at: position)
  }

  /// The failure of an object without required keys: all of them, in order.
  @inline(never)
  public func missing<Fields: _FieldSet>(
    _ progress: _FieldProgress<Fields>, in object: Object
  ) -> WireFailure {
    missing(progress.missingNames, at: position(of: object))
  }

  /// The failure of an object without required keys, at a place that ``position`` had.
  @inline(never)
  public func missing(_ names: [String], at position: Int) -> WireFailure {
    context.note(
      .missing(names), WireFailure(.keyNotFound, offset: position),
      expecting: .keys(names, arePaths: false))
  }
}
