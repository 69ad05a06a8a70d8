internal import FerryBytes
internal import FerryCoding
internal import FerryFoundation
internal import FerryMapping
public import FerryTape

extension Document {
  /// A document of a value that is in memory.
  ///
  /// Foundation's types are decoded from it as from JSON, and mappings are followed; a value nested deeper than 512 containers
  /// is an error when it is asked for.
  public init(_ value: AnyValue) {
    let nowhere = CollectionBytes.owner(of: [UInt8]())
    unsafe self.init(
      TapeSource(
        nowhere,
        TapeSource.Format(
          read: { _, tape throws(Failure) in
            var open = OpenContainer()
            try value.append(to: &tape, &open, limit: CodingOptions().depthLimit)
          },
          offsetOfNode: { _, _ in nil },
          place: { offset, _ in SourcePlace(binaryOffset: offset) },
          options: { userInfo in
            var options = CodingOptions()
            options.formatName = "value"
            options.decodingBridge = MappedDecoding(FoundationDecoding())
            options.userInfo = userInfo
            return options
          })))
  }
}

extension AnyValue {
  /// What `value` encodes as, with Foundation's types in their wire form, and by its mapping.
  init(encoding value: some Encodable) throws {
    var options = CodingOptions()
    options.encodingBridge = MappedEncoding(FoundationEncoding())
    self = try EncodingSession.encode(value, options: options) { view throws(Failure) in
      try AnyValue(view, at: 0)
    }
  }
}
