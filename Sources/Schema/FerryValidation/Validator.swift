internal import FerryBase
internal import FerrySystem

/// The stored state of a ``Validator``.
struct ValidatorState {
  let program: SchemaProgram
  var tables: SchemaTables
  var view: TapeView
  let collects: Bool
  let failureLimit: Int
  let followsReferences: Bool
  var failures: [Validator.Failure] = []
  var evaluated: [Int32] = []
  var foundProperties: [UInt64] = []
  var lastSuccessors: [Int32]
  var references: [Validator.Crossing] = []
  var packedArray = -1
  var problem: SchemaError?
  var isTooDeep = false
  var suggestionsLeft = 64
  var depth = 0
  /// The maximum number of schemas that are being applied at once.
  let depthLimit: Int
  var work: Int

  init(
    _ program: SchemaProgram, _ view: TapeView, collecting: Bool, failureLimit: Int,
    depthLimit: Int
  ) {
    self.depthLimit = depthLimit
    self.program = program
    tables = program.tables
    self.view = view
    collects = collecting
    self.failureLimit = failureLimit
    lastSuccessors = Array(repeating: 0, count: tables.properties.count + tables.objects.count)
    followsReferences = collecting || !program.dynamicReferences.isEmpty
    if !followsReferences { tables.heads = tables.directHeads }
    // Usual schemas apply to a value a few times each. Schemas with alternatives inside alternatives
    // can take exponential time, which ends here.
    let visits = max(1000, min(4 * tables.subschemas.count, 1 << 30))
    work = 2_000_000 + visits * min(view.count, 1 << 30)
  }
}

/// One run of a schema over a document.
///
/// Keywords of one subschema are checked in a fixed order: the type, then scalars, arrays and
/// objects, then the keywords that apply other schemas to the same value.
@safe
struct Validator {
  /// A pointer, because a copy of the state at each call would take most of the time of a run.
  let state: UnsafeMutablePointer<ValidatorState>

  /// The depth for which half a megabyte of stack is enough, and the maximum depth with its stack.
  private static let usualDepth = 64
  private static let depthLimit = 1600
  private static let largeStack = 32 << 20

  /// Calls `body` with a validator of the document in `view`. The validator is valid during the
  /// call. If it does not collect, only the verdict counts, and the first failure ends the run.
  ///
  /// If more schemas apply at once than usual, `body` is called once more on a thread with a large
  /// stack. Nothing is known about the stack of the caller.
  static func run<R>(
    _ program: SchemaProgram, _ view: TapeView, collecting: Bool, failureLimit: Int = 0,
    _ body: (Validator) -> R
  ) throws(SchemaError) -> R {
    func attempt(_ depthLimit: Int) -> (result: R, problem: SchemaError?, isTooDeep: Bool) {
      var state = ValidatorState(
        program, view, collecting: collecting, failureLimit: failureLimit, depthLimit: depthLimit)
      let result = unsafe withUnsafeMutablePointer(to: &state) { unsafe body(Validator(state: $0)) }
      return (result, state.problem, state.isTooDeep)
    }
    var last = attempt(usualDepth)
    if last.isTooDeep { _ = withStack(of: largeStack) { last = attempt(depthLimit) } }
    if let problem = last.problem { throw problem }
    return last.result
  }

  private init(state: UnsafeMutablePointer<ValidatorState>) { unsafe self.state = state }

  var program: SchemaProgram { unsafe state.pointee.program }
  var tables: SchemaTables { @inline(__always) _read { yield unsafe state.pointee.tables } }
  /// Whether to go on after the first failure and to note all failures.
  var collects: Bool { @inline(__always) get { unsafe state.pointee.collects } }
  /// The document, or the elements of a packed array.
  var view: TapeView { @inline(__always) _read { yield unsafe state.pointee.view } }

  var failures: [Failure] { unsafe state.pointee.failures }
  /// The problem that ends the run without a verdict.
  var problem: SchemaError? { unsafe state.pointee.problem }

  /// The members and elements that keywords have evaluated, for `unevaluatedProperties` and
  /// `unevaluatedItems`. Each value of the document uses the part that it appends.
  var evaluated: [Int32] {
    get { unsafe state.pointee.evaluated }
    nonmutating _modify { yield unsafe &state.pointee.evaluated }
  }

  /// The properties beyond the first 64 that objects have, as bits.
  var foundProperties: [UInt64] {
    get { unsafe state.pointee.foundProperties }
    nonmutating _modify { yield unsafe &state.pointee.foundProperties }
  }

  /// By the property, and then by the rules for objects: the number of the property that followed
  /// it last, or that came first.
  var lastSuccessors: [Int32] {
    get { unsafe state.pointee.lastSuccessors }
    nonmutating _modify { yield unsafe &state.pointee.lastSuccessors }
  }

  /// Calls `body` while the view is a list of the elements of the packed array at `node`.
  func unpacking(_ node: Int, _ body: () -> Bool) -> Bool {
    replacing(node, by: view.unpacked(node), body)
  }

  /// Returns whether a key is valid. A key is a string, even if it is a plain scalar of YAML that
  /// means a number.
  func checkName(_ schema: Int32, _ key: Int) -> Bool {
    guard view.valueType(key) != .string else { return check(schema, key) }
    var tape = Tape()
    // One short text always fits.
    try? tape.append(view.withString(key) { String(decoding: $0, as: UTF8.self) })
    return replacing(key, by: tape) { check(schema, 0) }
  }

