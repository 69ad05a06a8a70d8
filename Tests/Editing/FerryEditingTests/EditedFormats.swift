import FerryEditing
import FerryJSON

#if FERRY_YAML
import FerryYAML
#endif

extension DocumentEditor.Format {
  static let all: [DocumentEditor.Format] = {
    #if FERRY_YAML
    [.json, .json5, .yaml]
    #else
    [.json, .json5]
    #endif
  }()

  func read(_ bytes: [UInt8]) throws -> AnyValue {
    #if FERRY_YAML
    if self == .yaml { return try YAML.decode(AnyValue.self, from: bytes) }
    #endif
    return try JSON.Decoder { $0.allowsJSON5 = self == .json5 }.decode(AnyValue.self, from: bytes)
  }
}

extension AnyValue {
  /// The paths of all values inside of it.
  var paths: [[WirePath.Step]] {
    let members = object?.map { (WirePath.Step.key($0.key), $0.value) }
    let elements = array?.enumerated().map { (WirePath.Step.index($0.offset), $0.element) }
    return (members ?? elements ?? []).flatMap { step, value in
      [[step]] + value.paths.map { [step] + $0 }
    }
  }
}

/// Returns the words of a random document's comments, each `c` and a number.
func commentWords(in text: [UInt8]) -> [Substring] {
  String(decoding: text, as: UTF8.self).matches(of: /[#\/*] (c[0-9]+)/).map { $0.1 }
}
