import Ferry

/// Laws: direct coding and coding through the tape accept the same documents and give the same
/// values and errors. They write the same bytes, with any options. A decoder that does not check
/// unread values decodes valid documents to the same values.
///
/// The first byte of the input chooses the format and whether the rest is a document or builds a
/// model that is written first.
public func checkDirectCoding(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let kind = choices.byte()
  let isJSON = kind & 1 == 0
  do {
    if kind & 2 == 0 {
      switch kind >> 2 & 7 {
      case 7: try checkWriting(choices.rows(), isJSON)
      case 6: try checkLeniency(choices.lenientDocument(), isJSON)
      // JSON has one null.
      case 5 where !isJSON: try checkWriting(choices.nestedOptionals(), isJSON)
      default: try checkWriting(Record(&choices), isJSON)
      }
    } else {
      let bytes = Array(choices.rest)
      switch kind >> 2 & 15 {
      case 0: agree(bytes, isJSON, Record.self)
      case 1: agree(bytes, isJSON, [Record].self)
      case 2: agree(bytes, isJSON, Note.self)
      case 3: agree(bytes, isJSON, [Double].self)
      case 4: agree(bytes, isJSON, [Int16].self)
      case 5: agree(bytes, isJSON, [String: UInt64].self)
      case 6: agree(bytes, isJSON, [Float?].self)
      case 7: agree(bytes, isJSON, [[String]].self)
      case 8: agree(bytes, isJSON, [[Double]].self)
      case 9: agree(bytes, isJSON, [[Int]].self)
      case 10: agree(bytes, isJSON, [SIMD2<Double>].self)
      case 11: agree(bytes, isJSON, [Lenient].self)
      case 12: agree(bytes, isJSON, [String: Int??].self)
      default: agree(bytes, isJSON, [[AnyValue]].self)
      }
    }
  } catch {
    law(false, "\(error)")
  }
}

/// Both ways write the same bytes of `model`, each time, and both decode them.
private func checkWriting<T: Codable & DirectCodable & Equatable>(
  _ model: T, _ isJSON: Bool
) throws {
  for encoder in isJSON ? encoders.prefix(1) : encoders[...] {
    let written = try isJSON ? JSON.encode(model) : encoder.encode(model)
    let again = try isJSON ? JSON.encode(model) : encoder.encode(model)
    law(again == written, "other bytes the second time")
    let other = try isJSON ? JSON.encode(ThroughTape(model)) : encoder.encode(ThroughTape(model))
    law(other == written, "the two ways write different bytes")
    agree(written, isJSON, T.self)
    law(try decode(T.self, written, isJSON) == model, "another model came back")
  }
}

/// One encoder for each choice of the options that both ways have.
private let encoders = (0..<4).map { options in
  var encoder = Binary.Encoder()
  encoder.internsTexts = options & 1 == 0
  encoder.packing = options & 2 == 0 ? .indexed : .smallest
  return encoder
}

/// Both ways drop the same elements of `document`, and they drop none of the remaining ones when
/// they decode again.
private func checkLeniency(_ document: AnyValue, _ isJSON: Bool) throws {
  let written = try isJSON ? JSON.encode(document) : Binary.encode(document)
  agree(written, isJSON, Lenient.self)
  guard let model = try? decode(Lenient.self, written, isJSON) else { return }
  try checkWriting(model, isJSON)
}

private func decode<T: DirectDecodable>(
  _ type: T.Type, _ bytes: [UInt8], _ isJSON: Bool
) throws -> T {
  try isJSON ? JSON.decode(type, from: bytes) : Binary.decode(type, from: bytes)
}

private func agree<T: Codable & DirectCodable & Equatable>(
  _ bytes: [UInt8], _ isJSON: Bool, _ type: T.Type
) {
  let direct = Result { try decode(type, bytes, isJSON) }
  let codable = Result {
    try isJSON
      ? JSON.decode(ThroughTape<T>.self, from: bytes).value
      : Binary.decode(ThroughTape<T>.self, from: bytes).value
  }
  if isJSON {
    let unchecked = try? unchecking.decode(type, from: bytes)
    if let value = try? direct.get() {
      law(unchecked.map { areEqual($0, value) } ?? false, "unchecked, \(value) is another")
    }
  }
  agree(direct, codable)
}

/// Both ways of decoding one document end in the same way.
func agree<T: Equatable>(_ direct: Result<T, any Error>, _ codable: Result<T, any Error>) {
  switch (direct, codable) {
  case (.success(let value), .success(let other)):
    law(areEqual(value, other), "\(value) and \(other)")
  case (.failure(let error), .failure(let other)):
    law(kind(error) == kind(other), "\(error) and \(other)")
  case (.success(let value), .failure(let error)):
    law(false, "only direct coding decodes \(value): \(error)")
  case (.failure(let error), .success(let value)):
    law(false, "only coding through the tape decodes \(value): \(error)")
  }
}

/// Skips unread values without checking them.
private let unchecking: JSON.Decoder = {
  var decoder = JSON.Decoder()
  decoder.checksUnreadValues = false
  return decoder
}()

/// Whether two values are equal, or not a number in the same places.
private func areEqual<T: Equatable>(_ first: T, _ second: T) -> Bool {
  first == second || "\(first)" == "\(second)"
}

/// The summary of a number that is out of the range of the model.
private let doesNotFit = "number does not fit the type"

/// Whether the input is at fault, or the model wants something else.
private func kind(_ error: any Error) -> Bool? {
  guard let error = error as? DecodingError else { return nil }
  if case .dataCorrupted = error { return error.problem?.summary != doesNotFit }
  return false
}
