/// A fault in an input or in a value: what is wrong, where, and how to mend it.
///
/// It is the `underlyingError` of every `DecodingError` that a decoder throws because of its input,
/// and the error of a record of a stream.
public struct Problem: Error, Sendable {
  /// The detailed kind of the fault.
  package var kind: FailureKind
  /// Where the fault is.
  package var location: Location
  /// The type or the value that the fault is about.
  package var subject = Subject.none
  /// The expected value, as far as the reading code knows it.
  package var expectation: Expectation?
  /// More details, such as the message of the YAML parser.
  public package(set) var detail: String?
  /// The path of the value; the root if the fault belongs to no value.
  public package(set) var path = WirePath.root
  /// The number of the record in its stream, counted from 1; `nil` outside of streams. A problem behind
  /// the last record has the number after the last one.
  public package(set) var record: Int?
  /// A suggestion for a fix, without an option of a decoder.
  package var advice: String?
  /// The option of a decoder that accepts the input.
  package var option: String?
  /// Other locations with a relation to the fault, each with a description.
  package var related: [(location: Location, text: String)] = []
  /// Whether reports include the path to the location.
  package var hasPath = false
  /// Whether several keys are missing.
  package var isPlural = false
  /// Whether the fault has no text of a value, because it may be a secret.
  package var isRedacted = false
  /// Whether the error around this one already contains its first line.
  var isDetail = false

  /// A location in an input: as an engine knows it, and as people read it.
  package enum Location: Sendable {
    case unknown
    /// A byte of the input.
    case offset(Int)
    /// A node of the tape.
    case node(Int)
    indirect case place(SourcePlace)
  }

  /// The type or the value that a fault is about, or the error of code outside Ferry.
  package enum Subject: @unchecked Sendable {
    // Sendable, because the error that leaves the call holds the same objects.
    case none
    /// Nothing but what these words say in place of those of the kind, with the system's number.
    indirect case words(String, errorNumber: Int32? = nil)
    // Embedded Swift has no type values and no `Any`.
    #if !hasFeature(Embedded)
    case type(any Any.Type)
    indirect case value(Any)
    indirect case thrown(any Error, as: ThrownForm)
    #endif
  }

  /// The form in which an error of code outside Ferry leaves the outermost call.
  package enum ThrownForm: Sendable {
    /// Unchanged.
    case final
    /// Unchanged, but without a location: `Codable` threw the error for a value whose location it
    /// does not know.
    case unplaced
    /// As part of another error, because the error is about a document inside the value.
    case embedded
    /// As the ``Problem/underlyingError`` of an error with its location.
    case placed
  }

  /// The value that was expected instead of one that failed, as far as the reading code knows.
  package indirect enum Expectation: Sendable {
    /// Required keys: as paths from the object that lacks them, or as plain keys, which may contain
    /// dots.
    case keys([String], arePaths: Bool)
    /// A number in the range of a type. The type is the ``Problem/subject``.
    case number
    /// A raw value of a type. The type is the ``Problem/subject``.
    case rawValue
    /// One of these names.
    case oneOf([String])
    /// A key of another type. The type is the ``Problem/subject``.
    case dataKey(String)
    /// A value in a named form, such as "a UUID".
    case form(String, hint: String?)
  }

  /// Returns the message for an object to which two types write the same key.
  package static func sharedTwice(_ key: String) -> String {
    "Two types that share an object by @Flatten write the key '\(key)'."
  }

  package init(
    _ kind: FailureKind, _ location: Location = .unknown, detail: String? = nil,
    path: WirePath = .root, hint: String? = nil
  ) {
    self.kind = kind
    self.location = location
    self.detail = detail
    self.path = path
    advice = hint
  }

  package init(
    _ kind: FailureKind, place: SourcePlace?, detail: String? = nil, path: WirePath = .root,
    hint: String? = nil
  ) {
    self.init(
      kind, place.map(Location.place) ?? .unknown, detail: detail, path: path, hint: hint)
  }

