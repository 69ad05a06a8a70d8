import Ferry

/// Laws: a value that decodes also encodes, and that document decodes to an equal value; both ways
/// of coding agree on whether a document is valid; the one document of a stream is that of the
/// text.
///
/// The first byte of the input chooses the decoder, the second the encoder.
public func checkYAML(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let decoder = decoders[choices.number(below: decoders.count)]
  let encoder = encoders[choices.number(below: encoders.count)]
  let input = choices.rest
  let all = try? decoder.decodeAll(Held<AnyValue>.self, from: input)
  let value: AnyValue
  do {
    value = try decoder.decode(AnyValue.self, from: input)
  } catch {
    law((error as? DecodingError)?.problem != nil, "an error without a reason")
    law(all?.count != 1, "a stream has one document, the text has none")
    return
  }
  law(all?.count ?? 0 <= 1, "the text has one document, the stream has more")
  if let first = all?.first { law(first.value == value, "the stream has another document") }
  guard let document = try? encoder.encode(value),
    let copy = try? plain.decode(AnyValue.self, from: document)
  else {
    law(false, "a value that was decoded does not come back")
    return
  }
  law(copy == value, "another value came back")
}

private let plain: YAML.Decoder = {
  var decoder = YAML.Decoder()
  decoder.mergeKeyStrategy = .off
  return decoder
}()

/// One decoder for each choice of options.
private let decoders = (0..<48).map { options in
  var decoder = YAML.Decoder(preset: [.standard, .strict, .yaml11][options % 3])
  decoder.mergeKeyStrategy = [.merge, .off][options / 3 % 2]
  decoder.duplicateKeys = [.error, .first, .last, .error][options / 6 % 4]
  decoder.limits = options >= 24 ? .untrusted : .trusted
  return decoder
}

private let encoders = (0..<8).map { options in
  var encoder = YAML.Encoder()
  encoder.usesFlowStyle = options & 1 != 0
  encoder.writesDocumentStart = options & 2 != 0
  if options & 4 != 0 { encoder.lineWidth = 20 }
  return encoder
}
