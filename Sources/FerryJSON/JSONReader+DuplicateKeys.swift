import FerryBytes
import FerryTape

extension JSONReader {
  /// Applies the rule for equal keys to the value at `root`, the last one of `tape`.
  /// - Throws: `duplicateKey` with an offset.
  @inline(never)
  func settleDuplicateKeys(from root: Int, on tape: inout Tape) throws(WireFailure) {
    guard options.duplicateKeys != .first, let base = unsafe bytes.input.baseAddress else { return }
    let isCanonical = options.comparesKeysCanonically
    if options.duplicateKeys == .last {
      _ = unsafe tape.keepLastOfEqualKeys(from: root, input: base, canonically: isCanonical)
    } else if let key = unsafe TapeView(tape, input: base)
      .firstDuplicateKey(from: root, canonically: isCanonical)
    {
      let offset = unsafe Self.offset(ofNode: key - root, in: bytes.input, options: options)
      throw WireFailure(.duplicateKey, offset: offset ?? 0)
    }
  }

  /// Index that `node` had before the first ones of equal keys were removed from the document.
  static func originalIndex(
    of node: Int, in input: UnsafeBufferPointer<UInt8>, _ options: JSONReadingOptions
  ) -> Int {
    // Nothing is removed from a document that ends with an error.
    guard let base = input.baseAddress, var tape = unsafe allMembers(of: input, options) else {
      return node
    }
    return unsafe tape.keepLastOfEqualKeys(
      from: 0, input: base, canonically: options.comparesKeysCanonically
    )
    .reduce(node) { $1.lowerBound <= $0 ? $0 + $1.count : $0 }
  }

  /// The document in `input` with every one of equal keys; `nil` if it cannot be read.
  static func allMembers(
    of input: UnsafeBufferPointer<UInt8>, _ options: JSONReadingOptions
  ) -> Tape? {
    var options = options
    options.duplicateKeys = .first
    var reader = unsafe JSONReader(input, options: options)
    var tape = Tape()
    do throws(WireFailure) {
      try reader.readDocument(into: &tape)
    } catch {
      return nil
    }
    return tape
  }
}
