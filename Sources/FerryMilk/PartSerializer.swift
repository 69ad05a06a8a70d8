import Ferry
import Foundation

/// A serializer whose root is a place in another one: what nested values write to and read from.
final class PartSerializer: Serializer {
  private let whole: Serializer
  private let path: WirePath

  init(_ place: SerializerPlace) {
    // Parts of parts lead to the whole directly, so depth costs nothing.
    if let part = place.serializer as? PartSerializer {
      whole = part.whole
      path = part.path.appending(place.path)
    } else {
      whole = place.serializer
      path = place.path
    }
  }

  func value(at path: WirePath) -> AnyValue? { whole.value(at: self.path.appending(path)) }

  func setValue(_ value: AnyValue?, at path: WirePath) {
    whole.setValue(value, at: self.path.appending(path))
  }

  func toData() throws -> Data? { try whole.toData() }
}
