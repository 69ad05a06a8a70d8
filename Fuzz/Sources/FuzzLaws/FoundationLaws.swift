import Ferry
import Foundation

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
  var encoder = JSON.Encoder()
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
    law(isKnownDifference(error), "only Foundation decodes \(value): \(error)")
  case (.failure(let error), .success(let value)):
    law(isKnownDifference(error), "only Ferry decodes \(value): \(error)")
  case (.failure, .failure): break
  }
}

/// Whether Ferry and Foundation are known to differ about a text, where one of them throws `error`.
///
/// Foundation makes the nearest double of a number and an integer of that; Ferry never rounds.
public func isKnownDifference(_ error: any Error) -> Bool {
  (error as? DecodingError)?.problem?.summary == "number does not fit the type"
}
