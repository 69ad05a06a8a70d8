import FerryCoding
internal import FerryLayers
public import Ferry
import FerryMacros
internal import FerryBase
import Synchronization

/// A value that no text shows: a password, a key, a token.
///
/// It decodes from everything that `Value` decodes from. It prints as `<redacted>`, also as a part
/// of another value, and so do the errors of its decoding. An error of a document whose model has
/// such a member shows no line of the document. Encoding it is an error unless the encoder's
/// `exposesSecrets` is true.
///
/// ```swift
/// struct Database: Codable {
///   var user: String
///   var password: Secret<String>
/// }
///
/// connect(database.user, database.password.exposed)
/// ```
public struct Secret<Value> {
  /// The value itself.
  public var exposed: Value

  /// Creates a secret.
  public init(_ value: Value) { exposed = value }
}

extension Secret: WrappedValues, SensitiveValue {
  package static var wrapped: any Any.Type { Value.self }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `<redacted>`.
  public var description: String { DecodingError.redaction }
  /// `<redacted>`.
  public var debugDescription: String { DecodingError.redaction }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Decodable where Value: Decodable {
  /// Decodes the value.
  /// - Throws: `DecodingError`, which shows neither the value nor its line.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? TapeDecoder,
      let call = decoder.userInfo[ModelCall.key] as? ModelCall
    {
      call.note(secretAt: decoder.node)
    }
    do {
      exposed = try decoder.singleValueContainer().decode(Value.self)
    } catch {
      throw DecodingError.redacted(error, Value.self, at: decoder)
    }
  }
}

extension Secret: Encodable where Value: Encodable {
  /// Encodes the value.
  /// - Throws: `EncodingError` unless the encoder exposes secrets.
  public func encode(to encoder: any Encoder) throws {
    (encoder.userInfo[SecretPaths.key] as? SecretPaths)?.insert(encoder.codingPath)
    guard encoder.userInfo[.exposesSecrets] as? Bool == true else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "A secret is encoded only if the encoder exposes secrets."))
    }
    var container = encoder.singleValueContainer()
    try container.encode(exposed)
  }
}

extension CodingUserInfoKey {
  /// The key of a Boolean value. If it is true, an encoder of any library encodes secrets.
  public static let exposesSecrets = CodingUserInfoKey("ferry.exposesSecrets")
}

extension FormatEncoder {
  /// Whether `Secret` values are encoded; false by default.
  public var exposesSecrets: Bool {
    get { userInfo[.exposesSecrets] as? Bool == true }
    set { userInfo[.exposesSecrets] = newValue }
  }
}

/// The paths of ``Secret`` members. Copies of a configuration share them.
final class SecretPaths: Sendable {
  /// The key in `userInfo` for members that are encoded.
  static let key = CodingUserInfoKey("ferry.secretPaths")
  private let paths = Mutex(SensitivePaths())

  /// Adds a path. All elements of an array count as one, because they have one type.
  func insert(_ path: WirePath) {
    let steps = path.steps.map { if case .index = $0 { WirePath.Step.wildcard } else { $0 } }
    paths.withLock { $0.insert(WirePath(steps: steps)) }
  }

  func insert(_ path: [any CodingKey]) {
    insert(
      WirePath(steps: path.map { key in key.intValue.map { .index($0) } ?? .key(key.stringValue) }))
  }

  /// Adds the paths of the members of `type`, as far as they are known before a value is decoded.
  func insert(membersOf type: any Any.Type) {
    for path in SensitiveMembers.all(of: type).paths { insert(path) }
  }

  var isEmpty: Bool { paths.withLock { $0.isEmpty } }

  /// The number of different paths.
  var count: Int { paths.withLock { $0.count } }

  func concern(_ path: WirePath) -> Bool { paths.withLock { $0.concern(path) } }

  func resemble(_ path: WirePath) -> Bool { paths.withLock { $0.resemble(path) } }

  func misspell(_ path: WirePath) -> Bool { paths.withLock { $0.misspell(path) } }
}
