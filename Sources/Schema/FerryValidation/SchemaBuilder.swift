internal import FerryBase

/// The compiler of schemas: it turns each schema into a row of tables.
///
/// Schemas wait in a queue, so a schema can refer to itself, and nesting needs no recursion.
struct SchemaBuilder: ~Copyable {
  var registry: SchemaRegistry
  let options: SchemaOptions

  var subschemas = [Subschema()]
  var steps: [SchemaStep] = []
  var arrays: [ArrayRules] = []
  var objects: [ObjectRules] = []
  var properties: [PropertyRule] = []
  var dependencies: [Dependency] = []
  var patternRules: [PatternRule] = []
  var limits: [NumberLimit] = []
  var exactLimits: [ExactNumber] = []
  var limitTexts: [String] = []
  var lists: [Int32] = []
  var keys: [UInt8] = []
  var slots: [UInt64] = []
  var patterns: [Pattern] = []
  var formats: [ValueFormat] = []
  var dynamicReferences: [DynamicReference] = []
  var enumerations: [Enumeration] = []
  var constants = Tape()
  var locations: [SubschemaLocation] = []

  private let rootResource: Int
  private var numbers: [SchemaLocation: Int32] = [:]
  private var queue: [(part: SchemaPart, number: Int32)] = []
  private var patternNumbers: [String: Int32] = [:]
  /// The transitions and the work that the tables of patterns may still take.
  private var patternBudget = (transitions: 1 << 20, work: 1 << 24)
  private var patternSize = 0
  /// The maximum number of states of all patterns, of some 50 bytes each.
  private static let patternLimit = 1 << 20
  /// The names of the anchors of dynamic references.
  private var dynamicNames: [String] = []

  init(_ root: AnyValue, _ options: SchemaOptions) throws(SchemaError) {
    self.options = options
    registry = SchemaRegistry(options)
    rootResource = try registry.add(root, uri: options.baseURI)
    locations.append(location(of: registry.root(of: rootResource)))
  }

  consuming func build() throws(SchemaError) -> SchemaProgram {
    let root = try number(of: registry.root(of: rootResource))
    repeat {
      while let (part, number) = queue.popLast() {
        let schema = try compile(part)
        subschemas[Int(number)] = schema
      }
      try addDynamicAnchors()
    } while !queue.isEmpty
    return SchemaProgram(self, root: Int(root))
  }

  // MARK: Subschemas

  /// Returns the number of the subschema for a part, which is compiled later.
  mutating func number(of part: SchemaPart) throws(SchemaError) -> Int32 {
    if part.value.bool == true { return 0 }
    guard part.value.bool == false || part.value.object != nil else {
      throw SchemaError(part.location, "expected a schema: an object or a boolean")
    }
    if let known = numbers[part.location] { return known }
    let number = Int32(subschemas.count)
    numbers[part.location] = number
    subschemas.append(Subschema())
    locations.append(location(of: part))
    queue.append((part, number))
    return number
  }

  private func location(of part: SchemaPart) -> SubschemaLocation {
    let resource = registry.resources[part.resource]
    return SubschemaLocation(
      location: part.location, resource: part.resource, uri: resource.uri,
      resourcePointer: resource.location.pointer)
  }

  mutating func list(_ parts: [SchemaPart]) throws(SchemaError) -> TableRange {
    var items: [Int32] = []
    for part in parts { items.append(try number(of: part)) }
    defer { lists += items }
    return TableRange(start: Int32(lists.count), count: Int32(items.count))
  }

  // MARK: Values of keywords

  /// Appends a number of the schema and returns its index.
  mutating func limit(
    _ value: AnyValue, _ location: SchemaLocation
  ) throws(SchemaError) -> Int32 {
    guard let number = value.number, number.isFinite else {
      throw SchemaError(location, "expected a number, found \(value.shown)")
    }
    let integer = number.integer(as: Int64.self)
    limits.append(
      NumberLimit(integer: integer ?? 0, isInteger: integer != nil, double: number.double))
    exactLimits.append(ExactNumber(number.text))
    limitTexts.append(number.text)
    return Int32(limits.count - 1)
  }

  mutating func pattern(_ text: String, _ location: SchemaLocation) throws(SchemaError) -> Int32 {
    if let known = patternNumbers[text] { return known }
    do throws(PatternError) {
      // Many patterns share a budget, so the memory and the time of a schema are bounded.
      let pattern = try Pattern(
        text, tableLimit: min(1 << 14, patternBudget.transitions),
        workLimit: min(1 << 20, patternBudget.work))
      patternBudget.transitions -= pattern.tableSize
      patternBudget.work = max(0, patternBudget.work - pattern.work)
      patternSize += pattern.size
      patterns.append(pattern)
    } catch {
      throw SchemaError(location, "invalid pattern '\(text)': \(error)")
    }
    guard patternSize <= Self.patternLimit else {
      throw SchemaError(location, "the patterns are too large: more than 2^20 states in total")
    }
    patternNumbers[text] = Int32(patterns.count - 1)
    return Int32(patterns.count - 1)
  }

  /// Appends a value of the schema to the constants and returns its index.
  mutating func constant(_ value: AnyValue, _ location: SchemaLocation) throws(SchemaError) -> Int {
    let index = constants.count
    do throws(WireFailure) {
      var open = OpenContainer()
      try value.append(to: &constants, &open, limit: OpenContainer.standardLimit)
    } catch {
      throw SchemaError(location, "the value is too large: \(error)")
    }
    return index
  }

  mutating func enumeration(
    _ values: [AnyValue], _ location: SchemaLocation
  ) throws(SchemaError) -> Int32 {
    var enumeration = Enumeration()
    var indexes: [Int] = []
    for value in values { indexes.append(try constant(value, location)) }
    enumeration.values = TableRange(start: Int32(lists.count), count: Int32(indexes.count))
    lists += indexes.map { Int32($0) }
    enumeration.areTexts = values.count <= 8 && values.allSatisfy { $0.string != nil }
    let view = TapeView(constants)
    enumeration.slots = SlotTable.append(indexes.map { view.valueHash($0) }, to: &slots)
    enumerations.append(enumeration)
    return Int32(enumerations.count - 1)
  }

  // MARK: References

  mutating func dynamicReference(
    _ reference: String, _ part: SchemaPart
  ) throws(SchemaError) -> Int32 {
    let target = try registry.target(of: reference, from: part, "$dynamicRef")
    let name = URIReference(reference).decodedFragment
    let anchor = registry.resources[target.resource].dynamicAnchors[name]
    dynamicNames.append(anchor?.location == target.location ? name : "")
    dynamicReferences.append(DynamicReference(target: try number(of: target), anchors: [:]))
    return Int32(dynamicReferences.count - 1)
  }

  /// Adds the anchors of all resources to the dynamic references. Compiling an anchor may add more
  /// resources.
  private mutating func addDynamicAnchors() throws(SchemaError) {
    for (index, name) in dynamicNames.enumerated() where !name.isEmpty {
      var anchors = dynamicReferences[index].anchors
      for (resource, content) in registry.resources.enumerated() where anchors[resource] == nil {
        if let part = content.dynamicAnchors[name] { anchors[resource] = try number(of: part) }
      }
      dynamicReferences[index] = DynamicReference(
        target: dynamicReferences[index].target, anchors: anchors)
    }
  }
}

extension AnyValue {
  /// The value for people, shortened.
  var shown: String {
    let text = description
    return text.count <= 40 ? text : text.prefix(40) + "…"
  }
}
