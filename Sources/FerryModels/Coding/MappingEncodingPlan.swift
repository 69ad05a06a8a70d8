import FerryPath
import Synchronization

/// How the properties of a type are written, worked out once.
final class MappingEncodingPlan: Sendable {
  /// Where a property goes.
  struct Target: Sendable {
    /// The last edge of the path.
    let edge: Int
    /// Properties of the child that are written from here.
    let overlays: [(path: ArraySlice<WirePath.Step>, edge: Int)]
  }

  let number = PlanNumber.next()
  let tree: PathTree
  let style: KeyStyle?
  let ignoredKeys: Set<String>
  /// Where properties go, by their names.
  let targets: [String: Target]

  private init(_ type: any Any.Type) throws(MappingError) {
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

  private static let plans = PlanCache { type throws(MappingError) in
    try MappingEncodingPlan(type)
  }

  /// The plan by which `type` is encoded.
  /// - Throws: ``MappingError``
  static func encoding(_ type: any Any.Type) throws(MappingError) -> MappingEncodingPlan {
    try plans.plan(of: type)
  }
}

/// The plans of one kind, each made once for its type.
final class PlanCache<Plan: Sendable>: Sendable {
  private let plans = Mutex<[ObjectIdentifier: Result<Plan, MappingError>]>([:])
  private let make: @Sendable (any Any.Type) throws(MappingError) -> Plan

  init(_ make: @escaping @Sendable (any Any.Type) throws(MappingError) -> Plan) {
    self.make = make
  }

  /// The plan of `type`.
  /// - Throws: ``MappingError``
  func plan(of type: any Any.Type) throws(MappingError) -> Plan {
    let id = ObjectIdentifier(type)
    if let plan = plans.withLock({ $0[id] }) { return try plan.get() }
    let plan = Result { () throws(MappingError) in try make(type) }
    plans.withLock { $0[id] = plan }
    return try plan.get()
  }
}

/// Numbers for plans, each given once.
enum PlanNumber {
  private static let last = Atomic<Int>(0)

  static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
