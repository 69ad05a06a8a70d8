import Synchronization

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
