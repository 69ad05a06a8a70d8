internal import FerryBase

/// The paths of values whose text has pending changes.
struct TouchedPaths {
  private var paths: Set<ValueEdit.Steps> = []
  /// All paths above ``paths``.
  private var above: Set<ValueEdit.Steps> = []
  /// The new keys of containers that only have more members at their ends; an index for an
  /// array.
  private var appended: [ValueEdit.Steps: Set<WirePath.Step>] = [:]

  /// Adds a path. `key` is that of a new member at the end of the container there.
  mutating func insert(_ steps: ValueEdit.Steps, appending key: WirePath.Step?) {
    let isNew = paths.insert(steps).inserted
    if let key, isNew || appended[steps] != nil {
      appended[steps, default: []].insert(key)
    } else {
      appended[steps] = nil
    }
    var steps = steps
    while steps.popLast() != nil, above.insert(steps).inserted {}
  }

  /// Whether `steps` is one of the paths.
  func contains(_ steps: ValueEdit.Steps) -> Bool { paths.contains(steps) }

  /// Whether another member can be added to the end of the container at `steps` as it was.
  func canAppend(_ key: WirePath.Step?, to steps: ValueEdit.Steps) -> Bool {
    guard case .key(let name)? = key, let keys = appended[steps] else { return false }
    return keys.contains(.index(0)) ? name == "-" : !keys.contains(.key(name))
  }

  /// Whether one of the paths is below `steps`.
  func contains(above steps: ValueEdit.Steps) -> Bool { above.contains(steps) }
}
