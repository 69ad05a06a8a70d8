#if YAML
import FerryBytes
import FerryCoding
import FerryTape
import FerryYAML

/// The documents of one stream, decoded one after the other.
@safe
struct YAMLDocumentStream: ~Copyable {
  var reader: YAMLReader
  let input: ByteView
  let options: CodingOptions
  let settings: YAML.Decoder.Settings
  let file: String?
  var document = 0

  init(
    _ input: ByteView, _ options: CodingOptions,
    _ settings: YAML.Decoder.Settings, file: String?
  ) {
    reader = YAMLReader(input, limits: settings.limits, rules: settings.rules)
    self.input = input
    self.options = options
    self.settings = settings
    self.file = file
  }

  /// The one document of the stream.
  mutating func only<T: Decodable>(_ type: T.Type) throws -> T {
    if let value = try next(type, isOnly: true) { return value }
    throw missing(type)
  }

  /// The error for a stream without a document.
  func missing(_ type: any Any.Type) -> DecodingError {
    unsafe DecodingError.valueNotFound(
      type,
      DecodingError.Context(
        codingPath: [],
        PlacedFailure(
          kind: .unexpectedEnd, place: Self.place(0, input, file),
          detail: "expected a document, found none")))
  }

  /// Copies the one document of the stream to `copy`; false if there is none.
  mutating func copyDocument(to copy: inout Tape) throws -> Bool {
    /// Takes whatever there is.
    struct Anything: Decodable {
      init(from decoder: any Decoder) {}
    }
    return try next(Anything.self, isOnly: true) { tape throws(WireFailure) in
      copy.schema = tape.schema
      _ = try unsafe copy.store(ByteView(start: tape.arena, count: tape.arenaCount))
      // What a reader of YAML appends takes one word each.
      for index in 0..<tape.count { try copy.append(tape.node(at: index)) }
    } != nil
  }

  /// The next document as a `T`, or `nil` at the end. If it `isOnly`, another document behind it
  /// is an error. The tape is shown to `inspect` first.
  mutating func next<T: Decodable>(
    _ type: T.Type, isOnly: Bool = false,
    inspect: (borrowing Tape) throws(WireFailure) -> Void = { _ in }
  ) throws -> T? {
    var hasDocument = false
    var failure: WireFailure?
    let (input, document, file) = (self.input, self.document, self.file)
    let settings = self.settings
    defer { self.document += 1 }
    do {
      return try DecodingSession.decode(
        type, input: input, options: options,
        read: { tape throws(WireFailure) in
          do throws(WireFailure) {
            hasDocument = try reader.readDocument(into: &tape)
            guard hasDocument else { throw WireFailure(.unexpectedEnd, offset: input.count) }
            if isOnly, let offset = try reader.startOfAnotherDocument() {
              throw WireFailure(.trailingContent, offset: offset)
            }
            try inspect(tape)
          } catch {
            failure = error
            throw error
          }
        },
        offsetOfNode: { settings.offset(ofNode: $0, document: document, in: input) },
        place: { Self.place($0, input, file) },
        remark: { failure in
          guard failure.kind == .trailingContent else { return reader.remark(on: failure) }
          return FailureRemark(
            detail: "another document",
            hint: "one document is wanted here; `decodeAll` takes several")
        })
    } catch {
      if hasDocument || failure?.kind != .unexpectedEnd { throw error }
      return nil
    }
  }

  private static func place(
    _ offset: Int, _ input: ByteView, _ file: String?
  ) -> SourcePlace {
    var place = SourcePlace(offset: offset, inText: input)
    place.file = file
    return place
  }
}

// Many small documents are read onto one tape and decoded then: the parser and the decoder stay in
// the processor's caches for as long as they work, and what is found once per type is found once.
extension YAMLDocumentStream {
  /// Decodes a `T` from each document that is left and hands it to `body`.
  mutating func each<T: Decodable>(_ type: T.Type, _ body: (T) throws -> Void) throws {
    var session = DecodingSession.forRecords()
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
      DecodingSession.endRecords(&session)
      if let failure { throw explanation(of: failure, type) }
    }
  }

  /// Words on the tape from which on a batch takes no more documents.
  private static var batchWords: Int { 4096 }

  /// What decoding the document alone has to say, with the path and the place in it: nobody pays
  /// for that as long as all is well.
  private func explanation<T: Decodable>(of error: any Error, _ type: T.Type) -> any Error {
    do {
      var stream = YAMLDocumentStream(input, options, settings, file: file)
      try stream.skip(document)
      _ = try stream.next(type)
      return error
    } catch {
      return error
    }
  }

  /// Moves behind the next `count` documents.
  private mutating func skip(_ count: Int) throws(WireFailure) {
    var tape = Tape()
    for _ in 0..<count {
      guard try reader.readDocument(into: &tape) else { return }
      tape.clear()
      document += 1
    }
  }
}
#endif
