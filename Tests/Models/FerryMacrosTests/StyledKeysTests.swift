import Ferry
import FerryMacros
import FerryTestSupport
import Testing

@DirectCodable
private struct Styled: Equatable {
  var catID: Int
  var imageURLs: [String]
  var isHTML2PDF: Bool?
  var lastLives = 9
  @Key("metaData.lastOne") var lastOne: Int
  var byName: [String: Int]
}

/// The same members with the compiler's synthesis.
private struct Plain: Codable, Equatable {
  var catID: Int
  var imageURLs: [String]
  var isHTML2PDF: Bool?
  var lastLives: Int
  var metaData: Meta
  var byName: [String: Int]

  struct Meta: Codable, Equatable { var lastOne: Int }
}

@DirectCodable
private enum Shape: Equatable {
  case fullCircle(innerRadius: Int)
  case noShape
}

private enum PlainShape: Codable, Equatable {
  case fullCircle(innerRadius: Int)
  case noShape
}

@DirectCodable @Tagged(.internal("shapeKind"))
private enum Tagged: Equatable {
  case fullCircle(innerRadius: Int)
  case other([String: Int])
}

@DirectCodable @Tagged(.adjacent(tag: "shapeKind", content: "shapeValue"))
private enum Adjacent: Equatable { case fullCircle(innerRadius: Int) }

@DirectCodable
private struct Parts: Equatable {
  var ownKey: Int
  @Flatten var inner: Inner
  @Flatten var rest: [String: Int]

  @DirectCodable
  struct Inner: Equatable { var innerKey: Int? }
}

@Suite("Keys in a style of the coder")
struct StyledKeysTests {
  private let model = Styled(
    catID: 7, imageURLs: ["u"], isHTML2PDF: true, lastLives: 8, lastOne: 3, byName: ["anyKey": 1])
  private let twin = Plain(
    catID: 7, imageURLs: ["u"], isHTML2PDF: true, lastLives: 8, metaData: .init(lastOne: 3),
    byName: ["anyKey": 1])

  private func encoders(_ style: KeyStyle) -> Encoders {
    Encoders { $0.keyEncodingStrategy = .style(style) }
  }

  private func ways(_ style: KeyStyle) -> Ways {
    Ways { $0.keyDecodingStrategy = .style(style) }
  }

  /// Checks that a value is written in a style, and that each format reads it back.
  private func expectRoundTrip<T: DirectCodable & Codable & Equatable & SendableMetatype>(
    _ value: T, _ style: KeyStyle = .snakeCase, _ json: String? = nil
  ) throws {
    for (way, document) in try encoders(style).encode(value) {
      if let json { #expect(try JSON.string(document) == json, "\(way)") }
      for (back, result) in try ways(style).decode(T.self, document) {
        #expect(throws: Never.self, "\(way), \(back)") { try #expect(result.get() == value) }
      }
    }
  }

  @Test("a struct has the document of its synthesized twin", arguments: KeyStyle.allCases)
  func twins(style: KeyStyle) throws {
    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .style(style)
    try expectRoundTrip(model, style, encoder.string(twin))
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .style(style)
    #expect(try decoder.decode(Plain.self, from: encoder.encode(model)) == twin)
  }

  @Test(
    "a key is found in any order, and its style counts before its own name",
    arguments: [
      #"{"cat_id":7,"catID":1,"image_urls":["u"],"is_html2_pdf":true,"last_lives":8,"meta_data":{"last_one":3},"by_name":{"anyKey":1}}"#,
      #"{"byName":{"anyKey":1},"metaData":{"lastOne":3},"lastLives":8,"isHTML2PDF":true,"imageURLs":["u"],"catID":7}"#,
      #"{"catID":"x","metaData":5,"by_name":{"anyKey":1},"meta_data":{"lastOne":null,"last_one":3},"last_lives":8,"is_html2_pdf":true,"image_urls":["u"],"cat_id":7}"#,
    ])
  func lookUp(json: String) throws {
    let document = try JSON.decode(AnyValue.self, from: json)
    for (way, result) in try ways(.snakeCase).decode(Styled.self, document) {
      #expect(throws: Never.self, "\(way)") { try #expect(result.get() == model) }
    }
  }

  @Test("records of a stream have keys in the style")
  func stream() throws {
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .style(.snakeCase)
    let line = try #require(encoders(.snakeCase).encode(model).first).document
    let lines = Array("\(try JSON.string(line))\n\(try JSON.string(line))\n".utf8)
    let values = try JSON.stream(Styled.self, from: .bytes(lines), decoder: decoder).map {
      try $0.get()
    }
    #expect(values == [model, model])
  }

  @Test("cases, tags and the values of cases have keys in the style")
  func enums() throws {
    let circle = #"{"full_circle":{"inner_radius":1}}"#
    try expectRoundTrip(Shape.fullCircle(innerRadius: 1), .snakeCase, circle)
    try expectRoundTrip(Shape.noShape, .snakeCase, #"{"no_shape":{}}"#)
    try expectRoundTrip(
      Tagged.fullCircle(innerRadius: 1), .snakeCase,
      #"{"shape_kind":"fullCircle","inner_radius":1}"#)
    try expectRoundTrip(Tagged.other(["x": 1]), .snakeCase, #"{"shape_kind":"other","x":1}"#)
    try expectRoundTrip(
      Adjacent.fullCircle(innerRadius: 1), .snakeCase,
      #"{"shape_kind":"fullCircle","shape_value":{"inner_radius":1}}"#)
  }

  /// The styles in which a name shows its words.
  private static let styles = KeyStyle.allCases.filter { $0 != .flatCase && $0 != .upperCase }

  @Test("a synthesized enum reads its case in a style that shows words", arguments: styles)
  func synthesizedEnum(style: KeyStyle) throws {
    var (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
    decoder.keyDecodingStrategy = .style(style)
    encoder.keyEncodingStrategy = .style(style)
    for shape in [PlainShape.fullCircle(innerRadius: 1), .noShape] {
      #expect(try decoder.decode(PlainShape.self, from: encoder.encode(shape)) == shape)
    }
    let both = #"{"noShape":{},"\#(style.name(of: "noShape"))":{}}"#
    #expect(try decoder.decode(PlainShape.self, from: both) == .noShape)
  }

  @Test("a flattened dictionary takes no key of a member, and keeps its own keys")
  func flattened() throws {
    try expectRoundTrip(
      Parts(ownKey: 1, inner: .init(innerKey: 2), rest: ["someKey": 3]), .snakeCase,
      #"{"own_key":1,"inner_key":2,"someKey":3}"#)
  }

  @Test("missing keys have the names of the model")
  func missing() throws {
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .style(.snakeCase)
    let error = #expect(throws: DecodingError.self) {
      try decoder.decode(Styled.self, from: #"{"image_urls":[],"by_name":{}}"#)
    }
    #expect("\(try #require(error))".contains("catID"))
  }
}
