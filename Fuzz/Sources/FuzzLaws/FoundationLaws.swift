import Ferry
public import Foundation

/// Law: with Foundation's preset, Ferry and Foundation accept the same texts, have the same values
/// and write the same text.
///
/// The first byte of the input chooses the type, and whether the rest is a text or builds a model.
public func checkFoundation(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let kind = choices.byte()
  if kind & 1 == 0 {
    compareTexts(Model(&choices))
    return
  }
  let text = Data(choices.rest)
  switch kind >> 1 & 15 {
  case 0: compare([Bool?].self, text)
  case 1: compare([Int].self, text)
  case 2: compare([UInt8].self, text)
  case 3: compare([Double].self, text)
  case 4: compare([Float].self, text)
  case 5: compare([String].self, text)
  case 6: compare([String: [Int?]].self, text)
  case 7: compare([[String: String]].self, text)
  case 8: compare(Model.self, text)
  case 9: compare([Model.Event].self, text)
  case 10: compare([Model.Colour].self, text)
  case 11: compare(Date?.self, text)
  case 12: compare(String.self, text)
  case 13: compare(Int64.self, text)
  case 14: compare(Double.self, text)
  default: compare([Int: String].self, text)
  }
}

private let foundation = Foundation.JSONDecoder()
private let ferry = JSON.Decoder(preset: .foundation)
private let encoder: Foundation.JSONEncoder = {
  let encoder = Foundation.JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return encoder
}()
private let ferryEncoder: JSON.Encoder = {
  let encoder = JSON.Encoder()
  encoder.outputFormatting = .sortedKeys
  return encoder
}()

private func compareTexts(_ model: Model) {
  guard let text = try? encoder.encode(model) else {
    law((try? ferryEncoder.encode(model)) == nil, "only Ferry encodes")
    return
  }
  guard let other = try? ferryEncoder.encode(model) else {
    law(false, "only Foundation encodes")
    return
  }
  guard text != Data(other) else { return }
  // The order of keys beyond ASCII and the digits of numbers are each library's own.
  let read = Result { try ferry.decode(Model.self, from: text) }
  law((try? read.get()) == model, "Ferry does not read Foundation's text: \(read)")
  let back = Result { try foundation.decode(Model.self, from: Data(other)) }
  law((try? back.get()) == model, "Foundation does not read Ferry's text: \(back)")
}

private func compare<T: Codable & Equatable>(_ type: T.Type, _ text: Data) {
  let theirs = Result { try foundation.decode(type, from: text) }
  let ours = Result { try ferry.decode(type, from: text) }
  switch (theirs, ours) {
  case (.success(let value), .success(let other)):
    law(value == other, "Foundation has \(value), Ferry \(other)")
  case (.success(let value), .failure(let error)):
    law(isKnownDifference(text, error), "only Foundation decodes \(value): \(error)")
  case (.failure(let error), .success(let value)):
    law(isKnownDifference(text, error), "only Ferry decodes \(value): \(error)")
  case (.failure, .failure): break
  }
}

/// Whether Ferry and Foundation are known to differ about `text`, where one of them throws `error`.
public func isKnownDifference(_ text: Data, _ error: any Error) -> Bool {
  // Foundation makes the nearest double of a number and an integer of that; Ferry never rounds.
  let summary = (error as? DecodingError)?.problem?.summary
  if summary == "number does not fit the type" { return true }
  // Foundation drops the unit in which UTF-16 or UTF-32 is cut off.
  if summary == "text is not valid UTF-8", text.count % unitWidth(of: text) != 0 { return true }
  // Foundation does not look into the texts and numbers of members that nobody asks for; what makes
  // a tree of everything does.
  let faultsInScalars = [
    "text is not valid UTF-8", "invalid escape sequence in a string",
    "a surrogate escape without its partner", "unescaped control character in a string",
    "invalid number", "expected a comma or a closing bracket",
  ]
  if let summary, faultsInScalars.contains(summary),
    (try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)) == nil
  {
    return true
  }
  // Foundation refuses some zeros with an exponent, `0e1` and `-0.0e-3` among them, which RFC 8259
  // allows.
  let bytes = Array(text)
  return bytes.indices.contains { index in
    guard bytes[index] | 0x20 == UInt8(ascii: "e") else { return false }
    let digits = bytes[..<index].reversed().prefix { isDigitOrPoint($0) }
    return !digits.isEmpty && !digits.contains { $0 > UInt8(ascii: "0") }
  }
}

private func isDigitOrPoint(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
}

/// Bytes of a code unit, as the first ones tell (RFC 4627, section 3) where there is no mark.
private func unitWidth(of text: Data) -> Int {
  let start = text.prefix(4)
  if start.count(where: { $0 == 0 }) >= 2 { return 4 }
  return start.contains { $0 == 0 || $0 >= 0xFE } ? 2 : 1
}
