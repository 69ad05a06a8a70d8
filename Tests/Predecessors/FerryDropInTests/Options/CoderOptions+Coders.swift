import FerryDropIn
import Foundation

// The same lines twice, once for each library's types of the same names.
extension CoderOptions {
  // MARK: Decoders

  /// Foundation's decoder with these options.
  func foundationDecoder(_ run: DecodingRun) -> Foundation.JSONDecoder {
    let decoder = Foundation.JSONDecoder()
    let closure = closure
    decoder.keyDecodingStrategy =
      switch keys {
      case .asTheyAre: .useDefaultKeys
      case .snakeCase: .convertFromSnakeCase
      case .custom: .custom { ScriptStrategies.convert($0, closure) }
      }
    decoder.dateDecodingStrategy =
      switch dates {
      case .deferred: .deferredToDate
      case .seconds: .secondsSince1970
      case .milliseconds: .millisecondsSince1970
      case .iso8601: .iso8601
      case .custom: .custom { try ScriptStrategies.date($0) }
      }
    decoder.dataDecodingStrategy =
      switch bytes {
      case .deferred: .deferredToData
      case .base64: .base64
      case .custom: .custom { try ScriptStrategies.data($0) }
      }
    if hasTextForNonFinite {
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    decoder.allowsJSON5 = allowsJSON5
    decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
    decoder.userInfo[.run] = run
    return decoder
  }

  /// Ferry's decoder with these options.
  func ferryDecoder(_ run: DecodingRun) -> FerryDropIn.JSONDecoder {
    let decoder = FerryDropIn.JSONDecoder()
    let closure = closure
    decoder.keyDecodingStrategy =
      switch keys {
      case .asTheyAre: .useDefaultKeys
      case .snakeCase: .convertFromSnakeCase
      case .custom: .custom { ScriptStrategies.convert($0, closure) }
      }
    decoder.dateDecodingStrategy =
      switch dates {
      case .deferred: .deferredToDate
      case .seconds: .secondsSince1970
      case .milliseconds: .millisecondsSince1970
      case .iso8601: .iso8601
      case .custom: .custom { try ScriptStrategies.date($0) }
      }
    decoder.dataDecodingStrategy =
      switch bytes {
      case .deferred: .deferredToData
      case .base64: .base64
      case .custom: .custom { try ScriptStrategies.data($0) }
      }
    if hasTextForNonFinite {
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    decoder.allowsJSON5 = allowsJSON5
    decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
    decoder.userInfo[.run] = run
    return decoder
  }

  // MARK: Encoders

  /// Foundation's encoder with these options.
  func foundationEncoder(_ run: EncodingRun) -> Foundation.JSONEncoder {
    let encoder = Foundation.JSONEncoder()
    let closure = closure
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy =
      switch keys {
      case .asTheyAre: .useDefaultKeys
      case .snakeCase: .convertToSnakeCase
      case .custom: .custom { ScriptStrategies.convert($0, closure) }
      }
    encoder.dateEncodingStrategy =
      switch dates {
      case .deferred: .deferredToDate
      case .seconds: .secondsSince1970
      case .milliseconds: .millisecondsSince1970
      case .iso8601: .iso8601
      case .custom: .custom { try ScriptStrategies.write($0, $1) }
      }
    encoder.dataEncodingStrategy =
      switch bytes {
      case .deferred: .deferredToData
      case .base64: .base64
      case .custom: .custom { try ScriptStrategies.write($0, $1) }
      }
    if hasTextForNonFinite {
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    encoder.userInfo[.run] = run
    return encoder
  }

  /// Ferry's encoder with these options.
  func ferryEncoder(_ run: EncodingRun) -> FerryDropIn.JSONEncoder {
    let encoder = FerryDropIn.JSONEncoder()
    let closure = closure
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy =
      switch keys {
      case .asTheyAre: .useDefaultKeys
      case .snakeCase: .convertToSnakeCase
      case .custom: .custom { ScriptStrategies.convert($0, closure) }
      }
    encoder.dateEncodingStrategy =
      switch dates {
      case .deferred: .deferredToDate
      case .seconds: .secondsSince1970
      case .milliseconds: .millisecondsSince1970
      case .iso8601: .iso8601
      case .custom: .custom { try ScriptStrategies.write($0, $1) }
      }
    encoder.dataEncodingStrategy =
      switch bytes {
      case .deferred: .deferredToData
      case .base64: .base64
      case .custom: .custom { try ScriptStrategies.write($0, $1) }
      }
    if hasTextForNonFinite {
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    encoder.userInfo[.run] = run
    return encoder
  }
}
