internal import FerryBase

extension Validator {
  /// A reference from one subschema to another.
  struct Crossing {
    let source: Int32
    let target: Int32
    let isDynamic: Bool

    func isEqual(_ other: Crossing) -> Bool {
      (source, target, isDynamic) == (other.source, other.target, other.isDynamic)
    }
  }

  /// A failed assertion.
  struct Failure {
    /// The index of the value or the key, and the element of the packed array there, or -1.
    let node: Int
    let element: Int
    let schema: Int32
    /// The keyword, and the place below it as a JSON Pointer.
    let keyword: String
    let suffix: String
    let references: [Crossing]
    var message: String
    /// The failures that explain this one.
    let causes: [Failure]
    /// The number of levels of causes.
    let height: Int
  }

  /// The maximum number of levels of causes. More of them help no reader, and they take stack.
  private static let heightLimit = 16

  /// Notes a failure and returns false.
  @inline(never)
  func fail(
    _ node: Int, _ schema: Int32, _ keyword: String, suffix: String = "",
    causes: [Failure] = [], _ message: (Validator) -> String
  ) -> Bool {
    guard collects, problem == nil else { return false }
    if unsafe failures.count < state.pointee.failureLimit {
      var (place, element) = (node, -1)
      if unsafe state.pointee.packedArray >= 0 {
        place = unsafe state.pointee.packedArray
        if node > 0 { element = Array(view.elements(ofList: 0)).firstIndex(of: node) ?? -1 }
      }
      let height = 1 + (causes.map(\.height).max() ?? 0)
      let failure = Failure(
        node: place, element: element, schema: schema, keyword: keyword, suffix: suffix,
        references: unsafe state.pointee.references, message: message(self),
        causes: height > Self.heightLimit ? [] : causes,
        height: height > Self.heightLimit ? 1 : height)
      unsafe state.pointee.failures.append(failure)
    }
    return false
  }

  /// Calls `body` without failures, and returns its result with the failures it notes.
  @inline(__always)
  func apart(_ body: () -> Bool) -> (isValid: Bool, causes: [Failure]) {
    // Beyond the limit, no failure is noted, so none explains another one.
    guard collects, unsafe state.pointee.failures.count < state.pointee.failureLimit else {
      return (body(), [])
    }
    let outer = failures
    unsafe state.pointee.failures = []
    defer { unsafe state.pointee.failures = outer }
    return (body(), failures)
  }
}
