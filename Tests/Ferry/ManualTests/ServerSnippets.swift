import Ferry
import Foundation
import Testing

// Coders for Vapor 4.
struct FerryContent: ContentEncoder, ContentDecoder {
  typealias UserInfo = [CodingUserInfoKey: any Sendable]
  var encoder = JSON.Encoder()
  var decoder = JSON.Decoder()

  init() {
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
  }

  func encode<E: Encodable>(
    _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders, userInfo: UserInfo
  ) throws {
    headers.contentType = .json
    body.writeBytes(try encoder.encode(value, userInfo: userInfo))
  }

  func encode<E: Encodable>(
    _ value: E, to body: inout ByteBuffer, headers: inout HTTPHeaders
  ) throws {
    try encode(value, to: &body, headers: &headers, userInfo: [:])
  }

  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders, userInfo: UserInfo
  ) throws -> D {
    do {
      return try decoder.decode(type, from: body.readableBytesView, userInfo: userInfo)
    } catch let error as DecodingError {
      guard let failure = error.problem else { throw error }
      throw Abort(.badRequest, reason: "\(failure)")
    }
  }

  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders
  ) throws -> D {
    try decode(type, from: body, headers: headers, userInfo: [:])
  }
}

func configure(_ app: Application) async throws {
  ContentConfiguration.global.use(encoder: FerryContent(), for: .json)
  ContentConfiguration.global.use(decoder: FerryContent(), for: .json)
  try routes(app)
}

// swift-format-ignore: NeverForceUnwrap
extension CodingUserInfoKey {
  static let requestID = CodingUserInfoKey(rawValue: "requestID")!
}

// A coder for Hummingbird 2.
struct FerryCoder: RequestDecoder, ResponseEncoder {
  var decoder = JSON.Decoder()
  var encoder = JSON.Encoder()

  init() {
    decoder.dateDecodingStrategy = .iso8601
    encoder.dateEncodingStrategy = .iso8601
  }

  func decode<T: Decodable>(
    _ type: T.Type, from request: Request, context: some RequestContext
  ) async throws -> T {
    let body = try await request.body.collect(upTo: context.maxUploadSize)
    do {
      return try decoder.decode(
        type, from: body.readableBytesView, userInfo: [.requestID: context.id])
    } catch let error as DecodingError {
      guard let failure = error.problem else { throw error }
      throw HTTPError(.badRequest, message: "\(failure)")
    }
  }

  func encode(
    _ value: some Encodable, from request: Request, context: some RequestContext
  ) throws -> Response {
    let body = try encoder.encode(value, userInfo: [.requestID: context.id])
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: .init(byteBuffer: .init(bytes: body)))
  }
}

struct AppContext: RequestContext {
  static let coder = FerryCoder()
  var coreContext: CoreRequestContextStorage
  var requestDecoder: FerryCoder { Self.coder }
  var responseEncoder: FerryCoder { Self.coder }

  init(source: Source) { coreContext = .init(source: source) }
}

@Suite("Servers")
struct ServerSnippets {
  /// A model that takes something from the call.
  struct Greeting: Codable {
    var name: String
    var request: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      request = decoder.userInfo[.requestID] as? String
    }
  }

  struct Visit: Codable, Equatable {
    var name: String
    var at: Date
  }

  static let visit = Visit(name: "Jo", at: Date(timeIntervalSince1970: 0))
  static let visitJSON = #"{"name":"Jo","at":"1970-01-01T00:00:00Z"}"#

  /// The text that a client reads after `{"name": 7}`.
  static let report = """
    1:10: wrong type of value: expected String, found number 7, at name
    {"name": 7}
             ^
    """

  @Test("Vapor's coders are installed, pass the userInfo on, and write dates in ISO 8601")
  func vapor() async throws {
    try await configure(Application())
    let coder = FerryContent()
    var (body, headers) = (ByteBuffer(), HTTPHeaders())
    try coder.encode(Self.visit, to: &body, headers: &headers)
    #expect(body == ByteBuffer(bytes: Array(Self.visitJSON.utf8)))
    #expect(try coder.decode(Visit.self, from: body, headers: headers) == Self.visit)
    let greeting = try coder.decode(
      Greeting.self, from: body, headers: headers, userInfo: [.requestID: "r7"])
    #expect(greeting.request == "r7")
    #expect(try coder.decode(Greeting.self, from: body, headers: headers).request == nil)
  }

  @Test("Hummingbird's coder is installed, has the request, and writes dates in ISO 8601")
  func hummingbird() async throws {
    let router = Router(context: AppContext.self)

    _ = router
    let context = AppContext(source: .init(id: "r7"))
    let request = Request(body: .init(bytes: Array(Self.visitJSON.utf8)))
    func decode<T: Decodable>(_ type: T.Type) async throws -> T {
      try await context.requestDecoder.decode(type, from: request, context: context)
    }
    #expect(try await decode(Visit.self) == Self.visit)
    #expect(try await decode(Greeting.self).request == "r7")
    let response = try context.responseEncoder.encode(Self.visit, from: request, context: context)
    #expect(response.body.byteBuffer == ByteBuffer(bytes: Array(Self.visitJSON.utf8)))
  }

  @Test("an invalid request is answered with status 400 and the text of the failure")
  func invalidRequests() async throws {
    let bytes = Array(#"{"name": 7}"#.utf8)
    #expect(throws: Abort(.badRequest, reason: Self.report)) {
      try FerryContent().decode(
        Greeting.self, from: ByteBuffer(bytes: bytes), headers: HTTPHeaders())
    }
    await #expect(throws: HTTPError(.badRequest, message: Self.report)) {
      try await FerryCoder().decode(
        Greeting.self, from: Request(body: .init(bytes: bytes)),
        context: AppContext(source: .init(id: "r7")))
    }
  }

  @Test("the page about servers shows the answer to an invalid request")
  func answer() throws {
    let page = try String(
      contentsOfFile: "Sources/Ferry/Ferry/Ferry.docc/HowTo/Servers.md", encoding: .utf8)
    #expect(page.contains(try JSON.string(["error": ["message": Self.report]])))
  }
}
