internal import FerryCoding

/// Runs of the initialiser of a plain `Codable` type. They note the values that the initialiser asks
/// for, and answer with made-up values.
///
/// The first run finds the values. Each further run changes one of them: it is another case of an
/// enum, or decoding it fails. So branches that depend on such a value are found.
final class Probe {
  private var builder: ModelSchema
  /// The number of values in the current run.
  private var count = 0
  /// The number of made-up values for each value of the first run.
  private var choices: [Int] = []
  private var change: Change?
  /// The key of each object whose initialiser looks for the keys that the document has.
  private var key: String?

  /// The change of a value by its number: another made-up value, or failures of so many attempts to
  /// decode the value.
  private struct Change {
    let number: Int
    var choice = 0
    var failures = 0
    /// The place of the value.
    var form: ProbedForm?
  }

  private init(_ builder: ModelSchema) { self.builder = builder }

  /// Returns the form of the values of a type.
  static func schema<T: Decodable>(
    of type: T.Type, _ builder: inout ModelSchema
  ) throws -> AnyValue {
    let probe = Probe(builder)
    defer { builder = probe.builder }
    var form = ProbedForm()
    do {
      probe.builder.madeUp[ObjectIdentifier(type)] = [try probe.run(type, form)]
    } catch let error as SchemaError {
      throw error
    } catch {
      if let raw = try probe.rawSchema(of: type, form) { return raw }
      if let choice = probe.choice(of: type, form.keys) { return choice }
      guard let (value, other) = probe.retry(type) else {
        var reason = (error as? DecodingError)?.context.debugDescription ?? "\(error)"
        if reason.last == "." { reason.removeLast() }
        return try probe.builder.unknown("'\(type)' does not accept made-up values: \(reason)")
      }
      probe.builder.madeUp[ObjectIdentifier(type)] = [value]
      form = other
    }
    if let raw = try probe.rawSchema(of: type, form) { return raw }
    probe.vary(type, form)
    return form.schema(title: "\(type)")
  }

  private func run<T: Decodable>(_ type: T.Type, _ form: ProbedForm) throws -> T {
    count = 0
    return try T(from: ProbedValue(self, form, []))
  }

  /// Returns the form of an object with one of these keys, such as an enum whose cases have values.
  private func choice<T: Decodable>(of type: T.Type, _ keys: [String]) -> AnyValue? {
    var values: [T] = []
    var forms: [AnyValue] = []
    // The values of one case may have values of another case in them.
    for key in keys + keys where forms.count < keys.count {
      let form = ProbedForm()
      (self.key, change, choices) = (key, nil, [])
      guard let value = try? run(type, form) else {
        forms = []
        continue
      }
      values.append(value)
      builder.madeUp[ObjectIdentifier(type)] = values
      vary(type, form)
      forms.append(form.schema())
    }
    guard !forms.isEmpty, forms.count == keys.count else { return nil }
    return ["title": .string("\(type)"), "oneOf": .array(forms)]
  }

  /// Returns the first value that the initialiser accepts after a change of one made-up value.
  private func retry<T: Decodable>(_ type: T.Type) -> (T, ProbedForm)? {
    for (number, choices) in choices.enumerated() {
      for choice in 0..<choices where choice > 0 {
        let form = ProbedForm()
        change = Change(number: number, choice: choice)
        if let value = try? run(type, form) { return (value, form) }
      }
    }
    return nil
  }

  /// Adds the values that the initialiser asks for after each change that it accepts.
  private func vary<T: Decodable>(_ type: T.Type, _ form: ProbedForm) {
    func isAccepted(_ change: Change) -> Bool {
      let other = ProbedForm()
      self.change = change
      guard (try? run(type, other)) != nil else { return false }
      form.merge(other)
      return true
    }
    for (number, choices) in choices.enumerated() {
      for choice in 0..<choices where choice > 0 {
        _ = isAccepted(Change(number: number, choice: choice))
      }
      // An initialiser that tries several types asks again after a failure.
      var failures = 1
      while isAccepted(Change(number: number, failures: failures)), change?.failures == 0,
        failures < 64
      { failures += 1 }
    }
  }

  /// Returns the form of a type that is coded as its raw value, or `nil` for any other type.
  private func rawSchema<T: Decodable>(of type: T.Type, _ form: ProbedForm) throws -> AnyValue? {
    guard let raw = type as? any RawRepresentable.Type else { return nil }
    return try rawSchema(of: type, raw, form)
  }

  private func rawSchema<T: Decodable, R: RawRepresentable>(
    of type: T.Type, _ raw: R.Type, _ form: ProbedForm
  ) throws -> AnyValue? {
    var schema = try builder.schema(of: R.RawValue.self)
    guard form.isOnly(schema) else { return nil }
    let values = EnumCases.rawValues(of: raw).compactMap { text in
      R.RawValue.self == String.self
        ? AnyValue.string(text) : Int(text).map { .number(.init($0)) }
    }
    guard !values.isEmpty else { return schema }
    schema["enum"] = .array(values)
    let cases = values.compactMap { try? JSON.decode(type, from: JSON.encode($0)) }
    if !cases.isEmpty { builder.madeUp[ObjectIdentifier(type)] = cases }
    return schema
  }

  /// Notes the form of a type, and returns a value of it.
  func value<T: Decodable>(_ type: T.Type, _ form: ProbedForm) throws -> T {
    defer { count += 1 }
    if change == nil { choices.append(1) }
    let isChanged = change?.number == count
    if isChanged { change?.form = form }
    if let change, change.form === form, change.failures > 0 {
      self.change?.failures -= 1
      form.isOptional = true
      throw DecodingError.typeMismatch(
        type, DecodingError.Context(codingPath: [], debugDescription: "no such value"))
    }
    try note(type, form)
    let values = try builder.madeUpValues(of: type)
    if change == nil { choices[count] = values.count }
    // An initialiser may ask for another type in another run, as one that counts its calls.
    return values[isChanged ? min(change?.choice ?? 0, values.count - 1) : 0]
  }

  /// Returns the keys that an object has. Other initialisers ask for keys one by one.
  func keys<Key: CodingKey>(of type: Key.Type, _ form: ProbedForm) -> [Key] {
    let all = EnumCases.keys(of: type)
    form.keys = all.map(\.stringValue)
    return all.filter { $0.stringValue == key }
  }

  func note<T>(_ type: T.Type, _ form: ProbedForm) throws {
    form.add(try builder.schema(of: type))
  }

  /// Calls `body` while the path of errors has a key.
  func at<R>(_ key: some CodingKey, _ body: () throws -> R) rethrows -> R {
    builder.path.append(key.stringValue)
    defer { builder.path.removeLast() }
    return try body()
  }
}
