import FerryBinary
public import FerryStreams

extension Binary {
  /// The records of a record file, decoded as they are asked for.
  public static func stream<T: Decodable>(
    _ type: T.Type, from source: StreamSource, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(source, decoder.plan(options))
  }

  /// The records in `bytes`, the contents of a record file, decoded as they are asked for.
  public static func stream<T: Decodable>(
    _ type: T.Type, from bytes: some Collection<UInt8>, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> RecordStream<T> {
    RecordStream(.bytes(bytes), decoder.plan(options))
  }

  /// The records of a record file in asynchronous chunks, decoded as they are asked for.
  public static func stream<T: Decodable, Chunks: AsyncSequence>(
    _ type: T.Type, from chunks: Chunks, options: StreamOptions = StreamOptions(),
    decoder: Decoder = Decoder()
  ) -> AsyncRecordStream<T, Chunks> where Chunks.Element: Collection<UInt8> {
    AsyncRecordStream(chunks, decoder.plan(options))
  }
}

extension Binary.Decoder {
  func plan<T>(_ options: StreamOptions) -> RecordPlan<T> {
    let coding = self.options(with: [:])
    return RecordPlan(.recordFile(depthLimit: coding.depthLimit), coding, options)
  }
}

extension Binary {
  /// A writer of a record file; its records are encoded as they come.
  /// - Throws: ``StreamError`` when the target cannot be opened.
  public static func recordWriter<T: Encodable>(
    for type: T.Type, to target: StreamTarget, encoder: Encoder = Encoder()
  ) throws -> RecordWriter<T> {
    let options = encoder.options(with: [:])
    var writing = encoder.documents.writing.withLock { $0 }
    writing.depthLimit = options.depthLimit
    return try RecordWriter(target, BinaryRecordWriting(writing), options)
  }
}
