internal import FerryCoders
package import FerryBase
package import FerryCoding

/// The handlers of tags. The product `FerryConfiguration` has them.
package protocol YAMLTagResolver: Sendable {
  /// The tags with a handler.
  var tags: Set<String> { get }

  /// Replaces the tags of a document. `place` returns the location of its nodes.
  /// - Throws: `DecodingError`.
  func resolve(
    _ view: TapeView, _ file: String?, _ settings: YAML.Decoder.Settings, _ options: CodingOptions,
    _ place: (Int) -> SourcePlace
  ) throws -> any ResolvedYAML
}

/// A document whose tags have been replaced.
package protocol ResolvedYAML: Sendable {
  /// Copies the document to an empty tape.
  func copy(to tape: inout Tape) throws(WireFailure)

  /// Returns the location of a node, which may be in another file. `place` returns the location of
  /// the nodes of the document itself.
  func place(ofNode node: Int, _ place: (Int) -> SourcePlace) -> SourcePlace
}
