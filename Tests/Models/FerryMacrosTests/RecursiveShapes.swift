import Ferry
import FerryCBOR
import FerryMacros
import FerryMessagePack

/// Types that contain themselves, each in another way.
enum Recursive {
  @DirectCodable struct InDictionary { var d: [String: InDictionary] }
  @DirectCodable struct InOptionalDictionary { var d: [String: InOptionalDictionary]? }
  @DirectCodable struct InDictionaryOfOptionals { var d: [String: InDictionaryOfOptionals?] }
  @DirectCodable struct InIntegerDictionary { var d: [Int: InIntegerDictionary] }
  @DirectCodable struct InArray { var d: [InArray] }
  @DirectCodable struct InOptionalArray { var d: [InOptionalArray?]? }
  @DirectCodable struct InContiguousArray { var d: ContiguousArray<InContiguousArray> }
  @DirectCodable struct InDictionaryOfArrays { var d: [String: [InDictionaryOfArrays]] }
  @DirectCodable struct InArrayOfDictionaries { var d: [[String: InArrayOfDictionaries]] }
  @DirectCodable struct Holder<Held> { var held: Held }
  @DirectCodable struct InGeneric { var d: [Holder<[InGeneric]>] }
  @DirectCodable struct InFlattened { @Flatten var d: [String: InFlattened] }
  @DirectCodable struct InLossyArray { @Lossy var d: [InLossyArray] }
  @DirectCodable struct InLossyDictionary { @Lossy var d: [String: InLossyDictionary] }
  @DirectCodable struct InDefault { var d: [InDefault] = [] }
  @DirectCodable struct AtPath { @Key("d.e") var d: [AtPath] }
  @DirectCodable struct InAlias { @Alias("e") var d: [String: InAlias] }
  @DirectCodable struct WithHook {
    var d: [String: WithHook]
    mutating func didDecode() {}
  }
  @DirectCodable final class InClass {
    var d: InClass?
    init() {}
  }
  @DirectCodable @Tagged(.untagged) indirect enum Untagged {
    case dictionary([String: Untagged]), number(Int)
  }
  @DirectCodable @Tagged(.untagged) indirect enum UntaggedArray {
    case array([UntaggedArray]), number(Int)
  }
  @DirectCodable indirect enum External { case d(External), none }
  @DirectCodable @Tagged(.internal("t")) indirect enum Internal { case d(d: Internal), none }
  @DirectCodable @Tagged(.adjacent(tag: "t", content: "c")) indirect enum Adjacent {
    case d(d: Adjacent), none
  }
  struct Plain: Codable { var d: [String: Plain] }
  struct PlainArray: Codable { var d: [PlainArray] }
}

/// A type that contains itself, and documents of any depth.
struct RecursiveShape: Sendable {
  let name: String
  /// The text around a value that is nested once more, and the containers that it opens.
  let open: String
  let close: String
  let depth: Int
  /// The innermost value, and one that does not fit.
  let right: String
  let wrong: String
  let decode: @Sendable (RecursiveShape.Way, [UInt8]) throws -> Void
  /// Whether the type leaves values out that do not fit.
  var isLossy: Bool { name.hasPrefix("InLossy") }

  init<T: Codable & SendableMetatype>(
    plain type: T.Type, _ open: String, _ close: String, _ depth: Int, _ right: String,
    wrong: String
  ) {
    (name, self.open, self.close, self.depth) = ("\(type)", open, close, depth)
    (self.right, self.wrong) = (right, wrong)
    decode = { way, bytes in _ = try way.decode(type, bytes) }
  }

  init<T: DirectDecodable & Decodable & SendableMetatype>(
    _ type: T.Type, _ open: String, _ close: String, _ depth: Int, _ right: String,
    wrong: String = #"{"d":5}"#
  ) {
    (name, self.open, self.close, self.depth) = ("\(type)", open, close, depth)
    (self.right, self.wrong) = (right, wrong)
    decode = { way, bytes in _ = try way.decode(direct: type, bytes) }
  }

  /// Returns a document of at most `depth` containers. The innermost value has up to three.
  func text(depth most: Int, isRight: Bool) -> String {
    let levels = (most - 3) / depth
    return String(repeating: open, count: levels) + (isRight ? right : wrong)
      + String(repeating: close, count: levels)
  }

