import FerryMacros

/// A page of the events of a code host: many URLs, and one payload type with mostly missing members.
public enum Feed {
  /// One thing that an account did.
  @DirectCodable(codable: false)
  public struct Event: BenchmarkModel {
    let id: String
    let type: String
    let actor: Account
    let repository: Repository
    let payload: Payload
    let isPublic: Bool
    let createdAt: String
    let organization: Account?

    enum CodingKeys: String, CodingKey {
      case id
      case type
      case actor
      case repository = "repo"
      case payload
      case isPublic = "public"
      case createdAt = "created_at"
      case organization = "org"
    }
  }

  /// The actor of an event, or the organization that owns its repository.
  @DirectCodable(codable: false)
  struct Account: BenchmarkModel {
    let id: Int
    let login: String
    let displayLogin: String?
    let gravatarID: String
    let url: String
    let avatarURL: String

    enum CodingKeys: String, CodingKey {
      case id
      case login
      case displayLogin = "display_login"
      case gravatarID = "gravatar_id"
      case url
      case avatarURL = "avatar_url"
    }
  }

  /// The repository of an event.
  @DirectCodable(codable: false)
  struct Repository: BenchmarkModel {
    let id: Int
    let name: String
    let url: String
  }

  /// The members of all types of events.
  @DirectCodable(codable: false)
  struct Payload: BenchmarkModel {
    let action: String?
    let pushID: Int?
    let size: Int?
    let distinctSize: Int?
    let ref: String?
    let refType: String?
    let masterBranch: String?
    let description: String?
    let pusherType: String?
    let head: String?
    let before: String?
    let commits: [Commit]?
    let issue: Issue?
    let comment: Comment?

    enum CodingKeys: String, CodingKey {
      case action
      case pushID = "push_id"
      case size
      case distinctSize = "distinct_size"
      case ref
      case refType = "ref_type"
      case masterBranch = "master_branch"
      case description
      case pusherType = "pusher_type"
      case head
      case before
      case commits
      case issue
      case comment
    }
  }

  /// A pushed commit.
  @DirectCodable(codable: false)
  struct Commit: BenchmarkModel {
    let sha: String
    let author: Author
    let message: String
    let distinct: Bool
    let url: String
  }

  /// The author of a commit.
  @DirectCodable(codable: false)
  struct Author: BenchmarkModel {
    let email: String
    let name: String
  }
}
