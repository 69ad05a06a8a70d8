import FerryBase
import Synchronization

/// The rules for writing the properties of a type, made once.
final class MappingEncodingPlan: Sendable {
  /// The target of a property.
  struct Target: Sendable {
    /// The last edge of the path.
    let edge: Int
    /// The properties of the child that this type redirects.
    let overlays: [(path: ArraySlice<WirePath.Step>, edge: Int)]
  }

  let number = PlanNumber.next()
  let tree: PathTree
  let style: KeyStyle?
  let ignoredKeys: Set<String>
  /// The target of each property, by name.
  let targets: [String: Target]

  private init(_ type: any Any.Type) throws(Problem) {
    let mapping = (type as? any KeyMapped.Type)?.mapping
    style = mapping?.style
    ignoredKeys = mapping?.ignoredOnEncoding ?? []
    let stored = StoredProperty.all(of: type)
    let map = mapping?.encoding ?? KeyMap()
    var claims = PathClaims(type, for: .writing)
    var targets: [String: Target] = [:]
    for name in try claims.names(stored, map) where !ignoredKeys.contains(name) {
      let path =
        map[WirePath(keys: name)]?.first ?? WirePath(keys: style?.name(of: name) ?? name)
      let edge = try claims.claim(path, for: name)
      var overlays: [(ArraySlice<WirePath.Step>, Int)] = []
      for (way, paths) in map.overlays(of: name) {
        guard let path = paths.first else { continue }
        let property = WirePath(steps: [.key(name)] + way).description
        overlays.append((way, try claims.claim(path, for: property)))
      }
      targets[name] = Target(edge: edge, overlays: overlays)
    }
    try claims.checkBranches(claims.owners.keys)
    tree = claims.tree
    self.targets = targets
  }

  private static let plans = PlanCache { type throws(Problem) in
    try MappingEncodingPlan(type)
  }

  /// Returns the plan for encoding `type`.
  /// - Throws: ``Problem``
  static func encoding(_ type: any Any.Type) throws(Problem) -> MappingEncodingPlan {
    try plans.plan(of: type)
  }
}

/// The plans of one kind, each made once per type.
final class PlanCache<Plan: Sendable>: Sendable {
  private let plans = Mutex<[ObjectIdentifier: Result<Plan, Problem>]>([:])
  private let make: @Sendable (any Any.Type) throws(Problem) -> Plan

  init(_ make: @escaping @Sendable (any Any.Type) throws(Problem) -> Plan) {
    self.make = make
  }

  /// Returns the plan of `type`.
  /// - Throws: ``Problem``
  func plan(of type: any Any.Type) throws(Problem) -> Plan {
    let id = ObjectIdentifier(type)
    if let plan = plans.withLock({ $0[id] }) { return try plan.get() }
    let plan = Result { () throws(Problem) in try make(type) }
    plans.withLock { $0[id] = plan }
    return try plan.get()
  }
}

/// Unique numbers for plans.
enum PlanNumber {
  private static let last = Atomic<Int>(0)

  static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
