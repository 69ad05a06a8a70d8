import FerryBase

extension Binary {
  /// The packing of arrays of numbers.
  public enum Packing: Sendable {
    /// Every element can be found without reading the others.
    case indexed
    /// The fewest bytes: integers as differences from the previous one, measured decimals with
    /// corrections, truth values as bits. Such arrays are read from the front.
    case smallest
  }
}

/// A writer of documents of the binary format (Format.md, "Document").
///
/// One walk over the tape writes values into one buffer and their tables into others. Then the
/// writer joins both, tables first. Reuse a writer: it keeps its buffers.
package struct BinaryWriter: ~Copyable {
  /// Options for writing documents. They do not change the format.
  package struct Options: Sendable, Equatable {
    /// Whether repeated texts are written as numbers of table entries.
    package var interning = true
    /// The packing of arrays of numbers.
    package var packing = Binary.Packing.indexed
    /// Whether the members of every object are sorted by the bytes of their keys. The document is
    /// then marked as canonical.
    package var canonical = false
    /// The number of frames in a record file that share tables. With more than one, the file is
    /// smaller, but its frames cannot be read one at a time. Damage to a frame then also costs the
    /// later frames of its group.
    package var framesInGroup = 1
    /// Whether every document ends with a CRC32C.
    package var checksum = false
    /// The maximum nesting of containers.
    package var depthLimit = OpenContainer.standardLimit
    /// Whether extensions are written. Those of another format have another meaning.
    package var writesExtensions = true
    /// The maximum number of tape words that aliases may add to one document.
    package var aliasWordLimit = 10_000_000

    /// Creates the default options.
    package init() {}
  }

  private var values: TapeWriter
  /// The options of the writer.
  package let options: Options

  /// Creates a writer of documents.
  package init(options: Options = .init()) {
    self.options = options
    values = TapeWriter(options: options)
  }

  /// Whether the writer keeps little memory from the last document.
  package var isSmall: Bool { values.size <= 256 << 10 }

  /// Appends one whole document (magic, tables, value) for the value at `root`.
  /// - Throws: `depthLimit`, `aliasLimit`, `duplicateKey` or `nonScalarKey`, with the tape node.
  ///   `output` is then unchanged.
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
    values.clear()
    try values.append(view, root: root)
    let start = output.count
    output.reserve(values.size + 32)
    var flags = BinaryFormat.version
    if options.checksum { flags |= BinaryFormat.checksumFlag }
    if options.canonical { flags |= BinaryFormat.canonicalFlag }
    values.appendHead(flags: flags, to: &output)
    values.appendValues(to: &output)
    if options.checksum {
      let document = output.bytes(from: start)
      output.append(littleEndian: CRC32C.checksum(document))
    }
  }
}
