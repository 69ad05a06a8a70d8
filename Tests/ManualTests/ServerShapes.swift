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

// MARK: Hummingbird 2

struct Request {
  struct Body {
    var bytes: [UInt8]
    func collect(upTo maximum: Int) async throws -> ByteBuffer { ByteBuffer(bytes: bytes) }
  }
  var body: Body
}

struct Response {
  enum Status { case ok }
  enum Header: Hashable { case contentType }
  struct Body { var byteBuffer: ByteBuffer }
  var status: Status
  var headers: [Header: String]
  var body: Body
}

protocol RequestContext {
  var id: String { get }
  var maxUploadSize: Int { get }
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