  /// Creates a problem of `file` that no kind describes.
  package init(
    in file: String, _ words: String, at place: SourcePlace? = nil, path: WirePath = .root,
    hint: String? = nil
  ) {
    self.init(
      .invalidValue, place: place?.in(file) ?? SourcePlace(file: file), path: path, hint: hint)
    subject = .words(words)
  }

  /// Creates the problem of a failure in an engine.
  package init(_ failure: WireFailure) {
    self.init(
      failure.kind,
      failure.offset >= 0
        ? .offset(failure.offset) : failure.node >= 0 ? .node(failure.node) : .unknown)
  }
}

extension Problem.Subject {
  package static func about<T>(_ type: T.Type) -> Self {
    #if hasFeature(Embedded)
    .none
    #else
    .type(type)
    #endif
  }

  package static func content<T>(_ value: T) -> Self {
    #if hasFeature(Embedded)
    .none
    #else
    .value(value)
    #endif
  }
}

extension WireFailure {
  /// The failure that a problem is about, at its offset or node.
  package init(_ problem: Problem) {
    switch problem.location {
    case .offset(let offset): self.init(problem.kind, offset: offset)
    case .node(let node): self.init(problem.kind, node: node)
    case .place, .unknown: self.init(problem.kind, offset: -1)
    }
  }
}

extension Problem {
  /// The category of the fault, for programs that handle errors.
  public var category: Category { WireFailure(kind, offset: -1).category }

  /// The system's number for the fault (`errno`), if the system has reported it.
  public var errorNumber: Int32? {
    if case .words(_, let number) = subject { number } else { nil }
  }

  /// The location of the fault; `nil` if it is unknown.
  public var place: SourcePlace? {
    if case .place(let place) = location { place } else { nil }
  }

  /// A suggestion for a fix, if there is a likely one.
  public var hint: String? {
    guard let option else { return advice }
    return (advice.map { $0 + ", or set" } ?? "set") + " the decoder's `\(option)`"
  }

  /// Other locations with a relation to the fault, such as the first of two equal keys, each with a
  /// description.
  public var notes: [(text: String, place: SourcePlace)] {
    related.compactMap { note in
      if case .place(let place) = note.location { (note.text, place) } else { nil }
    }
  }
}

// MARK: Locations

extension Problem {
  /// The node of a fault that has no place yet.
  // Inlined into other modules, the optimizer of Swift 6.3 releases `location` too early.
  @inline(never)
  package var node: Int? { if case .node(let node) = location { node } else { nil } }

  /// Returns the problem with all locations as `locate` returns them.
  package consuming func located(_ locate: (Location) -> Location) -> Problem {
    location = locate(location)
    if !related.isEmpty { related = related.map { (locate($0.location), $0.text) } }
    return self
  }

  /// Returns the problem with the places that `place` returns for its offsets.
  package consuming func placed(_ place: (Int) -> SourcePlace) -> Problem {
    located { if case .offset(let offset) = $0 { .place(place(offset)) } else { $0 } }
  }

  /// Returns the problem with other places.
  package consuming func moved(_ move: (SourcePlace) -> SourcePlace) -> Problem {
    located { if case .place(let place) = $0 { .place(move(place)) } else { $0 } }
  }

  /// Converts the problem from a part of a document to the document. `path` is the path of the part,
  /// and `move` converts a place in the part to one in the document.
  package consuming func moved(
    to path: WirePath, _ move: (SourcePlace) -> SourcePlace = { $0 }
  ) -> Problem {
    self.path = path.appending(self.path)
    return moved(move)
  }

  /// Adds notes.
  package consuming func with(_ notes: [(text: String, place: SourcePlace)]) -> Problem {
    related += notes.map { (.place($0.place), $0.text) }
    return self
  }

  /// Returns the problem with another hint, unless that is `nil`.
  package consuming func with(hint: String?) -> Problem {
    if let hint { (advice, option) = (hint, nil) }
    return self
  }
}
