/// Ends the process with `message` unless `condition` holds: what a target asserts.
///
/// Unlike a precondition, it says why in an optimised build as well.
@inline(__always)
public func law(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { broken(message()) }
}

@inline(never)
private func broken(_ message: String) -> Never {
  fatalError("a law is broken: \(message)")
}
