import Ferry
import Foundation
import Testing

// Coders for Vapor 4.
struct FerryContent: ContentEncoder, ContentDecoder {
  typealias UserInfo = [CodingUserInfoKey: any Sendable]
  let encoder = JSON.Encoder()
  let decoder = JSON.Decoder()

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
    try decoder.decode(type, from: body.readableBytesView, userInfo: userInfo)
  }

  func decode<D: Decodable>(
    _ type: D.Type, from body: ByteBuffer, headers: HTTPHeaders
  ) throws -> D {
    try decode(type, from: body, headers: headers, userInfo: [:])
  }
}

extension CodingUserInfoKey {
  static let requestID = CodingUserInfoKey(rawValue: "requestID").unsafelyUnwrapped
}

// A coder for Hummingbird 2.
struct FerryCoder: RequestDecoder, ResponseEncoder {
  let decoder = JSON.Decoder()
  let encoder = JSON.Encoder()

  func decode<T: Decodable>(
    _ type: T.Type, from request: Request, context: some RequestContext
  ) async throws -> T {
    let body = try await request.body.collect(upTo: context.maxUploadSize)
    return try decoder.decode(
      type, from: body.readableBytesView, userInfo: [.requestID: context.id])
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

  struct Context: RequestContext {
    let id = "r7"
    let maxUploadSize = 1 << 20
  }

  @Test func vapor() throws {
    ContentConfiguration.global.use(encoder: FerryContent(), for: .json)
    ContentConfiguration.global.use(decoder: FerryContent(), for: .json)

    var (body, headers) = (ByteBuffer(), HTTPHeaders())
    try FerryContent().encode(["name": "Jo"], to: &body, headers: &headers)
    let greeting = try FerryContent().decode(
      Greeting.self, from: body, headers: headers, userInfo: [.requestID: "r7"])
    #expect(greeting.name == "Jo")
    #expect(greeting.request == "r7")
    #expect(try FerryContent().decode(Greeting.self, from: body, headers: headers).request == nil)
  }

  @Test func hummingbird() async throws {
    let request = Request(body: .init(bytes: Array(#"{"name":"Jo"}"#.utf8)))
    let greeting = try await FerryCoder().decode(Greeting.self, from: request, context: Context())
    #expect(greeting.request == "r7")
    let response = try FerryCoder().encode(["a": 1], from: request, context: Context())
    #expect(response.body.byteBuffer.readableBytesView == Array(#"{"a":1}"#.utf8))
  }
}
