public import FerryBase

extension AnyValue: CustomStringConvertible {
  /// The value as compact JSON. Bytes are base64, numbers that are not finite are written as in
  /// JSON5, tags as in YAML, and arrays and objects nested deeper than 512 levels as `"…"`.
  public var description: String {
    var options = JSONWritingOptions()
    options.nonFinite = .literal
    var writer = JSONWireWriter(ByteWriter(), options: options, context: _WireContext())
    do throws(WireFailure) {
      try encode(to: &writer)
    } catch {
      guard error.kind == .depthLimit else { return "\(error.kind)" }
      return clipped(toDepth: options.depthLimit).description
    }
    return withExtendedLifetime(writer.takeOutput()) { output in
      TapeView.string(validated: output.bytes)
    }
  }

  /// Returns the value with `"…"` in place of each container that has `depth` containers around it.
  private func clipped(toDepth depth: Int) -> AnyValue {
    switch self {
    case .array(let elements):
      return depth == 0 ? "…" : .array(elements.map { $0.clipped(toDepth: depth - 1) })
    case .object(let members):
      if depth == 0 { return "…" }
      var clipped = Object()
      for (key, value) in members { clipped.append(key, value.clipped(toDepth: depth - 1)) }
      return .object(clipped)
    case .tagged(let tag, let value): return .tagged(tag, value.clipped(toDepth: depth))
    default: return self
    }
  }
}

extension AnyValue.Object: CustomStringConvertible {
  /// The object as compact JSON.
  public var description: String { AnyValue.object(self).description }
}
