package import FerryBase
internal import Synchronization

/// A type whose values no text for people may show.
package protocol SensitiveValue {}

/// The members of a model whose values no text for people may show, known before a value is decoded.
/// The payloads of enums are unknown.
package struct SensitiveMembers: Sendable {
  /// The paths of the members, by the names of properties.
  package private(set) var paths: [WirePath] = []
  /// The types around the current one. A type in itself has values at any depth.
  private var open: [ObjectIdentifier] = []

  private static let known = Mutex<[ObjectIdentifier: SensitiveMembers]>([:])

  /// Returns the members of `type`.
  package static func all(of type: any Any.Type) -> SensitiveMembers {
    guard StoredFields.areKnown else { return SensitiveMembers() }
    let id = ObjectIdentifier(type)
    if let members = known.withLock({ $0[id] }) { return members }
    var members = SensitiveMembers()
    members.add(type, at: .root)
    known.withLock { $0[id] = members }
    return members
  }

  /// Returns whether the value at `path` is sensitive, or stands in place of an object with such a
  /// value.
  package func concern(_ path: WirePath) -> Bool {
    paths.contains { zip($0.steps, path.steps).allSatisfy { $0 == $1 || $0 == .wildcard } }
  }

  private mutating func add(_ type: any Any.Type, at path: WirePath) {
    if type is any SensitiveValue.Type {
      paths.append(path)
      return
    }
    if let type = type as? any WrappedValues.Type {
      return add(type.wrapped, at: type.areElements ? path.appending(WirePath("[*]")) : path)
    }
    // A type without a coding of its own contains no coded member. This includes existential types.
    guard let coded = type as? any Decodable.Type, !Self.isPlain(coded),
      !open.contains(ObjectIdentifier(type))
    else { return }
    open.append(ObjectIdentifier(type))
    defer { open.removeLast() }
    for field in StoredFields.all(of: type) {
      // The storage of a property wrapper has an underscore before the name.
      let name = field.name.hasPrefix("_") ? String(field.name.dropFirst()) : field.name
      add(field.type, at: path.appending(.key(name)))
    }
  }

  /// Whether a type is one of the standard library or of Foundation.
  private static func isPlain(_ type: any Decodable.Type) -> Bool {
    let name = String(reflecting: type)
    return ["Swift.", "Foundation.", "FoundationEssentials.", "__C."].contains {
      name.hasPrefix($0)
    }
  }
}

extension DecodingError {
  /// Returns the error of a reader, without text of the input if the model `type` has sensitive
  /// members.
  package func shown(of type: any Any.Type) -> DecodingError {
    guard let problem, problem.place?.excerpt.isEmpty == false,
      !SensitiveMembers.all(of: type).paths.isEmpty
    else { return self }
    return with(Context(codingPath: context.codingPath, problem.withoutText))
  }
}

extension SourcePlace {
  /// Returns the location, without its text if the model `type` has sensitive members.
  package func shown(of type: any Any.Type) -> SourcePlace {
    SensitiveMembers.all(of: type).paths.isEmpty ? self : withoutExcerpt
  }
}
