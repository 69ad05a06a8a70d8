import FerryBytes
import FerryTape

extension JSONReader {
  /// Returns the byte offsets of all nodes of the document in `input`; an empty array if the
  /// document is invalid.
  package static func offsets(
    in input: ByteView, options: JSONReadingOptions
  ) -> [Int] {
    guard var tape = allMembers(of: input, options) else {
      return []
    }
    var plain = options
    plain.duplicateKeys = .first
    let isPlain = !options.json5 && !options.assumesTopLevelDictionary
    let offsets =
      isPlain
      ? offsets(of: TapeView(tape, input: input), in: input)
      : (0..<tape.count).map { offset(ofNode: $0, in: input, options: plain) ?? 0 }
    guard options.duplicateKeys == .last else { return offsets }
    var kept: [Int] = []
    var start = 0
    for range in tape.keepLastOfEqualKeys(
      from: 0, input: input, canonically: options.comparesKeysCanonically)
    {
      kept += offsets[start..<range.lowerBound]
      start = range.upperBound
    }
    return kept + offsets[start...]
  }

  /// Returns the offsets in `bytes` of the words of `view` from `first` on, which were read from
  /// JSON text. Each token except punctuation is a node.
  package static func offsets(
    of view: TapeView, from first: Int = 0, in bytes: ByteView
  ) -> [Int] {
    var offsets: [Int] = []
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while first + offsets.count < view.count, position < bytes.count {
      let start = position
      let byte = bytes[position]
      position += 1
      switch byte {
      case ...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): break
      case UInt8(ascii: "\""):
        while position < bytes.count && bytes[position] != UInt8(ascii: "\"") {
          position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
      default:
        while position < bytes.count && !bytes[position].endsJSONScalar { position += 1 }
      }
      let index = first + offsets.count
      let isContainer = view[index].kind == .list || view[index].kind == .map
      let words = isContainer ? 1 : view.next(index) - index
      offsets += repeatElement(start, count: words)
    }
    return offsets
  }
}

extension UInt8 {
  /// Whether a number or a literal of JSON ends before the byte.
  package var endsJSONScalar: Bool {
    self <= 0x20 || self == 0x2C || self == 0x5D || self == 0x7D
  }
}

extension JSONReader {
  /// Applies the rule for duplicate keys to the value at `root`, which is the last value of `tape`.
  /// - Throws: `duplicateKey` with an offset.
  @inline(never)
  func settleDuplicateKeys(from root: Int, on tape: inout Tape) throws(WireFailure) {
    guard options.duplicateKeys != .first else { return }
    let isCanonical = options.comparesKeysCanonically
    if options.duplicateKeys == .last {
      _ = tape.keepLastOfEqualKeys(from: root, input: bytes.input, canonically: isCanonical)
    } else if let key = TapeView(tape, input: bytes.input)
      .firstDuplicateKey(from: root, canonically: isCanonical)
    {
      let offset = Self.offset(ofNode: key - root, in: bytes.input, options: options)
      throw WireFailure(.duplicateKey, offset: offset ?? 0)
    }
  }

  /// Returns the index that `node` had before the earlier members with duplicate keys were removed.
  static func originalIndex(
    of node: Int, in input: ByteView, _ options: JSONReadingOptions
  ) -> Int {
    // If the document ends with an error, no member was removed.
    guard var tape = allMembers(of: input, options) else {
      return node
    }
    return tape.keepLastOfEqualKeys(
      from: 0, input: input, canonically: options.comparesKeysCanonically
    )
    .reduce(node) { $1.lowerBound <= $0 ? $0 + $1.count : $0 }
  }

  /// Returns the tape of the document in `input` with all members, including those with duplicate
  /// keys; `nil` if the document is invalid.
  static func allMembers(
    of input: ByteView, _ options: JSONReadingOptions
  ) -> Tape? {
    var options = options
    options.duplicateKeys = .first
    var reader = JSONReader(input, options: options)
    var tape = Tape()
    do throws(WireFailure) {
      try reader.readDocument(into: &tape)
    } catch {
      return nil
    }
    return tape
  }
}
