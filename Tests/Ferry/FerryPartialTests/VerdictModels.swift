import FerryMacros
import FerryPartial
import Foundation

// A family of models with all attributes, each with documents that are its values.

/// A model with documents of its values; the first has required members only.
protocol Judged: PartiallyDecodable, DirectDecodable, Decodable, Equatable {
  static var documents: [String] { get }
}

@DirectCodable @PartiallyDecodable @KeyStyle(.snakeCase)
struct Attributes: Judged {
  var userName: String
  @As(.iso8601) var createdAt: Date
  @As(.base64) var bytes: Data?
  @As(.secondsSince1970) var seen: Date?
  @As(.text) var number: Int = 3
  @Tolerant var count: Int?
  @Tolerant var flag = false
  @Lossy var numbers: [Int] = []
  @Lossy var words: Set<String> = []
  @Lossy var table: [String: Int] = [:]
  @Lossy var items: [Item] = []
  @Default(missing: 1, error: 2) var level: Int
  @Default(error: "?") var mark: String?
  @Range(1...9) @Default(missing: 5, error: 7) var rank: Int
  @Alias("labels", "meta.tags") var tags: [Item] = []
  @Key("meta.source.name") var source: String?
  @Key("meta.source.size") var size = 3
  @Key("meta.id", "id") var id: Int?
  @Nil(.null) var note: String?
  @Skip(.decode) var secret = 1
  var anything: AnyValue = .null

  @DirectCodable @PartiallyDecodable
  struct Item: Equatable {
    @Pattern("^[a-z]*$") var text: String
    @Length(...3) var list: [Int] = []
    @OneOf(1, 2) var choice: Int?
  }

  static let documents = [
    #"{"user_name":"a","created_at":"2001-12-14T00:00:00Z"}"#,
    #"""
    {"userName":"late","labels":[{"text":"x","list":[1,2]}],"created_at":"2001-12-14T00:00:00Z",
    "bytes":"AQI=","seen":5,"number":"7","count":"42","flag":1,"numbers":[1,"b",3],"words":["a",5],
    "table":{"a":1,"b":"x"},"items":[{"text":"a","choice":1},5],"level":"high","mark":[],"rank":100,
    "meta":{"tags":[{"text":"y"}],"source":{"name":"web","size":9},"id":7},"id":8,"anything":null,
    "other":[1],"user_name":"Ada","note":null}
    """#,
    #"""
    {"userName":"x\u00e9","createdAt":"2001-12-14T00:00:00+01:00","anything":{"a":[1,{}]},"id":1,
    "meta":{"tags":[],"source":null},"note":"n","level":4,"mark":"m","rank":3,"flag":"true"}
    """#,
  ]
}

@DirectCodable @PartiallyDecodable
struct Flattened: Judged {
  var name: String
  @Flatten var place: Place
  @Flatten var shape: Shape?
  @Flatten var rest: [String: AnyValue]

  @DirectCodable
  struct Place: Equatable {
    var city: String
    var zip: Int?
  }

  @DirectCodable @PartiallyDecodable @Tagged(.internal("kind"))
  enum Shape: Equatable {
    case circle(radius: Double)
    case empty
  }

  static let documents = [
    #"{"name":"a","city":"b"}"#,
    #"{"kind":"circle","radius":1.5,"name":"a","extra":[1],"city":"b","zip":5,"more":null}"#,
    #"{"zip":null,"city":"c","kind":"empty","name":"n\n"}"#,
  ]
}

@DirectCodable @PartiallyDecodable
struct Enums: Judged {
  var mood: Mood
  var code: Code?
  var event: Event = .none
  var sum: Sum?
  var both: [Both] = []
  var either: Either?
  var moods: [String: Mood] = [:]
  var set: Set<Mood> = []
  var tag: Tag?
  var nothing: Nothing?

  @DirectCodable @PartiallyDecodable
  enum Mood: String { case good, bad }

  @DirectCodable @PartiallyDecodable
  enum Code: Int { case one = 1, two, ten = 10 }

  @DirectCodable @PartiallyDecodable
  enum Event: Equatable {
    case none
    case number(Int)
    case pair(left: String, right: String?)
  }

  @DirectCodable @PartiallyDecodable @Tagged(.external)
  enum Sum: Equatable {
    case id(Int)
    case both(Int, String)
    case none
  }

  @DirectCodable @PartiallyDecodable @Tagged(.adjacent(tag: "t", content: "c"))
  enum Both: Equatable {
    case size(Int)
    @UnknownCase case other(String)
  }

  @DirectCodable @PartiallyDecodable @Tagged(.untagged)
  enum Either: Equatable {
    case number(Int)
    case text(String)
  }

  @DirectCodable @PartiallyDecodable
  struct Tag: RawRepresentable, Equatable { var rawValue: String }

  @DirectCodable @PartiallyDecodable
  struct Nothing: Equatable {}

  static let documents = [
    #"{"mood":"good"}"#,
    #"""
    {"mood":"bad","code":10,"event":{"pair":{"left":"a"}},"sum":{"both":[1,"a"]},"both":[{"t":"size",
    "c":5},{"t":"new"}],"either":5,"moods":{"a":"good","b":"bad"},"set":["good","good"],"tag":"x",
    "nothing":{}}
    """#,
    #"{"mood":"bad","sum":"none","event":{"number":{"_0":1}},"either":"x","nothing":[1]}"#,
  ]
}

@DirectCodable @PartiallyDecodable
final class Branch: Judged {
  let name: String
  let size: Double?
  let children: [Branch]
  @Alias("next") let following: [Branch]?

  func validate() throws {
    if name == "!" { throw CocoaError(.coderInvalidValue) }
  }

  static func == (one: Branch, other: Branch) -> Bool {
    one.name == other.name && one.size == other.size && one.children == other.children
      && one.following == other.following
  }

  static let documents = [
    #"{"name":"a","children":[]}"#,
    #"{"name":"a","size":1e3,"children":[{"name":"b","children":[]},{"name":"","children":[]}]}"#,
    #"{"next":[{"next":[{"name":"c","children":[]}],"name":"b","children":[]}],"name":"a","children":[]}"#,
  ]
}

@DirectCodable @PartiallyDecodable
struct Values: Judged {
  var texts: [String?]
  var map: [String: [String: Int]] = [:]
  var double = 0.5
  var float: Float?
  var small: Int8?
  var unsigned: UInt16?
  var decimal: Decimal?
  var data: Data?
  var uuid: UUID?
  var url: URL?
  var twice: Int??
  var list: [AnyValue] = []

  static let documents = [
    #"{"texts":[]}"#,
    #"""
    {"texts":["a",null,"\ud83d\ude00"],"map":{"":{"a":1,"b":2},"x":{}},"double":1e2,"float":1.5,
    "small":-128,"unsigned":65535,"decimal":1.50,"data":"AQI=","url":"https://a.b/c?d","list":[null,{}],
    "uuid":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","twice":null}
    """#,
  ]
}
