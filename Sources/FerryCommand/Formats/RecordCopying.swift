import FerryBytes
import FerryJSON

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
