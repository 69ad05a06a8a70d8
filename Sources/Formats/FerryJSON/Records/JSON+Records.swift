public import FerryBase
public import FerryCoders
public import FerryJSONEngine

extension JSON {
  /// The location of the records in a JSON stream.
  public enum Records: RecordArrangement {
    /// One record per line (NDJSON, JSON Lines). Empty lines are skipped.
    case lines
    /// One record after each record separator, 0x1E (RFC 7464).
    case sequence
    /// The data of server-sent events (HTML Standard, section 9.2). Other fields, comments and events
    /// without data are skipped, as is an event that the stream cuts off. An event with the data
    /// `[DONE]`, which services of language models send last, ends the records.
    case serverSentEvents
    /// JSON values one after the other, with or without white space between them.
    case values
    /// The elements or values of the document itself, which is an array or an object.
    case elements
    /// The elements of the array, or the values of the object, at a path of the document. The
    /// stream skips the text before it and ends after it. On the path, the first of equal keys
    /// counts, whatever ``JSON/Decoder/duplicateKeys`` is.
    case elementsAt(WirePath)

    /// One record per line.
    public init() { self = .lines }
  }

  /// The layout of written records.
  public enum RecordLayout: RecordArrangement {
    /// One record per line (NDJSON, JSON Lines).
    case lines
    /// One record after each record separator, 0x1E (RFC 7464).
    case sequence
    /// The data of server-sent events (HTML Standard, section 9.2), a line each.
    case serverSentEvents
    /// The elements of one array.
    case array

    /// One record per line.
    public init() { self = .lines }
  }
}

extension JSONReading {
  @usableFromInline
  package func recordFormat(_ records: JSON.Records) -> RecordFormat {
    let reading = checkingFoundation.options
    return switch records {
    case .lines: .jsonLines(reading)
    case .sequence: .jsonSequence(reading)
    case .serverSentEvents: .jsonEvents(reading)
    case .values: .jsonValues(reading)
    case .elements: .jsonElements(at: .root, reading)
    case .elementsAt(let path): .jsonElements(at: path, reading)
    }
  }

  /// A text sequence has rules for the text between its records, which direct coding does not check.
  @usableFromInline
  package func isDirect(_ records: JSON.Records) -> Bool {
    if case .sequence = records { false } else { true }
  }
}

extension JSONWriting {
  @usableFromInline
  package func recordWriting(_ layout: JSON.RecordLayout) -> any RecordWriting {
    var options = options
    // A record must fit on one line.
    if layout == .lines || layout == .serverSentEvents { options.indentation = .none }
    let isSame = options == self.options && !formatting.contains(.finalNewline)
    return JSONRecordWriting(layout, options, takesDocuments: isSame)
  }
}

extension JSONWireReader: RecordWireReader {}
