internal import FerryCoders
package import FerryBase
package import FerryCoding

/// The documents of one stream, decoded one after the other.
@safe
struct YAMLDocumentStream: ~Copyable {
  var reader: YAMLReader
  let input: ByteView
  let options: CodingOptions
  let settings: YAML.Decoder.Settings
  let file: String?
  /// The number of the next document.
  var document = 0
  /// Whether another document after the next one is an error.
  private var isOnly = false
  private var hasEnded = false

  init(
    _ input: ByteView, _ options: CodingOptions,
    _ settings: YAML.Decoder.Settings, file: String?
  ) {
    reader = YAMLReader(input, limits: settings.limits, rules: settings.allRules)
    self.input = input
    self.options = options
    self.settings = settings
    self.file = file
  }

  /// Decodes the only document of the stream.
  mutating func only<T: Decodable>(_ type: T.Type) throws -> T {
    if let value = try next(type, isOnly: true) { return value }
    throw missing(type)
  }

  /// Returns the error for a stream without a document.
  func missing(_ type: any Any.Type) -> DecodingError {
    var cursor = PlaceCursor(input, file: file)
    return unsafe DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: [],
        Problem(
          .unexpectedEnd, place: cursor.place(of: 0),
          detail: "expected a document, found an empty stream")))
  }

  /// Copies the next document of the stream to `copy`. Returns false at the end of the stream. If
  /// `isOnly` is true, another document after it is an error.
  mutating func copyDocument(to copy: inout Tape, isOnly: Bool = true) throws -> Bool {
    try withDocument(isOnly: isOnly) { try $0.copy(to: &copy) } != nil
  }

  /// Decodes the next document as a `T`; `nil` at the end. If `isOnly` is true, another document
  /// after it is an error.
  mutating func next<T: Decodable>(_ type: T.Type, isOnly: Bool = false) throws -> T? {
    guard let resolver = settings.tagResolver else {
      return try withDocument(for: type, isOnly: isOnly) { try $0.document(type, at: 0) }
    }
    let (input, document, file, settings) = (self.input, self.document, self.file, self.settings)
    let options = self.options
    let resolved = try withDocument(isOnly: isOnly) {
      try resolver.resolve($0.view, file, settings, options) {
        settings.place(ofNode: $0, document: document, in: input, file)
      }
    }
    guard let resolved else { return nil }
    var source = ResolvedSource(resolved: resolved, settings: settings, document: document)
    var cursor = PlaceCursor(input, file: file)
    return try DecodingSession.decode(type, from: &source, &cursor, options: options)
  }

  /// Passes the call with the tape of the next document to `body`; returns `nil` at the end. If
  /// `isOnly` is true, another document after it is an error.
  fileprivate mutating func withDocument<R>(
    for type: any Any.Type = AnyValue.self, isOnly: Bool, _ body: (DecodingCall) throws -> R
  ) throws -> R? {
    self.isOnly = isOnly
    hasEnded = false
    var cursor = PlaceCursor(input, file: file)
    defer { document += 1 }
    do {
      return try DecodingSession.withTape(from: &self, &cursor, for: type, options: options, body)
    } catch {
      guard hasEnded else { throw error }
      return nil
    }
  }
}

extension YAMLDocumentStream: TapeSource {
  mutating func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    hasEnded = try !reader.readDocument(into: &tape)
    if hasEnded { throw WireFailure(.unexpectedEnd, offset: input.count) }
    if isOnly, let offset = try reader.startOfAnotherDocument() {
      throw WireFailure(.trailingContent, offset: offset)
    }
  }

  private var source: YAMLSource { settings.source(document: document) }

  func offset(ofNode node: Int, in input: ByteView) -> Int? {
    source.offset(ofNode: node, in: input)
  }

  func offsets(in input: ByteView) -> [Int] { source.offsets(in: input) }

  func problem(_ failure: WireFailure, in input: ByteView) -> Problem {
    guard failure.kind == .trailingContent else { return reader.problem(failure) }
    return Problem(
      failure.kind, .offset(failure.offset), detail: "another document",
      hint: "to decode several documents, call `decodeAll`")
  }
}

/// A document whose tags have been replaced. The indexes of its nodes stand for offsets.
struct ResolvedSource: TapeSource {
  let resolved: any ResolvedYAML
  let settings: YAML.Decoder.Settings
  /// The number of the document in its stream.
  let document: Int

  func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    try resolved.copy(to: &tape)
  }

  func offset(ofNode node: Int, in input: ByteView) -> Int? { node }

  func place(of node: Int, _ cursor: inout PlaceCursor) -> SourcePlace {
    let (input, file) = (cursor.input, cursor.file)
    return resolved.place(ofNode: node) {
      settings.place(ofNode: $0, document: document, in: input, file)
    }
  }
}

// A batch of small documents is read onto one tape and then decoded. This keeps the parser and the
// decoder in the processor's caches, and looks up the plan of each type once.
extension YAMLDocumentStream {
  /// Decodes a `T` from each remaining document and passes it to `body`.
  mutating func each<T: Decodable>(_ type: T.Type, _ body: (T) throws -> Void) throws {
    guard settings.tagResolver == nil else {
      while let value = try next(type) { try body(value) }
      return
    }
    var session = DecodingSession()
    var roots: [Int] = []
    var isEnd = false
    while !isEnd {
      var failure: WireFailure?
      roots.removeAll(keepingCapacity: true)
      session.beginRecords(input, options) { tape in
        do throws(WireFailure) {
          isEnd = try reader.readDocuments(into: &tape, roots: &roots, upTo: Self.batchWords)
        } catch {
          failure = error
        }
      }
      // Also after an error: a container that a model has kept needs the session.
      defer { DecodingSession.endRecords(&session) }
      for root in roots {
        let value: T
        do {
          value = try session.record(type, at: root)
        } catch {
          throw explanation(of: error, type)
        }
        document += 1
        try body(value)
      }
      if let failure { throw explanation(of: failure, type) }
    }
  }

  /// The number of words on the tape after which a batch takes no more documents.
  private static var batchWords: Int { 4096 }

  /// Decodes the document again on its own and returns its error, which has the path and the
  /// location. This costs time only on errors.
  private func explanation<T: Decodable>(of error: any Error, _ type: T.Type) -> any Error {
    do {
      var stream = YAMLDocumentStream(input, options, settings, file: file)
      _ = try stream.reader.skip(document)
      stream.document = document
      _ = try stream.next(type)
      return error
    } catch {
      return error
    }
  }
}

extension YAML.Decoder.Settings {
  /// Returns the location of the value that became `node` of document number `document`.
  package func place(
    ofNode node: Int, document: Int = 0, in input: ByteView, _ file: String?
  ) -> SourcePlace {
    var cursor = PlaceCursor(input, file: file)
    return cursor.place(of: source(document: document).offset(ofNode: node, in: input) ?? 0)
  }

  /// Passes the call with the tape of the only document in `bytes` to `body`; returns `nil` without a
  /// document. Locations name `file`.
  package func withDocument<R>(
    in bytes: [UInt8], _ options: CodingOptions, file: String,
    _ body: (DecodingCall) throws -> R
  ) throws -> R? {
    try bytes.withByteView { input in
      var stream = YAMLDocumentStream(input, options, self, file: file)
      return try stream.withDocument(isOnly: true, body)
    }
  }
}
