import FerryBytes
import FerryJSON
import FerryTape

/// Writes documents of one output in one format.
protocol DocumentSink: AnyObject {
  /// Appends the value at `root` to `output` as the next document.
  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure)

  /// Appends JSON text without white space as the next document, if that is what writing it would
  /// give.
  /// - Returns: false where it has to be written from the tape.
  func copy(compactJSON text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) -> Bool

  /// Appends what is still held back when an error ends the output early.
  func interrupt(to output: inout ByteWriter)

  /// Appends what ends the output.
  func finish(to output: inout ByteWriter) throws(Failure)
}

extension DocumentSink {
  func interrupt(to output: inout ByteWriter) {}

  func copy(compactJSON text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) -> Bool {
    false
  }
}

/// How documents are laid out; each format takes what it has.
struct Layout {
  var indentation = JSONWritingOptions.Indentation.none
  var sortsKeys = false
  var nonFinite = JSONWritingOptions.NonFinite.fail

  /// The options of the JSON writer.
  var json: JSONWritingOptions {
    var options = JSONWritingOptions()
    options.indentation = indentation
    options.nonFinite = nonFinite
    return options
  }
}

/// The sink of `format` for one document, or for several.
func makeSink(
  _ format: Format, several: Bool, _ layout: Layout
) throws(CommandError) -> any DocumentSink {
  switch format {
  case .json:
    return several ? JSONArraySink(layout) : JSONLinesSink(layout)
  case .json5: throw .usage("json5 is a format to read; write json")
  case .ndjson:
    var layout = layout
    layout.indentation = .none
    return JSONLinesSink(layout)
  case .seq: return SequenceSink(layout)
  case .binary: return several ? RecordFileSink() : BinarySink()
  case .yaml:
    #if YAML
    return YAMLSink(several: several, layout)
    #else
    throw .usage("this ferry was built without YAML")
    #endif
  }
}
