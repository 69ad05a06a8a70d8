/// The tags of collections of YAML 1.1 that have another form in documents than in models.
///
/// A reader may keep them on the tape. They are not a part of an `AnyValue`.
package enum CollectionTag: String {
  /// An object whose values are null: the keys are the elements of a set.
  case set = "tag:yaml.org,2002:set"
  /// An array of objects with one member each: the members of an object, in their order.
  case orderedMap = "tag:yaml.org,2002:omap"
}

extension TapeView {
  /// Returns the tag before the array or object at `index`.
  package func collectionTag(at index: Int) -> CollectionTag? {
    // The two words before may also be the end of a value, which looks like a tag by chance.
    guard index >= 2, self[index - 2].kind == .tagged, self[index - 2].payload == next(index),
      self[index - 1].kind == .arenaText,
      self[index - 1].payload + self[index - 1].length <= storedByteCount
    else { return nil }
    return CollectionTag(rawValue: string(self[index - 1]))
  }
}
