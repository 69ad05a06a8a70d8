import Ferry

/// Laws: what decodes encodes with any options, and that document decodes to an equal value; all
/// ways of coding agree on whether a document is valid; a model is decoded or refused.
///
/// The first byte of the input chooses how the rest becomes a document: as it stands, behind a
/// header, with a right checksum; the second one how it is encoded again.
public func checkBinary(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let making = choices.byte()
  let encoder = encoders[choices.number(below: encoders.count)]
  let document = document(choices.rest, making)
  document.withUnsafeBufferPointer { input in
    // A record or a list of them, whose readers go their own ways.
    _ = try? Binary.decode(Record.self, from: input)
    _ = try? Binary.decode(ThroughTape<[Model]>.self, from: input)
    check(input, encoder)
  }
}

private func document(_ rest: UnsafeBufferPointer<UInt8>, _ making: UInt8) -> [UInt8] {
  switch making & 3 {
  case 0: return Array(rest)
  case 1: return [0xB5, 0x20, 0x00] + rest
  case 2: return [0xB5, 0x20] + rest
  default:
    let bytes: [UInt8] = [0xB5, 0x21] + rest
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: crc32c(bytes) >> (8 * $0)) }
  }
}

private func check(_ input: UnsafeBufferPointer<UInt8>, _ encoder: Binary.Encoder) {
  let value: AnyValue
  do {
    value = try Binary.decode(AnyValue.self, from: input)
  } catch {
    law(
      (try? Binary.decode(Held<AnyValue>.self, from: input)) == nil,
      "only one way of decoding fails")
    // Extensions of applications are valid, and none of the values that all formats have.
    guard let error = error as? DecodingError, case .dataCorrupted = error else { return }
    law(
      (try? Binary.decode(Unread.self, from: input)) == nil,
      "an invalid one may be unread: \(error)")
    return
  }
  law((try? Binary.decode(Unread.self, from: input)) != nil, "a valid one may not be unread")
  guard let document = try? encoder.encode(value),
    let copy = try? Binary.decode(AnyValue.self, from: document)
  else {
    law(false, "a value that was decoded does not come back")
    return
  }
  law(copy == value, "another value came back")
  law((try? encoder.encode(value)) == document, "other bytes the second time")
}

/// One encoder for each choice of options.
private let encoders = (0..<16).map { options in
  var encoder = Binary.Encoder()
  encoder.internsTexts = options & 1 == 0
  encoder.hasChecksum = options & 2 != 0
  encoder.isCanonical = options & 4 != 0
  encoder.packing = options & 8 == 0 ? .indexed : .smallest
  return encoder
}
