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

  /// Where in `bytes` the values began that became the words of `view`; nil where that is not known
  /// of all at once.
  func offsets(of view: TapeView, in bytes: UnsafeBufferPointer<UInt8>) -> [Int]?

  /// What more is known of the failure that ``read(_:into:)`` threw.
  var remark: FailureRemark? { get }
}

extension DocumentSource {
  func offsets(of view: TapeView, in bytes: UnsafeBufferPointer<UInt8>) -> [Int]? { nil }

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
  private(set) var remark: FailureRemark?

  init(_ options: JSONReadingOptions) {
    self.options = options
  }

  func read(_ bytes: UnsafeBufferPointer<UInt8>, into tape: inout Tape) throws(Failure) {
    var reader = unsafe JSONReader(bytes, options: options)
    do throws(Failure) {
      try reader.readDocument(into: &tape)
    } catch {
      remark = unsafe JSONReader.remark(on: error, in: bytes, options: options)
      throw error
    }
  }

  func offset(ofNode node: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    unsafe JSONReader.offset(ofNode: node, in: bytes, options: options)
  }
}

extension JSONSource {
  /// Each token but punctuation is a node. JSON5 has other blanks, comments and keys.
  func offsets(of view: TapeView, in bytes: UnsafeBufferPointer<UInt8>) -> [Int]? {
    guard !options.json5 else { return nil }
    var offsets: [Int] = []
    var position = unsafe bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while offsets.count < view.count, position < bytes.count {
      let start = position
      let byte = unsafe bytes[position]
      position += 1
      switch byte {
      case ...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): break
      case UInt8(ascii: "\""):
        while unsafe position < bytes.count && bytes[position] != UInt8(ascii: "\"") {
          unsafe position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
      default:
        while unsafe position < bytes.count && !Self.endsToken(bytes[position]) { position += 1 }
      }
      let index = offsets.count
      let isContainer = view[index].kind == .list || view[index].kind == .map
      let words = isContainer ? 1 : view.next(index) - index
      offsets += repeatElement(start, count: words)
    }
    return offsets
  }

  private static func endsToken(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: "}")
  }
}

/// One binary document.
final class BinarySource: DocumentSource {
  func read(_ bytes: UnsafeBufferPointer<UInt8>, into tape: inout Tape) throws(Failure) {
    var reader = unsafe BinaryReader(bytes)
    try reader.readDocument(into: &tape)
  }

  func offset(ofNode node: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    BinaryReader.offset(ofNode: node) { tape throws(Failure) in
      try unsafe read(bytes, into: &tape)
    }
  }
}
