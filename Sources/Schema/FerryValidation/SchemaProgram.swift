internal import FerryBase

/// A step of a subschema: a keyword that applies to values of several types, or to scalars.
struct SchemaStep: BitwiseCopyable {
  enum Keyword: String, BitwiseCopyable {
    case reference = "$ref"
    case dynamicReference = "$dynamicRef"
    case condition = "if"
    case constant = "const"
    case enumeration = "enum"
    case allOf, anyOf, oneOf, not
    case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
    case minLength, maxLength, pattern, format
  }

  let keyword: Keyword
  /// The subschema, the limit, or the index in the table of the keyword.
  var first: Int32 = 0
  /// The number of subschemas in the list at `first`, or the subschema for `then`.
  var second: Int32 = -1
  /// The subschema for `else`.
  var third: Int32 = -1
}

/// A range of a table.
struct TableRange: BitwiseCopyable {
  var start: Int32 = 0
  var count: Int32 = 0

  var range: Range<Int> { Int(start)..<Int(start &+ count) }
  var isEmpty: Bool { count == 0 }
}

/// A compiled schema, or a schema inside another one. `-1` stands for a missing subschema.
struct Subschema: BitwiseCopyable {
  var types = ValueTypes.all
  /// Whether only `types` matters.
  var isSimple = true
  /// Whether the only keyword that matters is `$ref`.
  var isReference = false
  /// Whether the schema is `false`.
  var isFalse = false
  /// The steps for all values.
  var general = TableRange()
  var number = TableRange()
  var string = TableRange()
  /// The index of the rules for arrays and for objects.
  var array: Int32 = -1
  var object: Int32 = -1
  var unevaluatedItems: Int32 = -1
  var unevaluatedProperties: Int32 = -1
}

/// The part of a ``Subschema`` that most values need.
struct SubschemaHead: BitwiseCopyable {
  /// The number of the subschema.
  let schema: Int32
  let types: ValueTypes
  let isSimple: Bool

  init(_ schemas: [Subschema], _ number: Int) {
    schema = Int32(number)
    types = schemas[number].types
    isSimple = schemas[number].isSimple
  }

  /// Creates the head of the schema that schemas of nothing but `$ref` lead to from `number`.
  init(_ schemas: [Subschema], _ number: Int, through steps: [SchemaStep]) {
    var number = number
    // References in a circle are an error when the schema is used.
    for _ in 0..<100 {
      let schema = schemas[number]
      guard schema.isReference else { break }
      number = Int(steps[Int(schema.general.start)].first)
    }
    self.init(schemas, number)
  }
}

/// The keywords for arrays.
struct ArrayRules: BitwiseCopyable {
  var minItems: Int32 = 0
  var maxItems = Int32.max
  var isUnique = false
  /// The subschemas of the first elements, in the list of subschemas.
  var prefix = TableRange()
  var items: Int32 = -1
  var contains: Int32 = -1
  var minContains: Int32 = 1
  var maxContains = Int32.max

  /// Whether elements need to be visited.
  var visitsElements: Bool { !prefix.isEmpty || items >= 0 || contains >= 0 }
}

/// The keywords for objects.
struct ObjectRules: BitwiseCopyable {
  var minProperties: Int32 = 0
  var maxProperties = Int32.max
  /// The properties that `properties` and `required` name, in the table of properties.
  var properties = TableRange()
  /// The hash table of the keys of the properties.
  var slots = TableRange()
  /// The number of required properties. They are the first ones.
  var requiredCount: Int32 = 0
  /// Pairs of a pattern and a subschema.
  var patterns = TableRange()
  var additional: Int32 = -1
  var names: Int32 = -1
  var dependencies = TableRange()

  var hasCounts: Bool { minProperties > 0 || maxProperties < .max }

  /// Whether keys need to be visited.
  var visitsMembers: Bool {
    !properties.isEmpty || !patterns.isEmpty || additional >= 0 || names >= 0
      || !dependencies.isEmpty
  }
}

/// A property that a schema names.
struct PropertyRule: BitwiseCopyable {
  /// The key, in the bytes of all keys.
  let key: TableRange
  /// The subschema; -1 for a property that is only required.
  var schema: Int32
}

/// A subschema, or required properties, for objects that have a property.
struct Dependency: BitwiseCopyable {
  /// The number of the property among the properties of the rules.
  let property: Int32
  /// The subschema, or -1 and the number of the required property.
  let schema: Int32
  let required: Int32
  let isDraft7: Bool
}

struct PatternRule: BitwiseCopyable {
  let pattern: Int32
  let schema: Int32
}

