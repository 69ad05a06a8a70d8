#if FERRY_YAML
public import FerryStreams
internal import FerryYAML

extension YAML {
  /// Returns the documents of a YAML stream in UTF-8, decoded on demand.
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: StreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(source, decoder.plan(options))
  }

  /// Returns the documents of an asynchronous YAML stream in UTF-8, decoded on demand.
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: AsyncStreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, decoder.plan(options))
  }
}

extension YAML {
  /// Returns a writer of documents. It encodes each document when the caller writes it, with `---`
  /// before it.
  /// - Throws: ``Problem`` if the target cannot be opened.
  public static func recordWriter<T: Encodable>(
    for type: T.Type, to target: StreamTarget, encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    var writing = encoder.writing
    writing.explicitDocumentStart = true
    return try RecordWriter(target, YAMLRecordWriting(writing), encoder.state.coding)
  }
}

extension YAML.Decoder {
  func plan<T>(_ options: StreamOptions) -> RecordPlan<T> {
    RecordPlan(.yamlDocuments(settings.limits, settings.rules), state.coding, options)
  }
}
#endif
