import Ferry
package import FerryBase
import FerryCoding
package import FerryLayers

/// A merged tree, with the knowledge of its values that no text for people may show.
package struct ShownTree {
  package let tree: LayeredTree
  private let configuration: LayeredConfiguration
  private let sensitive: SensitiveValues

  package init(_ configuration: LayeredConfiguration, _ tree: LayeredTree) {
    self.configuration = configuration
    self.tree = tree
    let layers = configuration.layers
    guard configuration.hasSensitivePaths || layers.contains(where: \.isSecret) else {
      sensitive = SensitiveValues()
      return
    }
    sensitive = tree.sensitiveValues {
      layers[$0].variable
    } isSensitiveName: {
      configuration.resemblesSensitive(WirePath(keys: $0))
    } _: { origin, path in
      layers[origin.layer].isSecret || configuration.concernsSensitive(path)
        || (layers[origin.layer].isDocument
          ? configuration.misspellsSensitive(path) : configuration.resemblesSensitive(path))
    }
  }

  /// Returns whether no text for people may show a value. Its layer is secret, its path is sensitive
  /// or a misspelled one, or it shares its text with such a value.
  package func isSensitive(_ origin: LayeredTree.Origin, _ path: @autoclosure () -> WirePath)
    -> Bool
  {
    configuration.layers[origin.layer].isSecret || sensitive.contains(origin)
      || configuration.hasSensitivePaths && configuration.concernsSensitive(path())
  }

  /// Returns the location of a value, without its text if it is sensitive.
  package func place(
    _ origin: LayeredTree.Origin, _ path: @autoclosure () -> WirePath, hasExcerpt: Bool = true
  ) -> SourcePlace {
    let hasExcerpt = hasExcerpt && !isSensitive(origin, path())
    return configuration.layers[origin.layer].place(ofNode: origin.node, hasExcerpt: hasExcerpt)
  }

  /// Returns the origin of a value, with the origins of the text that replaced references. Excerpts
  /// take time.
  package func origin(
    _ source: LayeredTree.Origin, _ path: @autoclosure () -> WirePath, hasExcerpt: Bool = true
  ) -> LayeredConfiguration.Origin {
    origin(
      source, path(), hasExcerpt,
      references: tree.references(of: source).map { reference in
        switch reference {
        case .variable(let name, _):
          LayeredConfiguration.Origin(
            layer: Layer.name(ofVariable: name), place: nil, references: [])
        case .value(let path, let source):
          origin(source, WirePath(stringLiteral: path), hasExcerpt, references: [])
        }
      })
  }

  private func origin(
    _ source: LayeredTree.Origin, _ path: @autoclosure () -> WirePath, _ hasExcerpt: Bool,
    references: [LayeredConfiguration.Origin]
  ) -> LayeredConfiguration.Origin {
    let layer = configuration.layers[source.layer]
    return LayeredConfiguration.Origin(
      layer: layer.name,
      place: layer.hasLines ? place(source, path(), hasExcerpt: hasExcerpt) : nil,
      references: references)
  }

  /// Returns notes with the sources of the text that replaced references in a value.
  func notes(of origin: LayeredTree.Origin) -> [(text: String, place: SourcePlace)] {
    tree.references(of: origin).map { reference in
      switch reference {
      case .variable(let name, let value):
        (
          text: "the value of `${\(name)}`",
          place: Layer.place(of: name, value, in: Layer.name(ofVariable: name))
        )
      case .value(let path, let origin):
        (
          text: "the value of `${.\(path)}`", place: place(origin, WirePath(stringLiteral: path))
        )
      }
    }
  }

  /// Returns the error for a reference.
  func error(_ problem: Problem) -> DecodingError {
    let origin = problem.node.map(tree.origin(ofItem:))
    let path = origin.map(tree.path(of:)) ?? .root
    var problem = problem.located {
      guard case .node(let item) = $0 else { return $0 }
      let origin = tree.origin(ofItem: item)
      return .place(place(origin, tree.path(of: origin)))
    }
    problem.path = path
    // A malformed reference is a part of the value.
    if let origin, !problem.isRedacted, isSensitive(origin, path) {
      problem = Problem(
        problem.kind, problem.location, detail: DecodingError.redaction, path: path)
    }
    return .unreadable(problem)
  }
}
