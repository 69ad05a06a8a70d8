package import FerryBase
package import FerryCoders
package import FerryCoding

/// Tagged netstrings (tnetstrings.org), the smallest format that has all kinds of JSON: the proof of what
/// a format has to bring. Each value is its length, a colon, its contents and its type:
///
/// ```
/// 22:2:id,2:42#4:name,3:Zoë,}        {"id": 42, "name": "Zoë"}
/// ```
package enum TaggedNetstrings: CodedFormat {
  package struct Decoder: FormatDecoder {
    package var _state: _DecoderState

    package init() {
      let coding = CodingOptions { $0.formatName = "netstrings" }
      _state = DecoderState(DecodingSettings(coding: coding), NetstringReading())
    }

    private var state: DecoderState<NetstringReading> { .of(_state) }

    package func _decode<Target: _Direct.Target>(
      into target: Target, from span: RawSpan, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> Bool {
      try state.read(target, from: span) { input, read in
        try state.decodeDirectly(
          input, userInfo,
          { input, reading, context throws(WireFailure) in
            NetstringReader(input, depthLimit: reading.depthLimit, context)
          }, read,
          finish: { reader throws(WireFailure) in try reader.finish() })
      }
    }

    package func _decodeRecords<T: DirectDecodable>(
      _ bytes: RawSpan, at ranges: [Range<Int>], into records: _DecodedRecords<T>
    ) {
      records.decode(bytes, at: ranges) { input throws(WireFailure) in
        NetstringReader(input, depthLimit: state.reading.depthLimit, state.makeContext())
      }
    }
  }

  package struct Encoder: FormatEncoder {
    package var _state: _EncoderState

    package init() {
      let coding = CodingOptions { $0.formatName = "netstrings" }
      _state = EncoderState(EncodingSettings(coding: coding), NetstringWriting())
    }

    package func _encode<Source: _Direct.Source>(
      from source: Source, userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> [UInt8]? {
      let state = EncoderState<NetstringWriting>.of(_state)
      return try state.encodeDirectly(
        userInfo, { NetstringWriter(ByteWriter(borrowing: $0), depthLimit: $1.depthLimit, $2) },
        { writer throws(WireFailure) in try source.write(to: &writer) },
        finish: { writer, _, count in writer.finish(&count) })
    }
  }
}

package struct NetstringReading: DocumentReading, TapeSource {
  private(set) var depthLimit = 0

  package mutating func settle(_ coding: inout CodingOptions) { depthLimit = coding.depthLimit }

  package func isDirect(_ coding: CodingOptions) -> Bool {
    guard case .exact = coding.keys else { return false }
    return !coding.rules.rejectsUnknownKeys
  }

  package static var holdsLosses: Bool { false }

  package func recordFormat(_ records: ConsecutiveRecords) -> RecordFormat {
    RecordFormat(name: "netstrings", sequenceOf: self, read: read) { NetstringFraming() }
  }

  package func read(_ input: ByteView, into tape: inout Tape) throws(WireFailure) {
    try read(0..<input.count, of: input, into: &tape)
  }

  @Sendable private func read(
    _ range: Range<Int>, of input: ByteView, into tape: inout Tape
  ) throws(WireFailure) {
    var reader = NetstringReader(input, depthLimit: depthLimit, _WireContext())
    reader.begin(at: range.lowerBound)
    try reader.append(to: &tape)
    try reader.finish(at: range.upperBound)
  }
}

package struct NetstringWriting: DocumentWriting {
  private(set) var depthLimit = 0

  package mutating func settle(_ coding: inout CodingOptions) { depthLimit = coding.depthLimit }

  package func isDirect(_ coding: CodingOptions) -> Bool {
    if case .exact = coding.keys { true } else { false }
  }

  package func write(_ view: TapeView, to output: inout ByteWriter) throws(WireFailure) {
    try write(view, root: 0, to: &output)
  }

  fileprivate func write(
    _ view: TapeView, root: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    if let key = view.firstDuplicateKey(from: root) { throw WireFailure(.duplicateKey, node: key) }
    var writer = NetstringWriter(ByteWriter(), depthLimit: depthLimit, _WireContext())
    try AnyValue(view, at: root).encode(to: &writer)
    writer.append(to: &output)
  }

  package func recordWriting(_ layout: ConsecutiveRecords) -> any RecordWriting {
    NetstringRecordWriting(writing: self)
  }
}

/// A writer of documents, one after the other.
private final class NetstringRecordWriting: RecordWriting {
  private let writing: NetstringWriting

  init(writing: NetstringWriting) { self.writing = writing }

  func append(_ view: TapeView, root: Int, to output: inout ByteWriter) throws(WireFailure) {
    try writing.write(view, root: root, to: &output)
  }

  var takesDocuments: Bool { true }

  func append(document: ByteView, to output: inout ByteWriter) { output.append(document) }
}

/// A framing by the lengths of the records.
struct NetstringFraming: Framing {
  private var start = 0

  mutating func drop(_ count: Int) { start -= count }

  mutating func advance(
    over window: ByteView, isLast: Bool, to found: inout RecordRanges
  ) -> Int {
    while start < window.count {
      let head = try? NetstringHead(at: start, in: window, end: .max)
      if let head, head.end <= window.count {
        found.ranges.append(start..<head.end)
        start = head.end
      } else if isLast || head == nil && window.count - start > NetstringHead.longest {
        found.ranges.append(start..<window.count)
        start = window.count
      } else {
        break
      }
    }
    return start
  }
}
