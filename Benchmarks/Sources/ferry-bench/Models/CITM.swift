import FerryMacros

/// A season of concerts: dictionaries with numbers for keys, many small integer lists, much
/// white space.
public enum CITM {
  /// The document.
  @DirectCodable(codable: false)
  public struct Catalog: BenchmarkModel {
    let areaNames: [String: String]
    let audienceSubCategoryNames: [String: String]
    let blockNames: [String: String]
    let events: [String: Event]
    let performances: [Performance]
    let seatCategoryNames: [String: String]
    let subTopicNames: [String: String]
    let subjectNames: [String: String]
    let topicNames: [String: String]
    let topicSubTopics: [String: [Int]]
    let venueNames: [String: String]
  }

  /// An event.
  @DirectCodable(codable: false)
  struct Event: BenchmarkModel {
    let description: String?
    let id: Int
    let logo: String?
    let name: String
    let subTopicIds: [Int]
    let subjectCode: String?
    let subtitle: String?
    let topicIds: [Int]
  }

  /// When it is played, and what the seats cost.
  @DirectCodable(codable: false)
  struct Performance: BenchmarkModel {
    let eventId: Int
    let id: Int
    let logo: String?
    let name: String?
    let prices: [Price]
    let seatCategories: [SeatCategory]
    let seatMapImage: String?
    /// Milliseconds since 1970.
    let start: Int64
    let venueCode: String
  }

  /// The price of a seat category, in hundredths.
  @DirectCodable(codable: false)
  struct Price: BenchmarkModel {
    let amount: Int
    let audienceSubCategoryId: Int
    let seatCategoryId: Int
  }

  /// The areas of one seat category.
  @DirectCodable(codable: false)
  struct SeatCategory: BenchmarkModel {
    let areas: [Area]
    let seatCategoryId: Int
  }

  /// A part of the hall.
  @DirectCodable(codable: false)
  struct Area: BenchmarkModel {
    let areaId: Int
    let blockIds: [Int]
  }
}
