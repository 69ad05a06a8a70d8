package import FerryCoders
internal import FerryBase
package import FerryJSONEngine

extension RecordFormat {
  /// The format of JSON lines: one JSON value on each line.
  package static func jsonLines(_ options: JSONReadingOptions = .init()) -> RecordFormat {
    RecordFormat(name: "JSON", reader: JSONRecords(options)) { DelimitedFraming.lines }
  }

  /// The format of JSON text sequences (RFC 7464).
  package static func jsonSequence(_ options: JSONReadingOptions = .init()) -> RecordFormat {
    RecordFormat(name: "JSON", reader: JSONRecords(options, isSequence: true)) {
      DelimitedFraming.sequence
    }
  }

  /// The format of server-sent events whose data is JSON.
  package static func jsonEvents(_ options: JSONReadingOptions = .init()) -> RecordFormat {
    RecordFormat(
      name: "JSON", reader: JSONRecords(options), sources: JSONSources(isOfEvents: true)
    ) { EventFraming() }
  }

  /// The format of JSON values one after the other.
  package static func jsonValues(_ options: JSONReadingOptions = .init()) -> RecordFormat {
    RecordFormat(name: "JSON", reader: JSONRecords(options)) { ValueFraming() }
  }

  /// The format of the elements of an array, or the member values of an object, at a path of one
  /// JSON document.
  package static func jsonElements(
    at path: WirePath, _ options: JSONReadingOptions = .init()
  ) -> RecordFormat {
    RecordFormat(name: "JSON", at: path, reader: JSONRecords(options)) { ElementFraming(path) }
  }

  /// The format of one JSON document that is cut into pieces.
  package static func jsonOutline(_ options: JSONReadingOptions = .init()) -> RecordFormat {
    RecordFormat(name: "JSON", reader: JSONRecords(options)) { OutlineFraming() }
  }

  /// The format of the only value at a path of one JSON document.
  package static func jsonValue(
    at path: WirePath, _ options: JSONReadingOptions = .init()
  ) -> RecordFormat {
    RecordFormat(name: "JSON", at: path, reader: JSONRecords(options)) {
      ElementFraming(path, unit: .value)
    }
  }
}

/// A reader of JSON records.
struct JSONRecords: RecordReading {
  private let options: JSONReadingOptions
  /// Whether the rules of RFC 7464 apply.
  private let isSequence: Bool

  init(_ options: JSONReadingOptions, isSequence: Bool = false) {
    self.options = options
    self.isSequence = isSequence
  }

  var source: any TapeSource { options }

  func read(_ batch: Batch, into tape: inout Tape, _ list: inout RecordList) {
    // The separator that ends the last record of a sequence is at the start of the next batch.
    var reader = JSONRecordReader(
      batch.bytes, options: options, endsWithValue: isSequence && !batch.records.isLast)
    list.readEach(of: batch, into: &tape) {
      options.problem($0, in: batch.bytes)
    } _: { range, tape throws(WireFailure) in
      try reader.read(range, into: &tape)
      if isSequence { try Self.checkSequence(range, in: batch.bytes) }
    }
  }

  /// Checks that a separator precedes the record and that white space follows a number or a
  /// literal. Without that white space, the value may be cut off (RFC 7464, sections 2.1 and 2.4).
  private static func checkSequence(
    _ range: Range<Int>, in bytes: ByteView
  ) throws(WireFailure) {
    let before = bytes[..<range.lowerBound].last { !$0.isBlank }
    guard before == 0x1E else {
      throw WireFailure(.unexpectedCharacter, offset: range.lowerBound)
    }
    let first = bytes[range.lowerBound]
    let isSelfDelimited = first == 0x22 || first == 0x5B || first == 0x7B
    if !isSelfDelimited, bytes[range.upperBound - 1] > 0x20 {
      throw WireFailure(.unexpectedEnd, offset: range.upperBound)
    }
  }
}
