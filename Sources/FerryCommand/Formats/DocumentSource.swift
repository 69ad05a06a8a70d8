import FerryTape

/// Documents of one input in one format, one after the other.
///
/// To add a format, conform a source and a sink and name them in ``makeSource(_:_:)`` and
/// ``makeSink(_:several:_:)``: every format meets every other on the tape.
protocol DocumentSource: AnyObject {
  /// How many documents the format is made for.
  var series: DocumentSeries { get }

  /// Appends the next document to `tape`, which is empty.
  ///
  /// A source that ``recovers`` goes on with the document behind a bad one.
  /// - Returns: false at the end.
  func next(into tape: inout Tape) throws(Failure) -> Bool

  /// What ranges on the tape and offsets of failures refer to: a part of the input.
  var scope: DocumentScope { get }

  /// Whether ``next(into:)`` can go on after a failure.
  var recovers: Bool { get }

  /// Where in ``scope`` the value began that became `node`.
  func offset(ofNode node: Int, in scope: DocumentScope) -> Int?

  /// More about the last failure than its kind says.
  var problem: String? { get }
}

extension DocumentSource {
  var recovers: Bool { false }
  var problem: String? { nil }
}

/// How many documents an input of a format has.
enum DocumentSeries {
  /// Exactly one.
  case one
  /// A series by nature, whatever its length.
  case many
  /// One or several, told from each other by counting.
  case counted
}

/// The bytes that one document is read from.
struct DocumentScope {
  /// Ranges on the tape refer to them.
  let bytes: UnsafeBufferPointer<UInt8>
  /// Offset of the first of them in the input.
  var start = 0
  /// From 0.
  var number = 0

  /// The base of the ranges; an empty input has none that a range could use.
  var base: UnsafePointer<UInt8> { bytes.baseAddress ?? Self.nowhere }

  /// One byte that stays for good.
  nonisolated(unsafe) private static let nowhere = UnsafePointer<UInt8>(
    UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
}

/// The source of `input` in `format`.
func makeSource(_ format: Format, _ input: Input) throws(CommandError) -> any DocumentSource {
  switch format {
  case .json: return JSONSource(input, options: .init())
  case .json5: return JSONSource(input, options: .json5)
  case .ndjson: return NDJSONSource(input)
  case .seq: return SequenceSource(input)
  case .binary: return try makeBinarySource(input)
  case .yaml:
    #if YAML
    return YAMLSource(input)
    #else
    throw .usage("this ferry was built without YAML")
    #endif
  }
}
