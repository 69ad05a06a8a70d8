/// A season of concerts that nobody plays.
enum CITMStandIn {
  /// 184 events and 243 performances.
  static func catalog() -> Sketch {
    var random = SeededGenerator(seed: 5)
    let events = (0..<184).map { 138_586_341 + $0 * 4 }
    let areas = (0..<17).map { 205_705_993 + $0 }
    let seats = (0..<64).map { 338_937_235 + $0 }
    let topics = (0..<4).map { 107_888_604 + $0 * 4 }
    let subtopics = (0..<19).map { 337_184_262 + $0 }
    return [
      "areaNames": names(areas, &random),
      "audienceSubCategoryNames": ["337100890": "Abonné"],
      "blockNames": [:],
      "events": .object(
        events.map { ("\($0)", event($0, topics: topics, subtopics: subtopics, &random)) }),
      "performances": .list(
        (0..<243).map { _ in performance(events, areas: areas, seats: seats, &random) }),
      "seatCategoryNames": names(seats, &random),
      "subTopicNames": names(subtopics, &random),
      "subjectNames": [:],
      "topicNames": names(topics, &random),
      "topicSubTopics": .object(topics.map { ("\($0)", some(of: subtopics, 2...8, &random)) }),
      "venueNames": ["PLEYEL_PLEYEL": "Salle Pleyel"],
    ]
  }

  private static func event(
    _ id: Int, topics: [Int], subtopics: [Int], _ random: inout SeededGenerator
  ) -> Sketch {
    [
      "description": nil, "id": .int(id), "logo": logo(&random),
      "name": .text(random.greek(3, joinedBy: " ")),
      "subTopicIds": some(of: subtopics, 2...5, &random),
      "subjectCode": nil, "subtitle": nil,
      "topicIds": some(of: topics, 2...4, &random),
    ]
  }

  private static func performance(
    _ events: [Int], areas: [Int], seats: [Int], _ random: inout SeededGenerator
  ) -> Sketch {
    let categories = (0..<random.int(in: 2...6)).map { _ in random.pick(seats) }
    return [
      "eventId": .int(random.pick(events)), "id": .int(random.int(in: 339_000_000...340_000_000)),
      "logo": logo(&random), "name": nil,
      "prices": .list(
        categories.map {
          [
            "amount": .int(random.int(in: 10...300) * 500), "audienceSubCategoryId": 337_100_890,
            "seatCategoryId": .int($0),
          ]
        }),
      "seatCategories": .list(
        categories.map { category in
          let count = random.int(in: 3...16)
          return [
            "areas": .list(
              (0..<count).map { _ in ["areaId": .int(random.pick(areas)), "blockIds": []] }),
            "seatCategoryId": .int(category),
          ]
        }),
      "seatMapImage": nil,
      "start": .int(1_372_701_600_000 + random.int(in: 0...400) * 86_400_000),
      "venueCode": "PLEYEL_PLEYEL",
    ]
  }

  private static func logo(_ random: inout SeededGenerator) -> Sketch {
    random.chance(48) ? "/images/UE0AAAAACEK\(random.digits(4))AAAAZDSVRN" : nil
  }

  private static func names(_ ids: [Int], _ random: inout SeededGenerator) -> Sketch {
    .object(ids.map { ("\($0)", "\(random.pick(Words.french)) \(random.pick(Words.greek))") })
  }

  private static func some(
    of ids: [Int], _ count: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> Sketch {
    .list((0..<random.int(in: count)).map { _ in .int(random.pick(ids)) })
  }
}
