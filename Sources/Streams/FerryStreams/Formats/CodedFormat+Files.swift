internal import FerryBase
public import FerryCoders
internal import FerryCoding

extension FormatDecoder {
  /// Decodes a `T` from a file with one document, directly if the type allows it. Errors name the
  /// file. Adds the entries of `userInfo` to the decoder's own for this call.
  /// - Throws: `DecodingError`, whose ``Problem`` has file and place; ``Problem`` if the file
  ///   cannot be read.
  public func decode<T: Decodable>(
    _ type: T.Type, contentsOf file: some FileLocation,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    let path = try file.path
    var decoder = self
    decoder.change { $0.coding.change { $0.file = path } }
    do {
      let bytes = try DescriptorSource.contents(of: path)
      return try decoder.decode(type, from: bytes, userInfo: userInfo)
    } catch let error as DecodingError {
      // A value from an included file has the name of that file.
      throw error.moved(to: [], .root) { $0.file == nil ? $0.in(path) : $0 }
    }
  }
}

extension CodedFormat {
  /// Decodes a `T` from a file with one document, directly if the type allows it. Errors name the
  /// file.
  /// - Throws: `DecodingError`, whose ``Problem`` has file and place; ``Problem`` if the file
  ///   cannot be read.
  public static func decode<T: Decodable>(
    _ type: T.Type, contentsOf file: some FileLocation
  ) throws -> T {
    try Decoder().decode(type, contentsOf: file)
  }
}