/// A number in a schema.
struct NumberLimit: BitwiseCopyable {
  /// The number, if it is one of 64 bits.
  let integer: Int64
  let isInteger: Bool
  /// The nearest double.
  let double: Double
}

/// The values of an `enum`.
struct Enumeration: BitwiseCopyable {
  /// The indexes of the values on the tape of constants, in the list of numbers.
  var values = TableRange()
  var slots = TableRange()
  /// Whether all values are texts and there are so few that comparing them is fast.
  var areTexts = false
}

/// A compiled schema: tables that refer to each other by their indexes. Index 0 of the subschemas
/// is `true`.
///
/// The tables have no reference counts, because counting would take most of the time of a run.
struct SchemaTables {
  /// The heads of the subschemas. A run that needs no way to its failures takes the heads behind
  /// references.
  var heads: TableView<SubschemaHead>
  let directHeads: TableView<SubschemaHead>
  let subschemas: TableView<Subschema>
  let steps: TableView<SchemaStep>
  let arrays: TableView<ArrayRules>
  let objects: TableView<ObjectRules>
  let properties: TableView<PropertyRule>
  let dependencies: TableView<Dependency>
  let patternRules: TableView<PatternRule>
  let limits: TableView<NumberLimit>
  /// Lists of subschemas and of constants.
  let lists: TableView<Int32>
  let enumerations: TableView<Enumeration>
  let patterns: TableView<Pattern.Matcher>
  let formats: TableView<ValueFormat>
  let keys: ByteView
  let slots: SlotTable
  /// The seed of the hashes in the slots.
  let seed: UInt64
  /// The values of `const` and `enum`.
  let constants: TapeView
}

/// The memory of a table.
private final class TableMemory {
  let bytes: OwnedBytes

  init(bytes: consuming OwnedBytes) { self.bytes = bytes }
}

/// A compiled schema with the memory of its tables.
final class SchemaProgram: @unchecked Sendable {
  // Sendable: nothing changes after `init`.
  let tables: SchemaTables
  let exactLimits: [ExactNumber]
  /// The texts of the limits, as the schema has them.
  let limitTexts: [String]
  let patterns: [Pattern]
  let dynamicReferences: [DynamicReference]
  let locations: [SubschemaLocation]
  /// The resource around each resource; -1 for a document.
  let parents: [Int32]
  let root: Int
  private let memory: [TableMemory]
  private let keys: OwnedBytes
  private let constants: Tape

  init(_ builder: consuming SchemaBuilder, root: Int) {
    exactLimits = builder.exactLimits
    limitTexts = builder.limitTexts
    patterns = builder.patterns
    dynamicReferences = builder.dynamicReferences
    locations = builder.locations
    parents = builder.registry.resources.map { Int32($0.parent ?? -1) }
    self.root = root

    let (schemas, steps) = (builder.subschemas, builder.steps)
    var memory: [TableMemory] = []
    func table<Row: BitwiseCopyable>(_ rows: [Row]) -> TableView<Row> {
      var writer = TableWriter()
      let range = writer.append(rows)
      memory.append(TableMemory(bytes: OwnedBytes(copying: writer.bytes)))
      return TableView(ByteView(rebasing: memory[memory.count - 1].bytes.view[range]))
    }
    keys = OwnedBytes(copying: builder.keys)
    constants = builder.constants
    tables = SchemaTables(
      heads: table(schemas.indices.map { SubschemaHead(schemas, $0) }),
      directHeads: table(schemas.indices.map { SubschemaHead(schemas, $0, through: steps) }),
      subschemas: table(schemas), steps: table(steps), arrays: table(builder.arrays),
      objects: table(builder.objects), properties: table(builder.properties),
      dependencies: table(builder.dependencies), patternRules: table(builder.patternRules),
      limits: table(builder.limits), lists: table(builder.lists),
      enumerations: table(builder.enumerations), patterns: table(patterns.map(\.matcher)),
      formats: table(builder.formats), keys: keys.view, slots: SlotTable(table(builder.slots)),
      seed: ByteRun.seed, constants: TapeView(constants))
    self.memory = memory
  }
}

/// The place of a subschema.
struct SubschemaLocation: Sendable {
  let location: SchemaLocation
  let resource: Int
  /// The URI of the resource and the place of its root.
  let uri: String
  let resourcePointer: String

  /// The URI of the place, as the output formats show it.
  func absolute(_ suffix: String) -> String {
    uri + "#" + location.pointer.dropFirst(resourcePointer.count) + suffix
  }
}

/// The targets of a `$dynamicRef`.
struct DynamicReference: Sendable {
  /// The target without a dynamic scope.
  let target: Int32
  /// By the resource: the subschema with the dynamic anchor. Empty if the reference is static.
  let anchors: [Int: Int32]
}
