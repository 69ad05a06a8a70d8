import FerryMacros

/// A page of search results: many optional members, long and mostly non-ASCII strings.
///
/// Every member of the document is here, null ones included.
public enum Twitter {
  /// The document.
  @DirectCodable(codable: false)
  public struct Archive: BenchmarkModel {
    let statuses: [Status]
    let searchMetadata: SearchMetadata

    enum CodingKeys: String, CodingKey {
      case statuses
      case searchMetadata = "search_metadata"
    }
  }

  /// The query of the search, and the links to its next results.
  @DirectCodable(codable: false)
  struct SearchMetadata: BenchmarkModel {
    let completedIn: Double
    let maxID: Int64
    let maxIDString: String
    let nextResults: String
    let query: String
    let refreshURL: String
    let count: Int
    let sinceID: Int64
    let sinceIDString: String

    enum CodingKeys: String, CodingKey {
      case completedIn = "completed_in"
      case maxID = "max_id"
      case maxIDString = "max_id_str"
      case nextResults = "next_results"
      case query
      case refreshURL = "refresh_url"
      case count
      case sinceID = "since_id"
      case sinceIDString = "since_id_str"
    }
  }

  /// One tweet, with the tweet that it repeats.
  @DirectCodable(codable: false)
  struct Status: BenchmarkModel {
    let metadata: Metadata
    let createdAt: String
    let id: Int64
    let idString: String
    let text: String
    let source: String
    let truncated: Bool
    let inReplyToStatusID: Int64?
    let inReplyToStatusIDString: String?
    let inReplyToUserID: Int64?
    let inReplyToUserIDString: String?
    let inReplyToScreenName: String?
    let user: User
    let geo: Point?
    let coordinates: Point?
    let place: Place?
    let contributors: [Int]?
    let retweetedStatus: Boxed<Status>?
    let retweetCount: Int
    let favoriteCount: Int
    let entities: Entities
    let favorited: Bool
    let retweeted: Bool
    let possiblySensitive: Bool?
    let language: String

    enum CodingKeys: String, CodingKey {
      case metadata
      case createdAt = "created_at"
      case id
      case idString = "id_str"
      case text
      case source
      case truncated
      case inReplyToStatusID = "in_reply_to_status_id"
      case inReplyToStatusIDString = "in_reply_to_status_id_str"
      case inReplyToUserID = "in_reply_to_user_id"
      case inReplyToUserIDString = "in_reply_to_user_id_str"
      case inReplyToScreenName = "in_reply_to_screen_name"
      case user
      case geo
      case coordinates
      case place
      case contributors
      case retweetedStatus = "retweeted_status"
      case retweetCount = "retweet_count"
      case favoriteCount = "favorite_count"
      case entities
      case favorited
      case retweeted
      case possiblySensitive = "possibly_sensitive"
      case language = "lang"
    }
  }

  /// How a tweet came into the results.
  @DirectCodable(codable: false)
  struct Metadata: BenchmarkModel {
    let resultType: String
    let languageCode: String

    enum CodingKeys: String, CodingKey {
      case resultType = "result_type"
      case languageCode = "iso_language_code"
    }
  }

  /// A place on the map; null throughout the usual file.
  @DirectCodable(codable: false)
  struct Point: BenchmarkModel {
    let type: String
    let coordinates: [Double]
  }

  /// A named place; null throughout the usual file.
  @DirectCodable(codable: false)
  struct Place: BenchmarkModel {
    let id: String
    let fullName: String

    enum CodingKeys: String, CodingKey {
      case id
      case fullName = "full_name"
    }
  }
}
