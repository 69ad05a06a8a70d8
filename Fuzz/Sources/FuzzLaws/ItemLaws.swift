import Ferry
import FerryCBOR
import FerryMessagePack

/// Laws of CBOR and MessagePack: what decodes encodes with any options, and that document decodes to
/// an equal value; all ways of coding agree on a document; a model comes back as it was; records are
/// the same ones however the bytes are cut into chunks.
///
/// The first byte of the input chooses the law and the second one the options. The rest is a
/// document or builds a model.
public func checkItems<Format: CodedFormat & SendableMetatype>(
  _ format: Format.Type
) -> @Sendable (UnsafePointer<UInt8>, Int) -> Void {
  { start, count in
    var choices = Choices(start, count)
    let kind = choices.byte()
    let options = Int(choices.byte())
    switch kind & 7 {
    case 0: checkModel(Model(&choices), Format.self)
    case 1: checkModel(Record(&choices), Format.self)
    case 2:
      let lengths = (0..<4).map { _ in choices.number(below: 40) + 1 }
      let bytes = Array(choices.rest)
      compare(
        Format.stream(AnyValue.self, from: .bytes(bytes)),
        Format.stream(AnyValue.self, from: .chunks(chunks(of: bytes, lengths))))
    case 3: checkValue(Array(choices.rest), Format.self, options)
    default: checkWays(Array(choices.rest), Int(kind >> 3), Format.self)
    }
  }
}

private func checkModel<T: Codable & Equatable, Format: CodedFormat>(
  _ model: T, _ format: Format.Type
) {
  // MessagePack has no integers beyond 64 bits.
  guard let bytes = try? Format.encode(model) else {
    return law(Format.self == MessagePack.self, "a model is not written")
  }
  guard let copy = try? Format.decode(T.self, from: bytes) else {
    return law(false, "a model does not come back")
  }
  law(copy == model, "another model came back")
  law((try? Format.encode(model)) == bytes, "other bytes the second time")
}

/// Every encoder writes a value that a decoder has read so that it comes back.
private func checkValue<Format: CodedFormat>(
  _ input: [UInt8], _ format: Format.Type, _ options: Int
) {
  let value: AnyValue
  do {
    value = try Format.decode(AnyValue.self, from: input)
  } catch {
    law(
      (try? Format.decode(Held<AnyValue>.self, from: input)) == nil,
      "only one way of decoding fails")
    // Extensions are valid, and none of the values that all formats have.
    guard (error as? DecodingError)?.problem?.category != .typeMismatch else { return }
    law((try? Format.decode(Unread.self, from: input)) == nil, "an invalid one may be unread")
    return
  }
  law((try? Format.decode(Unread.self, from: input)) != nil, "a valid one may not be unread")
  let encoder = encoder(Format.self, options)
  guard let document = try? encoder.encode(value) else {
    return law(Format.self == MessagePack.self, "a value that was decoded is not written")
  }
  guard let copy = try? decoder(Format.self, options).decode(AnyValue.self, from: document) else {
    return law(false, "a value that was decoded does not come back")
  }
  law(areSame(copy, value), "another value came back: \(copy) for \(value)")
  law((try? encoder.encode(value)) == document, "other bytes the second time")
}

/// Whether two values are equal, or not a number in the same places.
private func areSame(_ first: AnyValue, _ second: AnyValue) -> Bool {
  first == second || "\(first)" == "\(second)"
}

private func encoder<Format: CodedFormat>(_ format: Format.Type, _ options: Int) -> any ItemEncoder
{
  guard Format.self == CBOR.self else {
    var encoder = MessagePack.Encoder()
    encoder.usesIntegerKeys = options & 1 != 0
    return encoder
  }
  var encoder = CBOR.Encoder()
  encoder.usesIntegerKeys = options & 1 != 0
  switch options >> 1 & 3 {
  case 1: encoder.deterministicEncoding = .core
  case 2: encoder.deterministicEncoding = .lengthFirst
  case 3: encoder.writesIndefiniteLengths = true
  default: break
  }
  return encoder
}

private func decoder<Format: CodedFormat>(_ format: Format.Type, _ options: Int) -> any ItemDecoder
{
  guard Format.self == CBOR.self else { return MessagePack.Decoder() }
  var decoder = CBOR.Decoder()
  if 1...2 ~= options >> 1 & 3 {
    decoder.requiredEncoding = options >> 1 & 3 == 1 ? .core : .lengthFirst
  }
  return decoder
}

/// Direct coding and coding through the tape agree on a document.
private func checkWays<Format: CodedFormat>(_ input: [UInt8], _ kind: Int, _ format: Format.Type) {
  func check<T: Codable & DirectCodable & Equatable>(_ type: T.Type) {
    agree(
      Result { try Format.decode(type, from: input) },
      Result { try Format.decode(ThroughTape<T>.self, from: input).value })
  }
  switch kind & 15 {
  case 0, 1: check(Record.self)
  case 2: check([Record].self)
  case 3: check(Note.self)
  case 4: check([Double].self)
  case 5: check([Int16].self)
  case 6: check([String: UInt64].self)
  case 7: check([Float?].self)
  case 8: check([[String]].self)
  case 9: check([[Int]].self)
  case 10: check([SIMD2<Double>].self)
  case 11: check([Lenient].self)
  case 12: check([String: Int?].self)
  default: check([[AnyValue]].self)
  }
}
