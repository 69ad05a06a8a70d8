/// A set with its type hidden: what the sets have in common.
struct BenchmarkSet {
  /// What the rows call it.
  let name: String

  /// The tasks that the set is for.
  let tasks: Set<BenchmarkTask>

  /// The contestants of a task on this set, and the bytes that a run counts as.
  ///
  /// The first call loads the set.
  let entry: (BenchmarkTask) throws -> (lineUp: LineUp, byteCount: Int)

  /// The JSON text of the set.
  let json: () throws -> [UInt8]

  /// A set of the given name, loaded when it is first needed and kept from then on.
  init<Model>(
    _ name: String, tasks: Set<BenchmarkTask>, load: @escaping () throws -> DataSet<Model>
  ) {
    let once = Once(load)
    self.name = name
    self.tasks = tasks
    self.entry = { task in
      let set = try once.value()
      return (task.lineUp(on: set), task.byteCount(of: set))
    }
    self.json = { try once.value().json }
  }
}

/// A value made at its first use; a failure is tried anew.
private final class Once<Value> {
  private let make: () throws -> Value
  private var made: Value?

  init(_ make: @escaping () throws -> Value) {
    self.make = make
  }

  func value() throws -> Value {
    if let made { return made }
    let value = try make()
    made = value
    return value
  }
}
