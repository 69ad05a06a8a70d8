import FerryBytes
public import FerryTape
public import Foundation

extension _WireContext {
  var foundationDecoding: FoundationDecoding {
    (foundation as? FoundationContext)?.decoding ?? FoundationDecoding()
  }

  var dataDecoding: DataDecodingStrategy {
    (foundation as? FoundationContext)?.decoding.data ?? .base64
  }

  var foundationEncoding: FoundationEncoding {
    (foundation as? FoundationContext)?.encoding ?? FoundationEncoding()
  }

  var dataEncoding: DataEncodingStrategy {
    (foundation as? FoundationContext)?.encoding.data ?? .base64
  }
}

extension WireReader where Self: ~Copyable {
  /// Throws if null comes next: the error is about the type that was wanted, not what it is read as.
  mutating func refuseNull(_ type: any Any.Type) throws(WireFailure) {
    if try nextKind() == .null { throw mismatch(type, at: position) }
  }

  /// Reads a date from a number or a text, as `decoding` has it.
  package mutating func readDate(_ decoding: FoundationDecoding) throws(WireFailure) -> Date {
    let start = position
    switch decoding.date.form {
    case .reference: return Date(timeIntervalSinceReferenceDate: try number(decoding))
    case .epoch(let units): return Date(timeIntervalSince1970: try number(decoding) / units)
    case .text(let problem):
      var text = try readString()
      if let seconds = text.withUTF8({ unsafe decoding.seconds(of: $0) }) {
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
      if let date = decoding.foundationsDate(text) { return date }
      let failure = invalid(problem, at: start)
      throw Expectation.date(decoding.date).map { expecting($0, failure, at: start) } ?? failure
    case .node: return try readCodable(Date.self)
    }
  }

  /// Reads the number that a date is.
  private mutating func number(_ decoding: FoundationDecoding) throws(WireFailure) -> Double {
    let start = position
    do throws(WireFailure) {
      return try readDouble()
    } catch {
      throw Expectation.date(decoding.date).map { expecting($0, error, at: start) } ?? error
    }
  }
}

extension WireWriter where Self: ~Copyable {
  /// Writes a date as `encoding` has it. The error for a date that has no text holds the seconds since
  /// 1970, since Foundation traps where it describes such a date.
  package mutating func write(_ date: Date, _ encoding: FoundationEncoding) throws(WireFailure) {
    switch encoding.date.form {
    case .reference:
      let seconds = date.timeIntervalSinceReferenceDate
      // What is not finite goes by the encoder's strategy for such numbers.
      if seconds.isFinite { try writeDate(seconds) } else { try write(seconds) }
    case .epoch(let units): try write(units * date.timeIntervalSince1970)
    case .text(let problem):
      guard let text = encoding.text(of: date) else {
        throw invalid(date.timeIntervalSince1970, problem)
      }
      try write(text)
    case .node: try writeCodable(date)
    }
  }
}

extension Date: DirectDecodable, DirectEncodable {
  /// Reads a date as the decoder's strategy says.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let decoding = reader.context.foundationDecoding
    if reader.context.isForeign || decoding.readsNodes {
      self = try reader.readCodable(Date.self)
      return
    }
    try reader.refuseNull(Date.self)
    if let seconds = try reader.readDate() {
      self.init(timeIntervalSinceReferenceDate: seconds)
    } else {
      self = try reader.readDate(decoding)
    }
  }

  /// Writes the date as the encoder's strategy says.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    if writer.context.isForeign { return try writer.writeCodable(self) }
    try writer.write(self, writer.context.foundationEncoding)
  }
}
