internal import FerryBase

/// The paths of values whose text has pending changes.
struct TouchedPaths {
  private var paths: Set<ValueEdit.Steps> = []
  /// All paths above ``paths``.
  private var above: Set<ValueEdit.Steps> = []

  mutating func insert(_ steps: ValueEdit.Steps) {
    paths.insert(steps)
    var steps = steps
    while steps.popLast() != nil, above.insert(steps).inserted {}
  }

  /// Whether `steps` is one of the paths.
  func contains(_ steps: ValueEdit.Steps) -> Bool { paths.contains(steps) }

  /// Whether one of the paths is below `steps`.
  func contains(above steps: ValueEdit.Steps) -> Bool { above.contains(steps) }
}
