import FerryBytes
import FerryJSON
import FerryTape

/// Writes documents of one output in one format.
protocol DocumentSink: AnyObject {
  /// Appends the value at `root` to `output` as the next document.
  func write(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(Failure)

  /// How JSON text without white space becomes a document; nil where documents have to be written
  /// from a tape.
  var copying: RecordCopying? { get }

  /// Appends what is still held back when an error ends the output early.
  func interrupt(to output: inout ByteWriter)

  /// Appends what ends the output.
  func finish(to output: inout ByteWriter) throws(Failure)
}

extension DocumentSink {
  func interrupt(to output: inout ByteWriter) {}

  var copying: RecordCopying? { nil }
}

/// What stands around compact JSON text that is a document of an output.
struct RecordCopying {
  var before: UInt8?
  var behind: UInt8?

  /// Appends `text` as a document.
  func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) {
    if let before { output.append(before) }
    unsafe output.append(text)
    if let behind { output.append(behind) }
  }

  /// Appends `text`, which is well-formed UTF-8, as a document without its white space, if it is
  /// valid and nothing else has to be done about it.
  func append(compacting text: UnsafeBufferPointer<UInt8>, to output: inout ByteWriter) -> Bool {
    var isCopied = false
    unsafe output.append(upTo: text.count + 2 + JSONCompactor.padding) { target in
      var count = 0
      if let before {
        unsafe target.pointee = before
        count = 1
      }
      guard let copied = unsafe JSONCompactor.copy(text, to: target + count) else { return 0 }
      count += copied
      if let behind {
        unsafe target[count] = behind
        count += 1
      }
      isCopied = true
      return count
    }
    return isCopied
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
