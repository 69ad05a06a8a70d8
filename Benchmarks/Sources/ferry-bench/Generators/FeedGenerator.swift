/// The events of a code host that does not exist.
enum FeedGenerator {
  private static let host = "https://api.example.com"

  /// One page of 35 events, 65 kB of minified text.
  static func events() -> Sketch {
    var random = SeededGenerator(seed: 12)
    return .list((0..<35).map { event($0, &random) })
  }

  private static func event(_ index: Int, _ random: inout SeededGenerator) -> Sketch {
    let repository = "\(random.greek(1))/\(random.greek(2))"
    let login = "\(random.greek(2))\(random.int(in: 1...99))"
    // The types come in a fixed order, so that a seed cannot leave one out.
    let kinds = ["Push", "IssueComment", "Push", "Create", "Push", "Watch", "Issues"]
    let kind = kinds[index % kinds.count]
    let payload: Sketch =
      switch kind {
      case "Push": push(to: repository, &random)
      case "Create":
        [
          "ref": .text(random.greek(2, joinedBy: "/")), "ref_type": "branch",
          "master_branch": "main", "description": .text(sentence(8, &random)),
          "pusher_type": "user",
        ]
      case "Issues": ["action": "opened", "issue": issue(of: repository, &random)]
      case "IssueComment":
        [
          "action": "created", "issue": issue(of: repository, &random),
          "comment": comment(on: repository, &random),
        ]
      default: ["action": "started"]
      }
    var members: [(key: String, value: Sketch)] = [
      ("id", .text(random.digits(11))), ("type", "\(kind)Event"),
      ("actor", account(login, display: login, &random)),
      (
        "repo",
        [
          "id": .int(random.int(in: 100_000...400_000_000)), "name": .text(repository),
          "url": "\(host)/repos/\(repository)",
        ]
      ),
      ("payload", payload), ("public", true), ("created_at", time(&random)),
    ]
    if random.chance(40) {
      members.append(("org", account(random.greek(1), display: nil, &random)))
    }
    return .object(members)
  }

  private static func account(
    _ login: String, display: String?, _ random: inout SeededGenerator
  ) -> Sketch {
    let id = random.int(in: 1_000...90_000_000)
    var members: [(key: String, value: Sketch)] = [("id", .int(id)), ("login", .text(login))]
    if let display { members.append(("display_login", .text(display))) }
    members += [
      ("gravatar_id", ""),
      ("url", "\(host)/\(display == nil ? "orgs" : "users")/\(login)"),
      ("avatar_url", "https://avatars.example.com/u/\(id)?"),
    ]
    return .object(members)
  }

  private static func push(
    to repository: String, _ random: inout SeededGenerator
  ) -> Sketch {
    let commits: [Sketch] = (0..<random.int(in: 1...6)).map { _ in
      let sha = random.hexadecimal(40)
      let given = random.pick(Words.givenNames)
      return [
        "sha": .text(sha),
        "author": [
          "email": "\(given.lowercased())@example.com",
          "name": "\(given) \(random.pick(Words.familyNames))",
        ],
        "message": .text("\(sentence(6, &random))\n\n\(sentence(random.int(in: 3...12), &random))"),
        "distinct": .bool(random.chance(90)), "url": "\(host)/repos/\(repository)/commits/\(sha)",
      ]
    }
    return [
      "push_id": .int(random.int(in: 9_000_000_000...10_000_000_000)),
      "size": .int(commits.count), "distinct_size": .int(commits.count),
      "ref": "refs/heads/\(random.greek(1))", "head": .text(random.hexadecimal(40)),
      "before": .text(random.hexadecimal(40)), "commits": .list(commits),
    ]
  }

  private static func issue(of repository: String, _ random: inout SeededGenerator) -> Sketch {
    let number = random.int(in: 1...9_999)
    let url = "\(host)/repos/\(repository)/issues/\(number)"
    let labels: [Sketch] = (0..<random.int(in: 0...2)).map { _ in
      let name = random.greek(1)
      return [
        "id": .int(random.int(in: 100_000_000...999_999_999)),
        "url": "\(host)/repos/\(repository)/labels/\(name)", "name": .text(name),
        "color": .text(random.hexadecimal(6)), "default": .bool(random.chance(30)),
      ]
    }
    let isClosed = random.chance(30)
    return [
      "url": .text(url), "repository_url": "\(host)/repos/\(repository)",
      "labels_url": "\(url)/labels{/name}", "comments_url": "\(url)/comments",
      "html_url": "https://example.com/\(repository)/issues/\(number)",
      "id": .int(random.int(in: 900_000_000...1_300_000_000)), "node_id": node(&random),
      "number": .int(number), "title": .text(sentence(7, &random)), "user": user(&random),
      "labels": .list(labels), "state": isClosed ? "closed" : "open", "locked": false,
      "comments": .int(random.int(in: 0...40)), "created_at": time(&random),
      "updated_at": time(&random), "closed_at": isClosed ? time(&random) : nil,
      "author_association": "CONTRIBUTOR", "body": prose(&random),
    ]
  }

  private static func comment(on repository: String, _ random: inout SeededGenerator) -> Sketch {
    let id = random.int(in: 900_000_000...1_300_000_000)
    return [
      "url": "\(host)/repos/\(repository)/issues/comments/\(id)",
      "html_url": "https://example.com/\(repository)/issues/7#issuecomment-\(id)",
      "issue_url": "\(host)/repos/\(repository)/issues/7",
      "id": .int(id), "node_id": node(&random), "user": user(&random),
      "created_at": time(&random), "updated_at": time(&random),
      "author_association": "MEMBER", "body": prose(&random),
    ]
  }

  private static func user(_ random: inout SeededGenerator) -> Sketch {
    let id = random.int(in: 1_000...90_000_000)
    let login = random.greek(2)
    let url = "\(host)/users/\(login)"
    return [
      "login": .text(login), "id": .int(id), "node_id": node(&random),
      "avatar_url": "https://avatars.example.com/u/\(id)?v=4", "gravatar_id": "",
      "url": .text(url), "html_url": "https://example.com/\(login)",
      "followers_url": "\(url)/followers", "following_url": "\(url)/following{/other_user}",
      "gists_url": "\(url)/gists{/gist_id}", "starred_url": "\(url)/starred{/owner}{/repo}",
      "repos_url": "\(url)/repos", "events_url": "\(url)/events{/privacy}",
      "type": "User", "site_admin": false,
    ]
  }

  /// Markdown with line breaks and quotes.
  private static func prose(_ random: inout SeededGenerator) -> Sketch {
    let lines = (0..<random.int(in: 6...20)).map { _ in
      random.chance(20)
        ? "> \"\(sentence(5, &random))\"" : sentence(random.int(in: 5...14), &random)
    }
    return .text(lines.joined(separator: "\r\n"))
  }

  private static func sentence(_ count: Int, _ random: inout SeededGenerator) -> String {
    random.greek(count, joinedBy: " ") + "."
  }

  private static func node(_ random: inout SeededGenerator) -> Sketch {
    "MDU6SXNzdWU\(random.digits(9))=="
  }

  private static func time(_ random: inout SeededGenerator) -> Sketch {
    let minute = random.int(in: 10...59)
    return "2022-06-\(random.int(in: 10...30))T12:\(minute):\(random.int(in: 10...59))Z"
  }
}
