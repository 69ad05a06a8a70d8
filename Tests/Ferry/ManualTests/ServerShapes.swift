import Foundation

// The parts of SwiftNIO's, Vapor's and Hummingbird's public interfaces that the snippets for them
// call: enough to compile those against, without the packages.

struct ByteBuffer: Equatable {
  var readableBytesView: [UInt8] = []

  init(bytes: [UInt8] = []) { readableBytesView = bytes }

  mutating func writeBytes(_ bytes: some Sequence<UInt8>) {
    readableBytesView.append(contentsOf: bytes)
  }
}

// MARK: Vapor 4

struct HTTPMediaType {
  static let json = HTTPMediaType()
}

struct HTTPHeaders {
  var contentType: HTTPMediaType?
}

protocol ContentEncoder: Sendable {
  func encode<E: Encodable>(
    _ encodable: E, to body: inout ByteBuffer, headers: inout HTTPHeaders) throws
  func encode<E: Encodable>(
    _ encodable: E, to body: inout ByteBuffer, headers: inout HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]) throws
}

protocol ContentDecoder: Sendable {
  func decode<D: Decodable>(
    _ decodable: D.Type, from body: ByteBuffer, headers: HTTPHeaders
  ) throws -> D
  func decode<D: Decodable>(
    _ decodable: D.Type, from body: ByteBuffer, headers: HTTPHeaders,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> D
}

struct ContentConfiguration {
  nonisolated(unsafe) static var global = ContentConfiguration()

  func use(encoder: any ContentEncoder, for type: HTTPMediaType) {}
  func use(decoder: any ContentDecoder, for type: HTTPMediaType) {}
}

struct Abort: Error, Equatable {
  enum Status { case badRequest }
  var status: Status
  var reason: String

  init(_ status: Status, reason: String) { (self.status, self.reason) = (status, reason) }
}

struct Application {}

func routes(_ app: Application) throws {}

// MARK: Hummingbird 2

struct Request {
  struct Body {
    var bytes: [UInt8]
    func collect(upTo maximum: Int) async throws -> ByteBuffer { ByteBuffer(bytes: bytes) }
  }
  var body: Body
}

struct Response {
  enum Header: Hashable { case contentType }
  struct Body { var byteBuffer: ByteBuffer }
  var status: HTTPError.Status
  var headers: [Header: String]
  var body: Body
}

struct HTTPError: Error, Equatable {
  enum Status { case ok, badRequest }
  var status: Status
  var body: String?

  init(_ status: Status, message: String) { (self.status, body) = (status, message) }
}

struct ApplicationRequestContextSource {
  var id: String
}

struct CoreRequestContextStorage {
  var id: String

  init(source: ApplicationRequestContextSource) { id = source.id }
}

protocol RequestContext {
  typealias Source = ApplicationRequestContextSource
  associatedtype Decoder: RequestDecoder
  associatedtype Encoder: ResponseEncoder
  var coreContext: CoreRequestContextStorage { get set }
  var requestDecoder: Decoder { get }
  var responseEncoder: Encoder { get }
  init(source: Source)
}

extension RequestContext {
  var id: String { coreContext.id }
  var maxUploadSize: Int { 2 << 20 }
}

struct Router<Context: RequestContext> {
  init(context: Context.Type) {}
}

protocol RequestDecoder {
  func decode<T: Decodable>(
    _ type: T.Type, from request: Request, context: some RequestContext
  ) async throws -> T
}

protocol ResponseEncoder {
  func encode(
    _ value: some Encodable, from request: Request, context: some RequestContext
  ) throws -> Response
}
