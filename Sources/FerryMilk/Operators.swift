infix operator <- : AssignmentPrecedence
prefix operator <-

/// Writes a value at a place, or removes what is there if it is `nil`: `s["name"] <- name`.
public func <- <T: Serializable>(place: SerializerPlace, value: T?) {
  guard let value else { return place.serializer.setValue(nil, at: place.path) }
  // A type that writes nothing is an empty object, and nothing of an older value shines through.
  place.serializer.setValue(.object([:]), at: place.path)
  value.serialize(PartSerializer(place))
}

/// Writes a value as the root, or removes everything if it is `nil`: `s <- friends`.
public func <- <T: Serializable>(serializer: Serializer, value: T?) {
  SerializerPlace(serializer: serializer, path: .root) <- value
}

/// Reads the value at a place: `name: <-d["name"]`; `nil` if there is none, or it is no `T`.
public prefix func <- <T: Serializable>(place: SerializerPlace) -> T? {
  T.deserialize(PartSerializer(place))
}

/// Reads the root: `let friends: [Person]? = <-d`.
public prefix func <- <T: Serializable>(serializer: Serializer) -> T? {
  T.deserialize(serializer)
}

/// Reads the root into a variable: `friends <- d`; `nil` if there is none, or it is no `T`.
public func <- <T: Serializable>(target: inout T?, serializer: Serializer) {
  target = <-serializer
}
