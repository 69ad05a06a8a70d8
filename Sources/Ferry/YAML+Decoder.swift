#if YAML
import FerryBytes
import FerryCoding
import FerryYAML

extension YAML {
  /// Decodes any `Decodable` type from YAML 1.2.
  public final class Decoder: FormatDecoder, @unchecked Sendable {
    /// A decoder for YAML.
    public init() {
      var options = DecodingOptions()
      options.formatName = "YAML"
      super.init(Documents(), options)
    }

    /// Decodes a `T` from a document; another one behind it is an error.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    @_disfavoredOverload
    public func decode<T: Decodable>(
      _ type: T.Type, from text: some StringProtocol,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try decode(type, from: text.utf8, userInfo: userInfo)
    }

    /// Decodes a `T` from each document of a stream.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    @_disfavoredOverload
    public func decodeAll<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [T] {
      let options = options(with: userInfo)
      return try withBytes(of: bytes) { input in
        var stream = DocumentStream(input, options)
        var values: [T] = []
        while let value = try stream.next(type, isOnly: false) { values.append(value) }
        return values
      }
    }

    /// Decodes a `T` from each document of a stream.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    @_disfavoredOverload
    public func decodeAll<T: Decodable>(
      _ type: T.Type, from text: some StringProtocol,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [T] {
      try decodeAll(type, from: text.utf8, userInfo: userInfo)
    }
  }
}

extension YAML.Decoder {
  fileprivate struct Documents: DocumentDecoding {
    func decode<T: Decodable>(
      _ type: T.Type, from input: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions
    ) throws -> T {
      var stream = DocumentStream(input, options)
      guard let value = try stream.next(type, isOnly: true) else {
        let place = SourcePlace(offset: 0, inText: UnsafeRawBufferPointer(input))
        throw DecodingError.valueNotFound(
          type,
          DecodingError.Context(
            codingPath: [], debugDescription: "The stream has no document.",
            underlyingError: PlacedFailure(kind: .unexpectedEnd, place: place)))
      }
      return value
    }
  }
}

/// The documents of one stream, decoded one after the other.
private struct DocumentStream: ~Copyable {
  private var reader: YAMLReader
  private let input: UnsafeBufferPointer<UInt8>
  private let options: DecodingOptions
  private var limits = YAMLReader.Limits()
  private var document = 0

  init(_ input: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions) {
    limits.depth = options.depthLimit
    reader = YAMLReader(input, limits: limits)
    self.input = input
    self.options = options
  }

  /// The next document as a `T`, or `nil` at the end. If it `isOnly`, another document behind it
  /// is an error.
  mutating func next<T: Decodable>(_ type: T.Type, isOnly: Bool) throws -> T? {
    var hasDocument = false
    let input = self.input
    let document = self.document
    let limits = self.limits
    defer { self.document += 1 }
    do {
      return try DecodingSession.decode(
        type, input: input, options: options,
        read: { tape throws(Failure) in
          hasDocument = try reader.readDocument(into: &tape)
          guard hasDocument else { throw Failure(.unexpectedEnd, offset: input.count) }
          if isOnly {
            let count = tape.count
            if try reader.readDocument(into: &tape) {
              throw Failure(.trailingContent, node: count)
            }
          }
        },
        offsetOfNode: {
          YAMLReader.offset(ofNode: $0, document: document, in: input, limits: limits)
        },
        place: { SourcePlace(offset: $0, inText: UnsafeRawBufferPointer(input)) },
        problem: { reader.problem })
    } catch {
      if hasDocument || (error as? DecodingError)?.kind != .unexpectedEnd { throw error }
      return nil
    }
  }
}

extension DecodingError {
  fileprivate var kind: FailureKind? { (context.underlyingError as? PlacedFailure)?.kind }
}
#endif