  /// Calls `body` while the view is `tape`, which stands for the value at `node`.
  private func replacing(_ node: Int, by tape: consuming Tape, _ body: () -> Bool) -> Bool {
    let tape = tape
    let outer = view
    unsafe state.pointee.view = TapeView(tape)
    unsafe state.pointee.packedArray = node
    defer {
      unsafe state.pointee.view = outer
      unsafe state.pointee.packedArray = -1
    }
    return withExtendedLifetime(tape) { body() }
  }

  /// Returns whether the value at `index` is valid. `tracks` tells whether the members and elements
  /// that the schema evaluates are needed.
  @inline(__always)
  func check(_ schema: Int32, _ index: Int, tracks: Bool = false) -> Bool {
    if schema == 0 { return true }
    let head = tables.heads[Int(schema)]
    let node = view[index].kind.isIndirect ? view.resolved(index) : index
    let type = view.valueType(node)
    if head.types.isDisjoint(with: type) { return checkType(head.schema, node) }
    return head.isSimple || apply(head.schema, node, type, tracks: tracks)
  }

  /// Checks a value whose apparent type is not allowed.
  @inline(never)
  private func checkType(_ schema: Int32, _ node: Int) -> Bool {
    let subschema = tables.subschemas[Int(schema)]
    if subschema.types.contains(.integer), view.valueType(node) == .fraction, view.isWhole(node) {
      return subschema.isSimple || apply(schema, node, .fraction, tracks: false)
    }
    if subschema.isFalse { return fail(node, schema, "") { _ in "no value is allowed here" } }
    // An extension of the binary format has no type, so only `type` excludes it.
    let type = view.valueType(node)
    if type.isEmpty, subschema.types == .all {
      return subschema.isSimple || apply(schema, node, type, tracks: false)
    }
    return fail(node, schema, "type") {
      "expected \(subschema.types.description), found \($0.view.shown(node))"
    }
  }

  /// Applies all keywords except `type`.
  @inline(never)
  private func apply(
    _ schema: Int32, _ node: Int, _ type: ValueTypes, tracks: Bool
  ) -> Bool {
    let subschema = tables.subschemas[Int(schema)]
    unsafe state.pointee.depth += 1
    unsafe state.pointee.work -= 1
    defer { unsafe state.pointee.depth -= 1 }
    guard unsafe state.pointee.depth <= state.pointee.depthLimit, unsafe state.pointee.work > 0
    else {
      return stop(schema)
    }
    let needsOwn = subschema.unevaluatedItems >= 0 || subschema.unevaluatedProperties >= 0
    let start = evaluated.count
    let isTracking = tracks || needsOwn
    var isValid = true
    switch type {
    case .string where !subschema.string.isEmpty:
      isValid = checkString(schema, subschema.string.range, node)
    case .integer, .fraction:
      if !subschema.number.isEmpty { isValid = checkNumber(schema, subschema.number.range, node) }
    case .object where subschema.object >= 0:
      isValid = checkObject(
        schema, tables.objects[Int(subschema.object)], node, tracks: isTracking)
    case .array where subschema.array >= 0:
      isValid = checkArray(
        schema, tables.arrays[Int(subschema.array)], node, tracks: isTracking)
    default: break
    }
    for step in subschema.general.range {
      guard isValid || collects else { break }
      if !applyStep(tables.steps[step], schema, node, tracks: isTracking) { isValid = false }
    }
    if needsOwn, isValid || collects {
      if !checkUnevaluated(schema, subschema, node, type, from: start) { isValid = false }
    }
    if needsOwn, !tracks { evaluated.removeLast(evaluated.count - start) }
    return isValid
  }

  @inline(never)
  private func stop(_ schema: Int32) -> Bool {
    if problem == nil {
      let location = program.locations[Int(schema)].location
      let limit = unsafe state.pointee.depthLimit
      let isTooDeep = unsafe state.pointee.depth > limit
      unsafe state.pointee.isTooDeep = isTooDeep
      unsafe state.pointee.problem = SchemaError(
        location,
        !isTooDeep
          ? "validating takes too long: schemas inside alternatives repeat the same work"
          : limit == Self.depthLimit && isCircular(schema)
            ? "the schema refers to itself and applies to the same value without end"
            : "more than \(limit) schemas apply inside each other")
    }
    // The verdict does not count any more, so the run ends soon.
    unsafe state.pointee.work = 0
    return false
  }

  // MARK: References

  /// Applies the target of a reference.
  func follow(
    _ target: Int32, from schema: Int32, isDynamic: Bool, _ node: Int, tracks: Bool
  ) -> Bool {
    guard unsafe state.pointee.followsReferences else { return check(target, node, tracks: tracks) }
    unsafe state.pointee.references.append(
      Crossing(source: schema, target: target, isDynamic: isDynamic))
    defer { unsafe state.pointee.references.removeLast() }
    return check(target, node, tracks: tracks)
  }

  /// Returns the target of a dynamic reference: the anchor of the outermost resource in scope.
  func target(of reference: DynamicReference, from schema: Int32) -> Int32 {
    guard !reference.anchors.isEmpty else { return reference.target }
    let references = unsafe state.pointee.references
    var start = Int32(program.root)
    for index in 0...references.count {
      let source = index < references.count ? references[index].source : schema
      // The resources from the one of `start` to the one of `source`, which is inside it.
      let outermost = program.locations[Int(start)].resource
      var resource = program.locations[Int(source)].resource
      var found: Int32?
      while resource >= 0 {
        if let anchor = reference.anchors[resource] { found = anchor }
        if resource == outermost { break }
        resource = Int(program.parents[resource])
      }
      if let found { return found }
      if index < references.count { start = references[index].target }
    }
    return reference.target
  }
}
