import FerryMacros

extension Feed {
  /// An issue with its author and labels.
  @DirectCodable(codable: false)
  struct Issue: BenchmarkModel {
    let url: String
    let repositoryURL: String
    let labelsURL: String
    let commentsURL: String
    let htmlURL: String
    let id: Int
    let nodeID: String
    let number: Int
    let title: String
    let user: User
    let labels: [Label]
    let state: String
    let locked: Bool
    let comments: Int
    let createdAt: String
    let updatedAt: String
    let closedAt: String?
    let authorAssociation: String
    let body: String?

    enum CodingKeys: String, CodingKey {
      case url
      case repositoryURL = "repository_url"
      case labelsURL = "labels_url"
      case commentsURL = "comments_url"
      case htmlURL = "html_url"
      case id
      case nodeID = "node_id"
      case number
      case title
      case user
      case labels
      case state
      case locked
      case comments
      case createdAt = "created_at"
      case updatedAt = "updated_at"
      case closedAt = "closed_at"
      case authorAssociation = "author_association"
      case body
    }
  }

  /// The author of an issue or a comment: nearly nothing but URLs.
  @DirectCodable(codable: false)
  struct User: BenchmarkModel {
    let login: String
    let id: Int
    let nodeID: String
    let avatarURL: String
    let gravatarID: String
    let url: String
    let htmlURL: String
    let followersURL: String
    let followingURL: String
    let gistsURL: String
    let starredURL: String
    let reposURL: String
    let eventsURL: String
    let type: String
    let siteAdmin: Bool

    enum CodingKeys: String, CodingKey {
      case login
      case id
      case nodeID = "node_id"
      case avatarURL = "avatar_url"
      case gravatarID = "gravatar_id"
      case url
      case htmlURL = "html_url"
      case followersURL = "followers_url"
      case followingURL = "following_url"
      case gistsURL = "gists_url"
      case starredURL = "starred_url"
      case reposURL = "repos_url"
      case eventsURL = "events_url"
      case type
      case siteAdmin = "site_admin"
    }
  }

  /// A label of an issue.
  @DirectCodable(codable: false)
  struct Label: BenchmarkModel {
    let id: Int
    let url: String
    let name: String
    let color: String
    let isDefault: Bool

    enum CodingKeys: String, CodingKey {
      case id
      case url
      case name
      case color
      case isDefault = "default"
    }
  }

  /// A comment on an issue.
  @DirectCodable(codable: false)
  struct Comment: BenchmarkModel {
    let url: String
    let htmlURL: String
    let issueURL: String
    let id: Int
    let nodeID: String
    let user: User
    let createdAt: String
    let updatedAt: String
    let authorAssociation: String
    let body: String

    enum CodingKeys: String, CodingKey {
      case url
      case htmlURL = "html_url"
      case issueURL = "issue_url"
      case id
      case nodeID = "node_id"
      case user
      case createdAt = "created_at"
      case updatedAt = "updated_at"
      case authorAssociation = "author_association"
      case body
    }
  }
}
