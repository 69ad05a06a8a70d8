import FerryBytes
public import FerryTape

extension AnyValue: CustomStringConvertible {
  /// The value as compact JSON: bytes in base64, numbers that are not finite as in JSON5, and `"…"`
  /// for arrays and objects below 512 levels.
  public var description: String {
    let options = JSONWritingOptions()
    var writer = JSONWireWriter(ByteWriter(), options: options, context: _WireContext())
    writer.writesNonFinite = true
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

  /// The value with `"…"` for each container that has `depth` others around it.
  private func clipped(toDepth depth: Int) -> AnyValue {
    switch self {
    case .array(let elements):
      return depth == 0 ? "…" : .array(elements.map { $0.clipped(toDepth: depth - 1) })
    case .object(let members):
      if depth == 0 { return "…" }
      var clipped = Object()
      for (key, value) in members { clipped.append(key, value.clipped(toDepth: depth - 1)) }
      return .object(clipped)
    default: return self
    }
  }
}

extension AnyValue.Object: CustomStringConvertible {
  /// The object as compact JSON.
  public var description: String { AnyValue.object(self).description }
}
