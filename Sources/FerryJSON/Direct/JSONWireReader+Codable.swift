import FerryBytes
public import FerryTape

extension JSONWireReader {
  /// Reads a value of a type that has the Codable road only, by way of a tape of its own.
  public mutating func readCodable<T: Decodable>(_ type: T.Type) throws(Failure) -> T {
    let start = bytes.offset
    try skipValue()
    let text = unsafe bytes.slice(from: start, to: bytes.offset)
    var options = options
    options.depthLimit -= depth
    guard let road = context.codable else {
      throw invalid("\(T.self) has no direct road.", at: start)
    }
    do {
      return try unsafe road.decode(type, from: text) { tape throws(Failure) in
        var reader = unsafe JSONReader(text, options: options)
        try reader.readDocument(into: &tape)
      }
    } catch {
      throw unplaced(error, at: start)
    }
  }
}

extension JSONWireWriter {
  /// Writes a value of a type that has the Codable road only, by way of a tape of its own.
  public mutating func writeCodable<T: Encodable>(_ value: T) throws(Failure) {
    guard let road = context.codable else { throw invalid("\(T.self) has no direct road.") }
    var options = JSONWritingOptions()
    options.depthLimit = depthLimit - depth
    options.escapesSlashes = escapedSlash == ASCII.slash
    do {
      try road.encode(value) { view throws(Failure) in
        try JSONWriter.write(view, options: options, to: &output)
      }
    } catch {
      throw unplaced(error)
    }
  }
}
