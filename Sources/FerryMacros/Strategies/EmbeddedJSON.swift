/// A value that is JSON in a string: `"{\"id\":1}"`.
public struct _EmbeddedJSON: Sendable {
  /// A value that is JSON in a string.
  public static var json: _EmbeddedJSON { _EmbeddedJSON() }
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a value from JSON in a string.
  public mutating func read<T: Decodable>(
    _ type: T.Type, as strategy: _EmbeddedJSON
  ) throws(WireFailure) -> T {
    let start = position
    let text = try readString()
    do {
      return try JSON.decode(type, from: text)
    } catch {
      throw failure(embedding: error, at: start)
    }
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes a value as JSON in a string.
  public mutating func write<T: Encodable>(
    _ value: T, as strategy: _EmbeddedJSON
  ) throws(WireFailure) {
    let text: String
    do {
      text = try JSON.string(value)
    } catch {
      throw failure(error)
    }
    try write(text)
  }
}
