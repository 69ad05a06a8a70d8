/// A page of search results that nobody wrote.
enum TwitterStandIn {
  /// A hundred tweets, three in four of which repeat another.
  static func archive() -> Sketch {
    var random = SeededGenerator(seed: 4)
    let statuses = (0..<100).map { _ in status(&random, repeats: random.chance(73)) }
    return [
      "statuses": .list(statuses),
      "search_metadata": [
        "completed_in": 0.087, "max_id": 505_874_924_095_815_681,
        "max_id_str": "505874924095815681",
        "next_results": "?max_id=505874847260352512&q=%E4%B8%80&count=100",
        "query": "%E4%B8%80", "refresh_url": "?since_id=505874924095815681&q=%E4%B8%80",
        "count": 100, "since_id": 0, "since_id_str": "0",
      ],
    ]
  }

  private static func status(_ random: inout SeededGenerator, repeats: Bool) -> Sketch {
    let id = random.int(in: 500_000_000_000_000_000...505_874_924_095_815_681)
    let other = random.chance(8) ? random.int(in: 100_000...2_200_000_000) : nil
    var members: [(key: String, value: Sketch)] = [
      ("metadata", ["result_type": "recent", "iso_language_code": "ja"]),
      ("created_at", time(&random)),
      ("id", .int(id)), ("id_str", "\(id)"),
      ("text", .text(random.japanese(random.int(in: 6...24)))),
      ("source", "<a href=\"http://example.com/download\" rel=\"nofollow\">Example</a>"),
      ("truncated", false),
      ("in_reply_to_status_id", other == nil ? nil : .int(id - 7)),
      ("in_reply_to_status_id_str", other == nil ? nil : "\(id - 7)"),
      ("in_reply_to_user_id", other.map { .int($0) } ?? nil),
      ("in_reply_to_user_id_str", other.map { "\($0)" } ?? nil),
      ("in_reply_to_screen_name", other == nil ? nil : "\(random.greek(2, joinedBy: "_"))"),
      ("user", user(&random)),
      ("geo", nil), ("coordinates", nil), ("place", nil), ("contributors", nil),
    ]
    if repeats { members.append(("retweeted_status", status(&random, repeats: false))) }
    members += [
      ("retweet_count", .int(random.int(in: 0...4_000))),
      ("favorite_count", .int(random.int(in: 0...2_000))),
      ("entities", entities(&random)),
      ("favorited", false), ("retweeted", false),
    ]
    if random.chance(12) { members.append(("possibly_sensitive", false)) }
    members.append(("lang", "ja"))
    return .object(members)
  }

  private static func user(_ random: inout SeededGenerator) -> Sketch {
    let id = random.int(in: 100_000...2_700_000_000)
    let picture = "pbs.example.com/profile_images/\(random.digits(18))/picture_normal.jpeg"
    let background = "abs.example.com/images/themes/theme1/bg.png"
    let hasZone = random.chance(18)
    let hasPage = random.chance(10)
    var descriptions: [(key: String, value: Sketch)] = []
    if hasPage { descriptions.append(("url", ["urls": [link(&random)]])) }
    descriptions.append(("description", ["urls": random.chance(5) ? [link(&random)] : []]))
    return [
      "id": .int(id), "id_str": "\(id)",
      "name": .text(random.japanese(2)),
      "screen_name": .text(random.greek(2, joinedBy: "_")),
      "location": .text(random.chance(50) ? random.japanese(1) : ""),
      "description": .text(random.japanese(random.int(in: 4...20))),
      "url": hasPage ? "http://t.example/\(random.greek(1))" : nil,
      "entities": .object(descriptions),
      "protected": false,
      "followers_count": .int(random.int(in: 0...9_999)),
      "friends_count": .int(random.int(in: 0...2_000)),
      "listed_count": .int(random.int(in: 0...99)),
      "created_at": time(&random),
      "favourites_count": .int(random.int(in: 0...9_999)),
      "utc_offset": hasZone ? 32_400 : nil, "time_zone": hasZone ? "Tokyo" : nil,
      "geo_enabled": .bool(random.chance(30)), "verified": false,
      "statuses_count": .int(random.int(in: 1...99_999)),
      "lang": "ja",
      "contributors_enabled": false, "is_translator": false, "is_translation_enabled": false,
      "profile_background_color": "C0DEED",
      "profile_background_image_url": "http://\(background)",
      "profile_background_image_url_https": "https://\(background)",
      "profile_background_tile": .bool(random.chance(30)),
      "profile_image_url": "http://\(picture)", "profile_image_url_https": "https://\(picture)",
      "profile_banner_url": "https://pbs.example.com/profile_banners/\(id)/\(random.digits(10))",
      "profile_link_color": "0084B4", "profile_sidebar_border_color": "FFFFFF",
      "profile_sidebar_fill_color": "DDEEF6", "profile_text_color": "333333",
      "profile_use_background_image": true,
      "default_profile": .bool(random.chance(50)), "default_profile_image": false,
      "following": false, "follow_request_sent": false, "notifications": false,
    ]
  }

