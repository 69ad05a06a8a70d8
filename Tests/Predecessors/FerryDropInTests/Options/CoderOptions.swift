import FerryTestSupport
import Foundation

/// Options of both decoders, or of both encoders, as two libraries name them alike.
struct CoderOptions: CustomStringConvertible {
  enum Keys: CaseIterable { case asTheyAre, snakeCase, custom }
  enum Dates: CaseIterable { case deferred, seconds, milliseconds, iso8601, custom }
  enum Bytes: CaseIterable { case deferred, base64, custom }

  let keys: Keys
  /// Which of the closures of ``ScriptStrategies`` serves.
  let closure: Int
  let dates: Dates
  let bytes: Bytes
  let hasTextForNonFinite: Bool
  let allowsJSON5: Bool
  let assumesTopLevelDictionary: Bool

  init(using random: inout SeededGenerator) {
    keys = Keys.allCases[random.int(0..<3)]
    closure = random.int(0..<ScriptStrategies.count)
    dates = Dates.allCases[random.int(0..<5)]
    bytes = Bytes.allCases[random.int(0..<3)]
    hasTextForNonFinite = random.oneIn(3)
    allowsJSON5 = random.oneIn(8)
    assumesTopLevelDictionary = random.oneIn(16)
  }

  var description: String {
    "keys \(keys) \(closure), dates \(dates), bytes \(bytes), text for non-finite "
      + "\(hasTextForNonFinite), JSON5 \(allowsJSON5), top level \(assumesTopLevelDictionary)"
  }
}
