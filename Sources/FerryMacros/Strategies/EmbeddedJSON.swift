/// A value that is JSON in a string: `"{\"id\":1}"`.
public struct EmbeddedJSON: Sendable {
  /// A value that is JSON in a string.
  public static var json: EmbeddedJSON { EmbeddedJSON() }
}

extension WireReader where Self: ~Copyable {
  /// Reads a value from JSON in a string.
  public mutating func read<T: Decodable>(
    _ type: T.Type, as strategy: EmbeddedJSON
  ) throws(Failure) -> T {
    let start = position
    let text = try readString()
    do {
      return try JSON.decode(type, from: text)
    } catch {
      throw failure(embedding: error, at: start)
    }
  }
}

extension WireWriter where Self: ~Copyable {
  /// Writes a value as JSON in a string.
  public mutating func write<T: Encodable>(
    _ value: T, as strategy: EmbeddedJSON
  ) throws(Failure) {
    let text: String
    do {
      text = try JSON.string(value)
    } catch {
      throw failure(error)
    }
    try write(text)
  }
}
