#if YAML
import Foundation

/// A configuration as servers have it, for tests of errors and layers.
struct ServerConfiguration: Codable, Equatable {
  enum Mode: String, Codable { case development, production }

  struct Server: Codable, Equatable {
    var host: String
    var port: Int
    var tls: Bool?
    var timeout: Double?
    var hosts: [String]?
    var backlog: UInt8?
  }

  var mode: Mode?
  var server: Server
  var tags: [String]?
  var limits: [String: Int]?
  var started: Date?
  var key: Data?
}
#endif
