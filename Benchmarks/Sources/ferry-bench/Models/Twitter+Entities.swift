import FerryMacros

extension Twitter {
  /// The parts of a tweet's text that are not words.
  @DirectCodable(codable: false)
  struct Entities: BenchmarkModel {
    let hashtags: [Hashtag]
    let symbols: [Hashtag]
    let urls: [Link]
    let userMentions: [UserMention]
    let media: [Media]?

    enum CodingKeys: String, CodingKey {
      case hashtags
      case symbols
      case urls
      case userMentions = "user_mentions"
      case media
    }
  }

  /// A `#` or `$` word and where it stands.
  @DirectCodable(codable: false)
  struct Hashtag: BenchmarkModel {
    let text: String
    let indices: [Int]
  }

  /// A link and where it stands.
  @DirectCodable(codable: false)
  struct Link: BenchmarkModel {
    let url: String
    let expandedURL: String
    let displayURL: String
    let indices: [Int]

    enum CodingKeys: String, CodingKey {
      case url
      case expandedURL = "expanded_url"
      case displayURL = "display_url"
      case indices
    }
  }

  /// A name with `@` and where it stands.
  @DirectCodable(codable: false)
  struct UserMention: BenchmarkModel {
    let screenName: String
    let name: String
    let id: Int64
    let idString: String
    let indices: [Int]

    enum CodingKeys: String, CodingKey {
      case screenName = "screen_name"
      case name
      case id
      case idString = "id_str"
      case indices
    }
  }

  /// A picture, its sizes, and the tweet that it first stood in.
  @DirectCodable(codable: false)
  struct Media: BenchmarkModel {
    let id: Int64
    let idString: String
    let indices: [Int]
    let mediaURL: String
    let mediaURLHTTPS: String
    let url: String
    let displayURL: String
    let expandedURL: String
    let type: String
    let sizes: Sizes
    let sourceStatusID: Int64?
    let sourceStatusIDString: String?

    enum CodingKeys: String, CodingKey {
      case id
      case idString = "id_str"
      case indices
      case mediaURL = "media_url"
      case mediaURLHTTPS = "media_url_https"
      case url
      case displayURL = "display_url"
      case expandedURL = "expanded_url"
      case type
      case sizes
      case sourceStatusID = "source_status_id"
      case sourceStatusIDString = "source_status_id_str"
    }
  }

  /// The sizes that a picture is offered in.
  @DirectCodable(codable: false)
  struct Sizes: BenchmarkModel {
    let medium: Size
    let small: Size
    let thumb: Size
    let large: Size
  }

  /// Width and height in pixels, and how the picture was made to fit.
  @DirectCodable(codable: false)
  struct Size: BenchmarkModel {
    let width: Int
    let height: Int
    let resize: String

    enum CodingKeys: String, CodingKey {
      case width = "w"
      case height = "h"
      case resize
    }
  }
}
