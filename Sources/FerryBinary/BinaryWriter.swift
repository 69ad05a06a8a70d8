import FerryBytes
import FerryTape

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
    /// Ends every document with a CRC32C.
    package var checksum = false
    /// Containers inside each other, at most.
    package var depthLimit = 512
    /// Tape words that one document may take up by way of aliases.
    package var aliasWordLimit = 10_000_000

    /// The default options.
    package init() {}
  }

  private var body: BodyWriter
  private let options: Options

  /// A writer of documents.
  package init(options: Options = .init()) {
    self.options = options
    body = BodyWriter(options: options)
  }

  /// Appends one whole document (magic, tables, value) for the value at `root`.
  /// - Throws: `depthLimit`, `aliasLimit`, `duplicateKey`, `nonScalarKey`, or `numberDoesNotFit`
  ///   for a YAML integer beyond 64 bits, with the tape node. `output` is unchanged then.
  package mutating func write(
    document view: TapeView, root: Int = 0, to output: inout ByteWriter
  ) throws(Failure) {
    body.clear()
    try body.append(view, root: root)
    let start = output.count
    output.reserve(body.body.count + 32)
    output.append(BinaryFormat.magic)
    output.append(BinaryFormat.version | (options.checksum ? BinaryFormat.checksumFlag : 0))
    body.appendTables(to: &output)
    output.append(body.body.bytes)
    if options.checksum {
      let document = UnsafeBufferPointer(
        start: output.pointer(at: start), count: output.count - start)
      output.append(littleEndian: CRC32C.checksum(document))
    }
  }
}

extension BodyWriter {
  /// Appends the length of the tables and the tables to `output`; without any, a zero.
  mutating func appendTables(to output: inout ByteWriter) {
    if shapes.shapes.isEmpty && values.count == 0 { return output.append(0) }
    scratch.clear()
    shapes.append(to: &scratch)
    scratch.appendLength(values.count)
    scratch.append(values.section.bytes)
    output.appendLength(scratch.count)
    output.append(scratch.bytes)
  }
}
