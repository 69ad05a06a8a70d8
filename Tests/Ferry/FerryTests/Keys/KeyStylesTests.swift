import Ferry
import FerryTestSupport
import Testing

@Suite("Keys in a style of names")
struct KeyStylesTests {
  private struct Cat: Codable, Equatable {
    var catID: Int
    var imageURLs: [String]
    var isHTML2PDF: Bool?
    var owner: [String: Owner]
    struct Owner: Codable, Equatable {
      var userName: String
    }
  }

  private let cat = Cat(
    catID: 7, imageURLs: ["u"], isHTML2PDF: true, owner: ["any_key": .init(userName: "ada")])

  private func coders(_ style: KeyStyle) -> (JSON.Decoder, JSON.Encoder) {
    var (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
    decoder.keyDecodingStrategy = .style(style)
    encoder.keyEncodingStrategy = .style(style)
    return (decoder, encoder)
  }

  @Test("acronyms stay whole in snake case, dictionaries keep their keys")
  func snakeCase() throws {
    let text = try coders(.snakeCase).1.string(cat)
    #expect(text.hasPrefix(#"{"cat_id":7,"image_urls":["u"],"#))
    #expect(text.hasSuffix(#""owner":{"any_key":{"user_name":"ada"}}}"#))
  }

  @Test("every style comes back, acronyms and all", arguments: KeyStyle.allCases)
  func roundTrip(style: KeyStyle) throws {
    let (decoder, encoder) = coders(style)
    let text = try encoder.string([cat, cat])
    #expect(try decoder.decode([Cat].self, from: text) == [cat, cat])
  }

  @Test("a key is found in any order, under its style or under its own name")
  func lookUp() throws {
    let decoder = coders(.snakeCase).0
    let texts = [
      #"{"owner":{},"unknown":1,"image_urls":["u"],"cat_id":7}"#,
      #"{"owner":{},"imageURLs":["u"],"catID":7}"#,
      #"{"catID":8,"cat_id":7,"owner":{},"image_urls":["u"]}"#,
    ]
    for text in texts {
      let cat = try decoder.decode(Cat.self, from: text)
      #expect(cat == Cat(catID: 7, imageURLs: ["u"], isHTML2PDF: nil, owner: [:]))
    }
  }

  @Test("paths in errors are the keys of the model")
  func paths() throws {
    let decoder = coders(.snakeCase).0
    let text = #"{"cat_id":7,"image_urls":["u",1],"owner":{"any_key":{"user_name":1}}}"#
    let error = #expect(throws: DecodingError.self) { try decoder.decode(Cat.self, from: text) }
    #expect(ErrorSummary(try #require(error)).path == ["imageURLs", "Index 1"])
    let other = #expect(throws: DecodingError.self) {
      try decoder.decode(
        Cat.self, from: text.replacing(#"["u",1]"#, with: "[]"))
    }
    #expect(ErrorSummary(try #require(other)).path == ["owner", "any_key", "userName"])
  }
}
