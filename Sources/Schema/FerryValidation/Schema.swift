public import FerryBase

/// A JSON Schema of draft 2020-12 or draft 7, compiled for validating documents of any format.
///
/// ```swift
/// let schema = try Schema(JSON.decode(AnyValue.self, from: text))
/// for failure in schema.validate(value).failures { print(failure) }
/// ```
///
/// Compile a schema once; many threads can validate with it. The schema belongs to its draft by
/// `$schema`, or by ``SchemaOptions/draft``.
///
/// - Numbers are compared exactly, whatever their length: `1.0` is an integer and equal to `1`.
/// - Patterns are matched in linear time. Look-around and references to groups are errors.
/// - If an object has a key twice, both members must be valid. In a schema, this is an error.
/// - Bytes are strings of base64, and the dates of the binary format are numbers.
public struct Schema: Sendable {
  private let program: SchemaProgram
  private let failureLimit: Int

  /// Compiles a schema.
  /// - Throws: ``SchemaError`` for an invalid schema, an unknown reference, an unsupported dialect
  ///   and a pattern that is unsupported or too large.
  public init(_ schema: AnyValue, options: SchemaOptions = SchemaOptions()) throws(SchemaError) {
    program = try SchemaBuilder(schema, options).build()
    failureLimit = options.failureLimit
  }

  /// Returns whether `value` is valid. Stops at the first failure.
  /// - Throws: ``SchemaError`` if the schema applies to the value without end, or for too long.
  public func isValid(_ value: AnyValue) throws -> Bool {
    try withTape(of: value) { view throws(SchemaError) in try isValid(view, at: 0) }
  }

  /// Validates `value`.
  /// - Throws: ``SchemaError`` if the schema applies to the value without end, or for too long.
  public func validate(_ value: AnyValue) throws -> SchemaResult {
    try withTape(of: value) { view throws(SchemaError) in try validate(view, at: 0) }
  }

  private func withTape<R>(
    of value: AnyValue, _ body: (TapeView) throws(SchemaError) -> R
  ) throws -> R {
    var tape = Tape()
    var open = OpenContainer()
    try value.append(to: &tape, &open, limit: OpenContainer.standardLimit)
    return try body(TapeView(tape))
  }

  /// Returns whether the value at `root` of a tape is valid. Stops at the first failure.
  package func isValid(_ view: TapeView, at root: Int) throws(SchemaError) -> Bool {
    try Validator.run(program, view, collecting: false) { $0.check(Int32(program.root), root) }
  }

  /// Validates the value at `root` of a tape. The failures have nodes and no locations.
  package func validate(_ view: TapeView, at root: Int) throws(SchemaError) -> SchemaResult {
    // Collecting costs more, and most documents are valid.
    if try isValid(view, at: root) { return SchemaResult(failures: []) }
    let failures = try Validator.run(
      program, view, collecting: true, failureLimit: failureLimit
    ) {
      _ = $0.check(Int32(program.root), root)
      return $0.failures
    }
    var report = FailureReport(program: program, view: view, root: root)
    return SchemaResult(failures: failures.map { report.failure($0) })
  }
}
