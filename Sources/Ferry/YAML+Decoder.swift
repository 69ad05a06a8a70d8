#if YAML
import FerryBytes
import FerryCoding
import FerryFoundation
import FerryYAML
import Synchronization

extension YAML {
  /// Decodes any `Decodable` type from YAML.
  ///
  /// One decoder may serve many threads; each call reads the options once.
  public final class Decoder: Sendable {
    /// How a `Date` is read.
    public typealias DateDecodingStrategy = FerryFoundation.DateDecodingStrategy
    /// How `Data` is read.
    public typealias DataDecodingStrategy = FerryFoundation.DataDecodingStrategy

    private struct Options: Sendable {
      var coding = DecodingOptions()
      var foundation = FoundationDecoding()
    }

    private let options: Mutex<Options>

    /// A decoder for YAML 1.2.
    public init() {
      var options = Options()
      options.coding.formatName = "YAML"
      self.options = Mutex(options)
    }

    /// How a `Date` is read; by default as it decodes itself.
    public var dateDecodingStrategy: DateDecodingStrategy {
      get { options.withLock { $0.foundation.date } }
      set { options.withLock { $0.foundation.date = newValue } }
    }

    /// How `Data` is read; by default from base64 or `!!binary`.
    public var dataDecodingStrategy: DataDecodingStrategy {
      get { options.withLock { $0.foundation.data } }
      set { options.withLock { $0.foundation.data = newValue } }
    }

    /// What types find in their decoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
      get { options.withLock { $0.coding.userInfo } }
      set { options.withLock { $0.coding.userInfo = newValue } }
    }

    // MARK: Decoding

    /// Decodes a `T` from a document; anything behind it is an error.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    public func decode<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try withBytes(of: bytes) { try decode(type, $0, userInfo) }
    }

    /// Decodes a `T` from a document; anything behind it is an error.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    public func decode<T: Decodable>(
      _ type: T.Type, from text: some StringProtocol,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> T {
      try withBytes(of: text) { try decode(type, $0, userInfo) }
    }

    /// Decodes a `T` from each document of a stream.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    public func decodeAll<T: Decodable>(
      _ type: T.Type, from bytes: some Collection<UInt8>,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [T] {
      try withBytes(of: bytes) { try decodeAll(type, $0, userInfo) }
    }

    /// Decodes a `T` from each document of a stream.
    /// What `userInfo` holds is added to the decoder's for this call.
    /// - Throws: `DecodingError`, whose `place` is the line and column.
    public func decodeAll<T: Decodable>(
      _ type: T.Type, from text: some StringProtocol,
      userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> [T] {
      try withBytes(of: text) { try decodeAll(type, $0, userInfo) }
    }

    private func decode<T: Decodable>(
      _ type: T.Type, _ input: UnsafeBufferPointer<UInt8>,
      _ userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> T {
      var stream = DocumentStream(input, coding(userInfo))
      guard let value = try stream.next(type, isOnly: true) else {
        throw DecodingError.valueNotFound(
          type,
          DecodingError.Context(
            codingPath: [], debugDescription: "The stream has no document.",
            underlyingError: PlacedFailure(
              kind: .unexpectedEnd,
              place: SourcePlace(offset: 0, inText: UnsafeRawBufferPointer(input)))))
      }
      return value
    }

    private func decodeAll<T: Decodable>(
      _ type: T.Type, _ input: UnsafeBufferPointer<UInt8>,
      _ userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> [T] {
      var stream = DocumentStream(input, coding(userInfo))
      var values: [T] = []
      while let value = try stream.next(type, isOnly: false) { values.append(value) }
      return values
    }

    private func coding(_ userInfo: [CodingUserInfoKey: any Sendable]) -> DecodingOptions {
      let options = self.options.withLock { $0 }
      var coding = options.coding
      coding.bridge = options.foundation
      if !userInfo.isEmpty { coding.userInfo.merge(userInfo) { $1 } }
      return coding
    }
  }
}

/// The documents of one stream, decoded one after the other.
private struct DocumentStream: ~Copyable {
  private var reader: YAMLReader
  private let input: UnsafeBufferPointer<UInt8>
  private let options: DecodingOptions
  private var document = 0

  init(_ input: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions) {
    reader = YAMLReader(input)
    self.input = input
    self.options = options
  }

  /// The next document as a `T`, or `nil` at the end. If it `isOnly`, another document behind it
  /// is an error.
  mutating func next<T: Decodable>(_ type: T.Type, isOnly: Bool) throws -> T? {
    var hasDocument = false
    let input = self.input
    let document = self.document
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
        offsetOfNode: { YAMLReader.offset(ofNode: $0, document: document, in: input) },
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
