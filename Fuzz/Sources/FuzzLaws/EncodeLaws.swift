import Ferry

/// Laws: a model comes back from every format as it was, whatever the options, and encodes to the
/// same bytes each time.
///
/// The first two bytes of the input choose options, the rest builds the model.
public func checkEncode(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let (format, options) = (choices.byte(), choices.number(below: 64))
  let model = Model(&choices)
  do {
    switch format % 4 {
    case 0 where format & 4 != 0:
      // Integers that no double has are refused, and those beyond 64 bits get an exponent, with
      // which they are read as doubles only.
      guard let text = try? canonical.encode(model),
        let copy = try? strict.decode(Model.self, from: text)
      else { return }
      law(try canonical.encode(copy) == text, "canonical text has another canonical text")
    case 0, 1:
      let encoder = json[options % 8]
      let decoder = options & 8 == 0 ? strict : foundation
      try check(model, { try encoder.encode($0) }, { try decoder.decode(Model.self, from: $0) })
    case 2:
      let encoder = binary[options % 16]
      try check(
        model, { try encoder.encode($0) }, { try Binary.decode(Model.self, from: $0) },
        isOrdered: encoder.isCanonical)
    default:
      let encoder = yaml[options % 16]
      try check(model, { try encoder.encode($0) }, { try YAML.decode(Model.self, from: $0) })
    }
  } catch {
    law(false, "\(error)")
  }
}

private func check(
  _ model: Model, _ encode: (Model) throws -> [UInt8], _ decode: ([UInt8]) throws -> Model,
  isOrdered: Bool = false
) throws {
  let bytes = try encode(model)
  let copy = try decode(bytes)
  law(copy == model, "another model came back")
  law(try encode(model) == bytes, "other bytes the second time")
  // Dictionaries of the copy may be in another order.
  if isOrdered { law(try encode(copy) == bytes, "other bytes of an equal model") }
}

private let strict = JSON.Decoder()
private let foundation = JSON.Decoder(preset: .foundation)
private let canonical = {
  var encoder = JSON.Encoder()
  encoder.isCanonical = true
  return encoder
}()

private let json = (0..<8).map { options in
  var encoder = JSON.Encoder()
  encoder.outputFormatting = JSON.Encoder.OutputFormatting(rawValue: UInt(options & 1))
  if options & 2 != 0 { encoder.outputFormatting.insert(.sortedKeys) }
  if options & 4 != 0 { encoder.outputFormatting.insert(.withoutEscapingSlashes) }
  return encoder
}

private let binary = (0..<16).map { options in
  var encoder = Binary.Encoder()
  encoder.internsTexts = options & 1 == 0
  encoder.hasChecksum = options & 2 != 0
  encoder.isCanonical = options & 4 != 0
  encoder.packing = options & 8 == 0 ? .indexed : .smallest
  return encoder
}

private let yaml = (0..<16).map { options in
  var encoder = YAML.Encoder()
  encoder.usesFlowStyle = options & 1 != 0
  encoder.sortsKeys = options & 2 != 0
  encoder.writesDocumentStart = options & 4 != 0
  if options & 8 != 0 { encoder.lineWidth = 30 }
  return encoder
}
