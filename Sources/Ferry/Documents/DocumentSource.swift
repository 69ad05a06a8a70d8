import FerryBytes
import FerryPath
import FerryTape

/// What a format brings to ``Document``: the bytes, and ways to find and to read values in them.
protocol DocumentSource: Sendable {
  /// Calls `body` with every value that `path` leads to from the one at `place`, and with the way
  /// there, which has no wildcards, until it returns false.
  /// - Throws: `DecodingError` with the place of what is wrong in the text.
  func forEachMatch(
    of path: WirePath, from place: DocumentPlace, _ body: (DocumentPlace, [WirePath.Step]) -> Bool
  ) throws
  /// What the value at `place` is.
  func kind(at place: DocumentPlace) throws -> AnyValue.Kind
  /// Decodes the value at `place`; of the root, all of the document.
  func decode<T: Decodable>(
    _ type: T.Type, at place: DocumentPlace, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> T
  /// Checks all of the document.
  func validate() throws
  /// Line and column of the value at `place`.
  func sourcePlace(of place: DocumentPlace) -> SourcePlace?
}