  private static func entities(_ random: inout SeededGenerator) -> Sketch {
    let mentions: [Sketch] = (0..<random.int(in: 0...2)).map { _ in
      let id = random.int(in: 100_000...2_700_000_000)
      return [
        "screen_name": .text(random.greek(2, joinedBy: "_")), "name": .text(random.japanese(2)),
        "id": .int(id), "id_str": "\(id)", "indices": indices(&random),
      ]
    }
    let hashtag: Sketch = ["text": .text(random.japanese(1)), "indices": indices(&random)]
    var members: [(key: String, value: Sketch)] = [
      ("hashtags", random.chance(7) ? [hashtag] : []),
      ("symbols", []),
      ("urls", random.chance(13) ? [link(&random)] : []),
      ("user_mentions", .list(mentions)),
    ]
    if random.chance(6) { members.append(("media", [picture(&random)])) }
    return .object(members)
  }

  private static func picture(_ random: inout SeededGenerator) -> Sketch {
    let id = random.int(in: 400_000_000_000_000_000...505_874_924_095_815_681)
    let page = "example.com/\(random.greek(1))/status/\(id)/photo/1"
    return [
      "id": .int(id), "id_str": "\(id)", "indices": indices(&random),
      "media_url": "http://pbs.\(page).jpg", "media_url_https": "https://pbs.\(page).jpg",
      "url": "http://t.example/\(random.greek(1))",
      "display_url": "pic.\(page)", "expanded_url": "http://\(page)",
      "type": "photo",
      "sizes": [
        "medium": ["w": 600, "h": 399, "resize": "fit"],
        "small": ["w": 340, "h": 226, "resize": "fit"],
        "thumb": ["w": 150, "h": 150, "resize": "crop"],
        "large": ["w": 1024, "h": 682, "resize": "fit"],
      ],
      "source_status_id": .int(id - 11), "source_status_id_str": "\(id - 11)",
    ]
  }

  private static func link(_ random: inout SeededGenerator) -> Sketch {
    let page = "example.com/\(random.greek(2, joinedBy: "/"))"
    return [
      "url": "http://t.example/\(random.greek(1))", "expanded_url": "http://\(page)",
      "display_url": "\(page)…", "indices": indices(&random),
    ]
  }

  private static func indices(_ random: inout SeededGenerator) -> Sketch {
    let start = random.int(in: 0...120)
    return [.int(start), .int(start + random.int(in: 4...22))]
  }

  private static func time(_ random: inout SeededGenerator) -> Sketch {
    let minute = random.int(in: 10...59)
    return "Sun Aug \(random.int(in: 10...31)) 00:\(minute):\(random.int(in: 10...59)) +0000 2014"
  }
}
