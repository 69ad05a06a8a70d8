public import FerryTape

extension AnyValue: CustomReflectable {
  /// The elements or the members, as `dump` and debuggers show them.
  public var customMirror: Mirror {
    switch self {
    case .array(let elements): Mirror(reflecting: elements)
    case .object(let members): Mirror(reflecting: members)
    default: Mirror(self, children: [])
    }
  }
}

extension AnyValue.Object: CustomReflectable {
  /// The members, as `dump` and debuggers show them.
  public var customMirror: Mirror {
    Mirror(self, children: map { ($0.key, $0.value) }, displayStyle: .dictionary)
  }
}

extension AnyValue.Number: CustomReflectable {
  /// The text alone, as `dump` and debuggers show it.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
