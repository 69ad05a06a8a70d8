import FerryBinary
import FerryBytes
import FerryJSON
import FerryTape

/// The one document of an input that is in memory as a whole.
///
/// Formats with several documents are read batch by batch instead: see `InputFile.records`.
protocol DocumentSource: AnyObject {
  /// Appends the document to `tape`, which is empty and stays so if there is none.
  func read(_ bytes: UnsafeBufferPointer<UInt8>, into tape: inout Tape) throws(Failure)

  /// Where in `bytes` the value began that became `node`.
  func offset(ofNode node: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int?

  /// What more is known of the failure that ``read(_:into:)`` threw.
  var remark: FailureRemark? { get }
}

extension DocumentSource {
  var remark: FailureRemark? { nil }
}

/// The source for a single document in `format`.
func makeSource(_ format: Format) throws(CommandError) -> any DocumentSource {
  switch format {
  case .binary: return BinarySource()
  case .json5: return JSONSource(.json5)
  case .json, .ndjson, .seq: return JSONSource(.init())
  case .yaml:
    #if YAML
    return YAMLSource()
    #else
    throw .usage("this ferry was built without YAML")
    #endif
  }
}

/// A file that is one JSON value.
final class JSONSource: DocumentSource {
  private let options: JSONReadingOptions

  init(_ options: JSONReadingOptions) {
    self.options = options
  }

  func read(_ bytes: UnsafeBufferPointer<UInt8>, into tape: inout Tape) throws(Failure) {
    var reader = unsafe JSONReader(bytes, options: options)
    try reader.readDocument(into: &tape)
  }

  func offset(ofNode node: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    unsafe JSONReader.offset(ofNode: node, in: bytes, options: options)
  }
}

/// One binary document.
final class BinarySource: DocumentSource {
  func read(_ bytes: UnsafeBufferPointer<UInt8>, into tape: inout Tape) throws(Failure) {
    var reader = unsafe BinaryReader(bytes)
    try reader.readDocument(into: &tape)
  }

  func offset(ofNode node: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    unsafe BinaryReader.offset(ofNode: node, in: bytes)
  }
}
