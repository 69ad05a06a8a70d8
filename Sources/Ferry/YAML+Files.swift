#if YAML
import FerryStreams

extension YAML.Decoder {
  /// Decodes a `T` from the one document of a file. Errors name the file as `path` does.
  /// What `userInfo` holds is added to the decoder's for this call.
  /// - Throws: `DecodingError`, whose `place` is file, line and column; ``StreamError`` if
  ///   the file cannot be read.
  public func decode<T: Decodable>(
    _ type: T.Type, contentsOf path: String, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    try decode(
      type, from: DescriptorSource.contents(of: path), file: path, userInfo: userInfo)
  }
}

extension YAML {
  /// Decodes a `T` from the one document of a file. Errors name the file as `path` does.
  /// - Throws: `DecodingError`, whose `place` is file, line and column; ``StreamError`` if
  ///   the file cannot be read.
  public static func decode<T: Decodable>(_ type: T.Type, contentsOf path: String) throws -> T {
    try Decoder().decode(type, contentsOf: path)
  }
}
#endif
