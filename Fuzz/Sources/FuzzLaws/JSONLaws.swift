import Ferry
import Foundation

/// Laws: a value that decodes also encodes, and that text decodes to an equal value; both ways of
/// coding and all formats agree on whether a text is valid; an error has an offset within the text.
///
/// The first byte of the input chooses the decoder, the second the encoder.
public func checkJSON(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let number = choices.number(below: decoders.count)
  let decoder = decoders[number]
  let writing = choices.number(below: encoders.count)
  let input = choices.rest
  let value: AnyValue
  do {
    value = try decoder.decode(AnyValue.self, from: input)
  } catch {
    checkPlace(error, input)
    law(
      (try? decoder.decode(Held<AnyValue>.self, from: input)) == nil,
      "only direct decoding fails")
    // Foundation does not check the strings and numbers that a model does not read. Its JSON5 has
    // rules of its own for keys without quotes.
    law(
      (try? decoder.decode(Unread.self, from: input)) == nil
        || number & 1 == 1 && (decoder.allowsJSON5 || isUnreadByFoundation(input, decoder)),
      "an invalid text may be unread")
    return
  }
  law(
    (try? decoder.decode(Held<AnyValue>.self, from: input))?.value == value,
    "decoding through the tape gives another value")
  law((try? decoder.decode(Unread.self, from: input)) != nil, "a valid text may not be unread")
  roundTrip(value, through: encoders[writing], isCanonical: writing == 3, decoder.allowsJSON5)
  checkBinary(value, decoder)
}

private func isUnreadByFoundation(
  _ input: UnsafeBufferPointer<UInt8>, _ decoder: JSON.Decoder
) -> Bool {
  let foundation = Foundation.JSONDecoder()
  foundation.assumesTopLevelDictionary = decoder.assumesTopLevelDictionary
  return (try? foundation.decode(Unread.self, from: Data(input))) != nil
}

private func checkPlace(_ error: any Error, _ input: UnsafeBufferPointer<UInt8>) {
  guard let place = (error as? DecodingError)?.problem?.place else {
    law(false, "an error without a place: \(error)")
    return
  }
  law((0...input.count).contains(place.offset), "a place outside of the text")
  law(place.line > 0 && place.column > 0, "a place without line and column")
}

private func roundTrip(
  _ value: AnyValue, through encoder: JSON.Encoder, isCanonical: Bool, _ isJSON5: Bool
) {
  guard let text = try? encoder.encode(value) else {
    // Numbers that JSON cannot write, and what canonical JSON refuses.
    law(isJSON5 || isCanonical, "a value that was decoded does not encode")
    return
  }
  guard let copy = try? JSON.decode(AnyValue.self, from: text) else {
    law(false, "text that was encoded does not decode")
    return
  }
  if isCanonical {
    // Its numbers are rounded, but only once.
    law((try? encoder.encode(copy)) == text, "canonical text has another canonical text")
  } else {
    law(copy == value, "another value came back")
  }
}

/// What is valid in one format is in the other, unless an object has a key twice.
private func checkBinary(_ value: AnyValue, _ decoder: JSON.Decoder) {
  guard let document = try? Binary.encode(value) else {
    law(hasDuplicates(value), "a value of JSON is none of the binary format")
    return
  }
  guard let copy = try? Binary.decode(AnyValue.self, from: document) else {
    law(false, "a binary document that was encoded does not decode")
    return
  }
  law(copy == value, "another value came back from the binary format")
}

private func hasDuplicates(_ value: AnyValue) -> Bool {
  switch value {
  case .array(let elements): elements.contains(where: hasDuplicates)
  case .object(let members):
    Set(members.map { Array($0.key.utf8) }).count < members.count
      || members.contains { hasDuplicates($0.value) }
  default: false
  }
}

/// One decoder for each choice of options.
private let decoders = (0..<64).map { options in
  var decoder = JSON.Decoder(preset: options & 1 == 0 ? .standard : .foundation)
  decoder.allowsJSON5 = options & 2 != 0
  if options & 4 != 0 { decoder.allowsTrailingCommas = true }
  if options & 8 != 0 { decoder.duplicateKeys = .error }
  decoder.assumesTopLevelDictionary = options & 16 != 0
  if options & 32 != 0 { decoder.depthLimit = 4 }
  return decoder
}

private let encoders: [JSON.Encoder] = {
  var pretty = JSON.Encoder()
  pretty.outputFormatting = [.prettyPrinted, .sortedKeys]
  var canonical = JSON.Encoder()
  canonical.isCanonical = true
  return [JSON.Encoder(), pretty, JSON.Encoder(preset: .foundation), canonical]
}()
