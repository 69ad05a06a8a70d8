#if YAML
public import FerryStreams
import FerryYAML

extension YAML {
  /// The documents of a YAML stream in UTF-8, decoded as they are asked for.
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: StreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(source, decoder.plan(options))
  }

  /// The documents of an asynchronous YAML stream in UTF-8, decoded as they are asked for.
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: AsyncStreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T> {
    AsyncRecordStream(source, decoder.plan(options))
  }
}

extension YAML {
  /// A writer of documents, each with `---` in front, which are encoded as they come.
  /// - Throws: ``StreamError`` when the target cannot be opened.
  public static func recordWriter<T: Encodable>(
    for type: T.Type, to target: StreamTarget, encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    let options = encoder.options(with: [:])
    var writing = encoder.documents.writing.withLock { $0 }
    writing.explicitDocumentStart = true
    return try RecordWriter(target, YAMLRecordWriting(writing), options)
  }
}

extension YAML.Decoder {
  func plan<T>(_ options: StreamOptions) -> RecordPlan<T> {
    let coding = self.options(with: [:])
    var limits = settings.limits
    limits.depth = coding.depthLimit
    return RecordPlan(.yamlDocuments(limits, settings.rules), coding, options)
  }
}
#endif
