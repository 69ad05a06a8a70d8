#if FERRY_YAML
import FerryStreams
public import FerryYAML

extension YAML.Decoder {
  /// Decodes a `T` from a file with one document. Errors name the file by `path`.
  /// Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose problem has file, line and column; ``Problem`` if
  ///   the file cannot be read.
  public func decode<T: Decodable>(
    _ type: T.Type, contentsOf path: String, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try decode(
      type, from: DescriptorSource.contents(of: path), file: path, userInfo: userInfo)
  }
}

extension YAML {
  /// Decodes a `T` from a file with one document. Errors name the file by `path`.
  /// - Throws: `DecodingError`, whose problem has file, line and column; ``Problem`` if
  ///   the file cannot be read.
  public static func decode<T: Decodable>(_ type: T.Type, contentsOf path: String) throws -> T {
    try Decoder().decode(type, contentsOf: path)
  }
}
#endif
