import FerryBytes
import FerryCoding
import FerryFoundation
import FerryModels
public import FerryPath
public import FerryTape

extension Document {
  /// A document of a value that is in memory.
  ///
  /// Foundation's types are decoded from it as from JSON, and mappings are followed; a value nested deeper than 512 containers
  /// is an error when it is asked for.
  public init(_ value: AnyValue) {
    let nowhere = CollectionBytes.owner(of: [UInt8]())
    unsafe self.init(
      TapeSource(
        nowhere,
        TapeSource.Format(
          read: { _, tape throws(WireFailure) in
            var open = OpenContainer()
            try value.append(to: &tape, &open, limit: OpenContainer.standardLimit)
          },
          offsetOfNode: { _, _ in nil },
          place: { offset, _ in SourcePlace(binaryOffset: offset) },
          options: { userInfo in
            CodingOptions {
              $0.formatName = "value"
              $0.decodingBridge = MappedDecoding(FoundationDecoding())
              $0.userInfo = userInfo
            }
          })))
  }
}

extension AnyValue {
  /// Decodes the first value that `path` leads to, as a ``Document`` of this value does.
  /// - Throws: `DecodingError`; `keyNotFound` or `valueNotFound` if there is no such value.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self, at path: WirePath = .root,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try Document(self).decode(type, at: path, userInfo: userInfo)
  }
}