  static var all: [RecursiveShape] {
    let (dictionary, members) = (#"{"d":{"a":"#, #"{"d":{}}"#)
    return [
      RecursiveShape(Recursive.InDictionary.self, dictionary, "}}", 2, members),
      RecursiveShape(Recursive.InOptionalDictionary.self, dictionary, "}}", 2, "{}"),
      RecursiveShape(Recursive.InDictionaryOfOptionals.self, dictionary, "}}", 2, members),
      RecursiveShape(Recursive.InIntegerDictionary.self, #"{"d":{"1":"#, "}}", 2, members),
      RecursiveShape(Recursive.InArray.self, #"{"d":["#, "]}", 2, #"{"d":[]}"#),
      RecursiveShape(Recursive.InOptionalArray.self, #"{"d":["#, "]}", 2, "{}"),
      RecursiveShape(Recursive.InContiguousArray.self, #"{"d":["#, "]}", 2, #"{"d":[]}"#),
      RecursiveShape(Recursive.InDictionaryOfArrays.self, #"{"d":{"a":["#, "]}}", 3, members),
      RecursiveShape(Recursive.InArrayOfDictionaries.self, #"{"d":[{"a":"#, "}]}", 3, #"{"d":[]}"#),
      RecursiveShape(Recursive.InGeneric.self, #"{"d":[{"held":["#, "]}]}", 4, #"{"d":[]}"#),
      RecursiveShape(Recursive.InFlattened.self, #"{"d":"#, "}", 1, "{}"),
      RecursiveShape(Recursive.InLossyArray.self, #"{"d":["#, "]}", 2, #"{"d":[]}"#),
      RecursiveShape(Recursive.InLossyDictionary.self, dictionary, "}}", 2, members),
      RecursiveShape(Recursive.InDefault.self, #"{"d":["#, "]}", 2, "{}"),
      RecursiveShape(Recursive.AtPath.self, #"{"d":{"e":["#, "]}}", 3, #"{"d":{"e":[]}}"#),
      RecursiveShape(Recursive.InAlias.self, #"{"e":{"a":"#, "}}", 2, members),
      RecursiveShape(Recursive.WithHook.self, dictionary, "}}", 2, members),
      RecursiveShape(Recursive.InClass.self, #"{"d":"#, "}", 1, "{}"),
      RecursiveShape(Recursive.Untagged.self, #"{"a":"#, "}", 1, "1", wrong: #""a""#),
      RecursiveShape(Recursive.UntaggedArray.self, "[", "]", 1, "1", wrong: #""a""#),
      RecursiveShape(Recursive.External.self, #"{"d":{"_0":"#, "}}", 2, #"{"none":{}}"#),
      RecursiveShape(Recursive.Internal.self, #"{"t":"d","d":"#, "}", 1, #"{"t":"none"}"#),
      RecursiveShape(Recursive.Adjacent.self, #"{"t":"d","c":{"d":"#, "}}", 2, #"{"t":"none"}"#),
      RecursiveShape(plain: Recursive.Plain.self, dictionary, "}}", 2, members, wrong: #"{"d":5}"#),
      RecursiveShape(
        plain: Recursive.PlainArray.self, #"{"d":["#, "]}", 2, #"{"d":[]}"#, wrong: #"{"d":5}"#),
    ]
  }

  /// A format with options that change the way of coding.
  enum Way: CaseIterable {
    case json, snakeCase, style, json5, unknownKeys, document, foundation
    case binary, cbor, messagePack, yaml

    private var decoder: JSON.Decoder {
      var decoder = JSON.Decoder()
      switch self {
      case .snakeCase: decoder.keyDecodingStrategy = .convertFromSnakeCase
      case .style: decoder.keyDecodingStrategy = .style(.snakeCase)
      case .json5: decoder.allowsJSON5 = true
      case .unknownKeys: decoder.unknownKeys = .error
      case .foundation: decoder = JSON.Decoder(preset: .foundation)
      default: break
      }
      return decoder
    }

    func encode(_ text: String) throws -> [UInt8] {
      switch self {
      case .binary: try Binary.encode(JSON.decode(AnyValue.self, from: text))
      case .cbor: try CBOR.encode(JSON.decode(AnyValue.self, from: text))
      case .messagePack: try MessagePack.encode(JSON.decode(AnyValue.self, from: text))
      default: Array(text.utf8)
      }
    }

    func decode<T: Decodable>(_ type: T.Type, _ bytes: [UInt8]) throws -> T {
      switch self {
      case .binary: try Binary.decode(type, from: bytes)
      case .cbor: try CBOR.decode(type, from: bytes)
      case .messagePack: try MessagePack.decode(type, from: bytes)
      case .yaml: try YAML.decode(type, from: bytes)
      case .document: try JSON.document(bytes).decode(type)
      default: try decoder.decode(type, from: bytes)
      }
    }

    func decode<T: DirectDecodable & Decodable>(direct type: T.Type, _ bytes: [UInt8]) throws -> T {
      switch self {
      case .binary: try Binary.decode(type, from: bytes)
      case .cbor: try CBOR.decode(type, from: bytes)
      case .messagePack: try MessagePack.decode(type, from: bytes)
      case .yaml: try YAML.decode(type, from: bytes)
      case .document: try JSON.document(bytes).decode(type)
      default: try decoder.decode(type, from: bytes)
      }
    }
  }
}
