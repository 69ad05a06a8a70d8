import FerryBytes
import FerryTape

extension Binary {
  /// How lists of numbers are packed.
  public enum Packing: Sendable {
    /// So that every element is found without reading the others.
    case indexed
    /// In the fewest bytes: integers by their distance from the one before, measured decimals with
    /// corrections, truth values as bits. Such lists are read from the front.
    case smallest
  }

  /// How lists of objects that look alike are written.
  public enum Batching: Sendable {
    /// By rows where integers are interned too, since then size is what counts; else not.
    case automatic
    /// One object after the other.
    case none
    /// By rows, which name their key list once.
    case rows
    /// By columns, the values of a key together: the fewest bytes, and slower to write.
    case columns
  }
}

/// Writes documents of the binary format (Format.md, "Document").
///
/// Values go into one buffer and their tables into others, in one walk over the tape; then both
/// are put together, tables first. A writer is meant to be reused: it keeps its buffers.
package struct BinaryWriter: ~Copyable {
  /// How documents are written. The format is the same with all of them.
  package struct Options: Sendable, Equatable {
    /// Writes texts that come again as numbers of table entries.
    package var interning = true
    /// Does the same with integers of 3 bytes and more.
    package var internsIntegers = false
    /// How lists of numbers are packed.
    package var packing = Binary.Packing.indexed
    /// How lists of objects of one key list are written.
    package var batching = Binary.Batching.automatic
    /// Writes the members of every object in the order of their keys' bytes, and says so.
    package var canonical = false
    /// Frames of a record file that share tables: damage to one costs the rest of them. With more
    /// than one the file is smaller, and cannot be read one frame at a time.
    package var framesInGroup = 1
    /// Ends every document with a CRC32C.
    package var checksum = false
    /// Containers inside each other, at most.
    package var depthLimit = OpenContainer.standardLimit
    /// Tape words that one document may take up by way of aliases.
    package var aliasWordLimit = 10_000_000

    /// The default options.
    package init() {}
  }

  private var body: BodyWriter
  /// How it writes.
  package let options: Options

  /// A writer of documents.
  package init(options: Options = .init()) {
    self.options = options
    body = BodyWriter(options: options)
  }

  /// Whether it has little memory from the last document.
  package var isSmall: Bool { body.body.count <= 256 << 10 }

  /// Appends one whole document (magic, tables, value) for the value at `root`.
  /// - Throws: `depthLimit`, `aliasLimit`, `duplicateKey` or `nonScalarKey`, with the tape node.
  ///   `output` is unchanged then.
  package mutating func write(
    document view: TapeView, root: Int = 0, to output: inout ByteWriter
  ) throws(WireFailure) {
    if options.canonical {
      var sorted = Tape()
      try view.copySorted(root, to: &sorted, depthLimit: options.depthLimit)
      let copy = unsafe TapeView(
        words: sorted.words, count: sorted.count, input: view.input, arena: view.arena,
        schema: view.schema)
      return try writeDocument(copy, root: 0, to: &output)
    }
    try writeDocument(view, root: root, to: &output)
  }

  private mutating func writeDocument(
    _ view: TapeView, root: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    body.clear()
    try body.append(view, root: root)
    let start = output.count
    output.reserve(body.body.count + 32)
    output.append(BinaryFormat.magic)
    var flags = BinaryFormat.version
    if options.checksum { flags |= BinaryFormat.checksumFlag }
    if options.canonical { flags |= BinaryFormat.canonicalFlag }
    output.append(flags)
    body.appendTables(to: &output)
    output.append(body.body.bytes)
    if options.checksum {
      let document = output.bytes(from: start)
      output.append(littleEndian: CRC32C.checksum(document))
    }
  }
}

extension BodyWriter {
  /// Appends the length of the tables and the tables to `output`; without any, a zero. Entries that
  /// were handed over before, see ``keepTables()``, are left out.
  mutating func appendTables(to output: inout ByteWriter) {
    if !keyLists.hasNews && !values.hasNews { return output.append(0) }
    scratch.clear()
    keyLists.append(to: &scratch)
    values.append(to: &scratch)
    output.appendLength(scratch.count)
    output.append(scratch.bytes)
  }

  /// Forgets the values and keeps their tables, which a reader has now.
  mutating func keepTables() {
    body.clear()
    keyLists.markWritten()
    values.markWritten()
  }
}
