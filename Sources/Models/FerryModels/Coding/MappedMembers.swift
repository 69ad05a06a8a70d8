import FerryCoding
import FerryBase

/// The values of one object at the paths of a plan, found in the containers of any coder.
final class MappedMembers {
  /// The location of a value.
  enum Place {
    case member(MappedObject, TapeKey)
    case element(any Decoder)
  }

  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  /// The decoder of the object, if it is on a tape.
  let tape: TapeDecoder?
  /// The object; `nil` for an object without members.
  let root: MappedObject?
  private let tree: PathTree
  /// The objects at the edges that were already requested.
  private var branches: [Int: MappedObject?] = [:]

  init(_ tree: PathTree, _ decoder: some Decoder) throws {
    self.tree = tree
    codingPath = decoder.codingPath
    userInfo = decoder.userInfo
    tape = tapeDecoder(decoder)
    root = decoder is AbsentDecoder ? nil : try MappedObject(decoder)
  }

  /// Returns the value at the first of `edges` that has one, which may be null.
  /// - Throws: a type mismatch if a branch on the path is not an object.
  func place(at edges: [Int]) throws -> Place? {
    for edge in edges { if let place = try place(at: edge) { return place } }
    return nil
  }

  /// Returns the value of a direct member of the object.
  func place(named name: String) -> Place? { root?.place(of: name) }

  private func place(at edge: Int) throws -> Place? {
    let parent = tree.edges[edge].parent
    switch tree.edges[edge].step {
    case .key(let name): return try object(at: parent)?.place(of: name)
    case .index(let index): return try element(index, at: parent)
    case .keyOrIndex(let number):
      do {
        return try object(at: parent)?.place(of: String(number))
      } catch {
        guard let place = try? Optional.some(element(number, at: parent)) else { throw error }
        return place
      }
    case .wildcard: return nil
    }
  }

  /// Returns the object at an edge; `nil` if it is missing or null.
  private func object(at edge: Int?) throws -> MappedObject? {
    guard let edge else { return root }
    if let known = branches[edge] { return known }
    let branch = try decoder(ofPresent: place(at: edge)).map { try MappedObject($0) }
    branches[edge] = .some(branch)
    return branch
  }

  private func element(_ index: Int, at edge: Int?) throws -> Place? {
    guard let edge, let decoder = try decoder(ofPresent: place(at: edge)) else { return nil }
    var list = try decoder.unkeyedContainer()
    for _ in 0..<index where !list.isAtEnd { _ = try list.superDecoder() }
    return list.isAtEnd ? nil : .element(try list.superDecoder())
  }

  private func decoder(ofPresent place: Place?) throws -> (any Decoder)? {
    guard let place, try !isNull(place) else { return nil }
    return try decoder(at: place)
  }

  // MARK: Values

  func isNull(_ place: Place) throws -> Bool {
    switch place {
    case .member(let object, let key): try object.container.decodeNil(forKey: key)
    case .element(let decoder): try decoder.singleValueContainer().decodeNil()
    }
  }

  func value<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
    switch place {
    case .member(let object, let key): try object.container.decode(type, forKey: key)
    case .element(let decoder): try decoder.singleValueContainer().decode(type)
    }
  }

  func decoder(at place: Place) throws -> any Decoder {
    switch place {
    case .member(let object, let key): try object.container.superDecoder(forKey: key)
    case .element(let decoder): decoder
    }
  }
}

/// An object whose keys are those of the document. It is a class because the standard library's
/// container has no fixed layout: the runtime would copy each value that stores one inline.
final class MappedObject {
  let container: KeyedDecodingContainer<TapeKey>

  init(_ decoder: any Decoder) throws {
    container =
      try tapeDecoder(decoder)?.container(keyedBy: TapeKey.self, located: ExactKeys.shared)
      ?? decoder.container(keyedBy: TapeKey.self)
  }

  func place(of name: String) -> MappedMembers.Place? {
    let key = TapeKey(name)
    return container.contains(key) ? .member(self, key) : nil
  }
}

/// The keys of the document itself, without the key strategy of the decoder.
private final class ExactKeys: LocatedKeys {
  static let shared = ExactKeys()

  var indexCount: Int { 0 }

  func locate(_ decoder: TapeDecoder, _ nodes: UnsafeMutablePointer<Int32>) {}
  func place(of name: String) -> Int? { nil }

  func node(ofOther name: String, _ decoder: TapeDecoder) -> Int? {
    decoder.note(asked: [name], of: decoder.node)
    return decoder.view.value(ofKey: name, inMap: decoder.node)
  }

  func names(_ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>) -> [String] {
    decoder.view.keys(ofMap: decoder.node).map { decoder.view.string(decoder.view[$0]) }
  }

  func missing(
    _ key: any CodingKey, _ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>
  ) -> any Error {
    decoder.missing([key.stringValue], arePaths: false)
  }
}

/// A decoder for an object without members.
struct AbsentDecoder: Decoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]

  func container<K: CodingKey>(keyedBy type: K.Type) throws -> KeyedDecodingContainer<K> {
    throw mismatch
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw mismatch }

  private var mismatch: DecodingError {
    .typeMismatch(
      [String: Any].self,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "Only a keyed type is put together of values."))
  }
}
