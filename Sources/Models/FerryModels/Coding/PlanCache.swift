import FerryBase
import FerryCoding
import Synchronization

/// The plans of one kind, one for each type. They live as long as the process.
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
    let made = Result { () throws(Problem) in try make(type) }
    // Of two threads that make a plan, both use the first one.
    let plan = plans.withLock { plans in
      let plan = plans[id] ?? made
      plans[id] = plan
      return plan
    }
    return try plan.get()
  }
}

/// Unique numbers for plans.
enum PlanNumber {
  private static let last = Atomic<Int>(0)

  static func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}

/// Returns the decoder as Ferry's own, or `nil` if it is another library's.
func tapeDecoder(_ decoder: any Decoder) -> TapeDecoder? {
  func opened<D: Decoder>(_ decoder: D) -> TapeDecoder? {
    // Comparing metatypes is ten times as fast as a cast. It proves that the types are the same.
    unsafe D.self == TapeDecoder.self ? unsafeBitCast(decoder, to: TapeDecoder.self) : nil
  }
  return opened(decoder)
}

/// Returns the encoder as Ferry's own, or `nil` if it is another library's.
func tapeEncoder(_ encoder: any Encoder) -> TapeEncoder? {
  func opened<E: Encoder>(_ encoder: E) -> TapeEncoder? {
    // The metatypes are compared for the same reason as above.
    unsafe E.self == TapeEncoder.self ? unsafeBitCast(encoder, to: TapeEncoder.self) : nil
  }
  return opened(encoder)
}
