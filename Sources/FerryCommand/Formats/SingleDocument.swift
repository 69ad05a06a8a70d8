import FerryBytes
import FerryPath
import FerryTape

/// The one document of an input, in memory as a whole.
final class SingleDocument {
  let name: String
  let format: Format
  private let input: Input
  private let source: any DocumentSource
  private var tape = Tape()

  convenience init(_ file: InputFile) throws(CommandError) {
    try self.init(try file.wholeInput(), file.format)
  }

  init(_ input: Input, _ format: Format) throws(CommandError) {
    name = input.name
    self.format = format
    self.input = input
    source = try makeSource(format)
  }

  /// Whether there is nothing but blanks in it.
  var isBlank: Bool {
    unsafe input.bytes.allSatisfy(\.isBlank)
  }

  /// The document, or `nil` if there is none; to be called once.
  func read() throws(CommandError) -> Document? {
    do throws(Failure) {
      try unsafe source.read(input.bytes, into: &tape)
    } catch {
      // The tape ends where the reader stopped.
      var diagnostic = diagnostic(
        error.kind, offset: error.offset, path: WirePath.path(to: tape.count, in: view))
      if let remark = source.remark { diagnostic.add(remark, in: format, place: place(of:)) }
      throw .invalid(diagnostic)
    }
    return unsafe tape.count == 0 ? nil : Document(view: view, root: 0)
  }

  /// The tape with the document.
  var view: TapeView {
    unsafe TapeView(tape, input: input.bytes.baseAddress ?? UnsafePointer(tape.arena))
  }

  /// Where the value began that became `node`; `nil` in formats without lines.
  func place(ofNode node: Int) -> SourcePlace? {
    guard format.isText else { return nil }
    return unsafe source.offset(ofNode: node, in: input.bytes).map { place(of: $0) }
  }

  /// Line and column of every node, found together when the first is asked for; nil in formats
  /// without lines, and where each has to be looked for.
  private lazy var positions: [(line: Int, column: Int)]? = {
    guard format.isText, let offsets = unsafe source.offsets(of: view, in: input.bytes) else {
      return nil
    }
    var cursor = unsafe PlaceCursor(UnsafeRawBufferPointer(input.bytes))
    return offsets.map { offset in
      cursor.move(to: offset)
      return (cursor.line, cursor.column)
    }
  }()

  /// Line and column where the value began that became `node`; `nil` in formats without lines.
  func position(ofNode node: Int) -> (line: Int, column: Int)? {
    if let positions, positions.indices.contains(node) { return positions[node] }
    return place(ofNode: node).map { ($0.line, $0.column) }
  }

  /// What `failure`, which names a node, means for the person who gave the document.
  func diagnostic(of failure: Failure) -> Diagnostic {
    let offset =
      unsafe failure.offset >= 0
      ? failure.offset : source.offset(ofNode: failure.node, in: input.bytes)
    var diagnostic = diagnostic(
      failure.kind, offset: offset ?? -1, path: WirePath.path(to: failure.node, in: view))
    if failure.kind == .duplicateKey, let first = view.firstKey(equalTo: failure.node),
      let place = place(ofNode: first)
    {
      diagnostic.notes = [(place, Diagnostic.firstKey)]
    }
    return diagnostic
  }

  private func diagnostic(_ kind: FailureKind, offset: Int, path: WirePath) -> Diagnostic {
    var diagnostic = Diagnostic(file: name, message: kind.description, path: path)
    guard offset >= 0 else { return diagnostic }
    if format.isText {
      diagnostic.place = unsafe place(
        of: kind == .unexpectedEnd ? input.bytes.lastVisible(before: offset) : offset)
    } else {
      diagnostic.byte = offset
    }
    return diagnostic
  }

  private func place(of offset: Int) -> SourcePlace {
    unsafe SourcePlace(offset: offset, inText: UnsafeRawBufferPointer(input.bytes))
  }
}
