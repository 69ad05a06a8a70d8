package import FerryBase
package import FerryBinaryEngine
package import FerryCoders

extension BinaryReading {
  @usableFromInline
  package func recordFormat(_ records: ConsecutiveRecords) -> RecordFormat {
    .recordFile(depthLimit: depthLimit)
  }
}

extension BinaryWriting {
  @usableFromInline
  package func recordWriting(_ layout: ConsecutiveRecords) -> any RecordWriting {
    BinaryRecordWriting(options)
  }
}

extension DecoderState<BinaryReading> {
  /// Returns a reader of the frames in `input`.
  @usableFromInline
  func frames(_ input: ByteView) -> RecordFrameReader { RecordFrameReader(input) }

  /// Returns a reader of the next frame's records.
  @usableFromInline
  func nextFrame(of frames: inout RecordFrameReader) throws(WireFailure) -> BinaryWireReader? {
    try frames.nextFrame(depthLimit: reading.depthLimit, context: makeContext())
  }
}
