import Ferry

extension Array: Serializable where Element: Serializable {
  /// Writes each element; an element that is `nil` becomes null.
  public func serialize(_ serializer: Serializer) {
    serializer.setValue(.array([]), at: .root)
    for (index, element) in enumerated() {
      SerializerPlace(serializer: serializer, path: WirePath(steps: [.index(index)])) <- element
    }
  }

  /// Reads each element; `nil` if one of them is no `Element`.
  public static func deserialize(_ deserializer: Serializer) -> [Element]? {
    guard let count = deserializer.value(at: .root)?.array?.count else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for index in 0..<count {
      let place = SerializerPlace(
        serializer: deserializer, path: WirePath(steps: [.index(index)]))
      guard let element: Element = <-place else { return nil }
      elements.append(element)
    }
    return elements
  }
}

extension Dictionary: Serializable where Key == String, Value: Serializable {
  /// Writes each value, in the order of the keys.
  public func serialize(_ serializer: Serializer) {
    serializer.setValue(.object([:]), at: .root)
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      SerializerPlace(serializer: serializer, path: WirePath(keys: key)) <- value
    }
  }

  /// Reads each value; `nil` if one of them is no `Value`.
  public static func deserialize(_ deserializer: Serializer) -> [String: Value]? {
    guard let members = deserializer.value(at: .root)?.object else { return nil }
    var values: [String: Value] = [:]
    for (key, _) in members {
      let place = SerializerPlace(serializer: deserializer, path: WirePath(keys: key))
      guard let value: Value = <-place else { return nil }
      values[key] = value
    }
    return values
  }
}

extension Optional: Serializable where Wrapped: Serializable {
  /// Writes the value, or null.
  public func serialize(_ serializer: Serializer) {
    guard let self else { return serializer.setValue(.null, at: .root) }
    self.serialize(serializer)
  }

  /// Reads the value; null is `nil`, and so is a value of another type.
  public static func deserialize(_ deserializer: Serializer) -> Wrapped?? {
    guard let value = deserializer.value(at: .root) else { return nil }
    if value.isNull { return .some(nil) }
    return Wrapped.deserialize(deserializer).map(Optional.some)
  }
}

/// An enum with raw values needs no code of its own.
extension Serializable where Self: RawRepresentable, RawValue: Serializable {
  /// Writes the raw value.
  public func serialize(_ serializer: Serializer) { rawValue.serialize(serializer) }

  /// Reads the raw value; `nil` if no case has it.
  public static func deserialize(_ deserializer: Serializer) -> Self? {
    RawValue.deserialize(deserializer).flatMap(Self.init(rawValue:))
  }
}
