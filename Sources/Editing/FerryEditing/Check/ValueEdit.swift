internal import FerryBase

/// A change of the value of a document. Steps are keys and indexes at the time of the change.
enum ValueEdit {
  typealias Steps = [WirePath.Step]

  /// A position in the container at `container`: before the value of a step, or at the end.
  struct Target {
    var container: Steps
    var before: WirePath.Step?
    var key: String?
  }

  case replace(Steps, AnyValue)
  /// The value before must be null.
  case replaceNull(Steps, AnyValue)
  case insert(AnyValue, Target)
  case delete(Steps)
  case rename(Steps, String)
  case move(Steps, Target)
  case copy(Steps, Target)
}
