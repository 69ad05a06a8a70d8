import FerryBytes
public import FerryTape

extension AnyValue: CustomStringConvertible {
  /// The value as compact JSON: bytes in base64, numbers that are not finite as JSON5 has them.
  public var description: String {
    var options = JSONWritingOptions()
    options.depthLimit = .max
    options.escapesSlashes = false
    var writer = JSONWireWriter(ByteWriter(), options: options, context: WireContext())
    writer.writesNonFinite = true
    do throws(Failure) { try encode(to: &writer) } catch { return "\(error.kind)" }
    return withExtendedLifetime(writer.takeOutput()) { output in
      unsafe TapeView.string(validated: output.bytes)
    }
  }
}

extension AnyValue.Object: CustomStringConvertible {
  /// The object as compact JSON.
  public var description: String { AnyValue.object(self).description }
}
