import Testing

/// The law that a model comes back from its bytes as it was, in every format.
package enum RoundTrip {
  /// One way to bytes and back.
  package struct Format<Model> {
    /// The name, in reports.
    package let name: String
    /// From the model to bytes.
    package let encode: (Model) throws -> [UInt8]
    /// From bytes to a model.
    package let decode: ([UInt8]) throws -> Model

    /// A format from its two ways.
    package init(
      _ name: String, encode: @escaping (Model) throws -> [UInt8],
      decode: @escaping ([UInt8]) throws -> Model
    ) {
      self.name = name
      self.encode = encode
      self.decode = decode
    }
  }

  /// Expects `model` to come back from each of `formats`, and its bytes to be the same each time.
  package static func check<Model: Equatable>(
    _ model: Model, _ formats: [Format<Model>],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for format in formats {
      do {
        let bytes = try format.encode(model)
        let decoded = try format.decode(bytes)
        // Compared by hand first: `#expect` describes its operands even where they are equal.
        if decoded != model {
          #expect(decoded == model, "\(format.name)", sourceLocation: sourceLocation)
        }
        let again = try format.encode(model)
        if again != bytes {
          #expect(
            Bool(false), "\(format.name): the same bytes each time", sourceLocation: sourceLocation)
        }
      } catch {
        Issue.record("\(format.name): \(error) for \(model)", sourceLocation: sourceLocation)
      }
    }
  }

  /// Expects `model` to come back from all formats of Ferry.
  package static func check<Model: Codable & Equatable>(
    _ model: Model, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    check(model, Format.all, sourceLocation: sourceLocation)
  }
}
