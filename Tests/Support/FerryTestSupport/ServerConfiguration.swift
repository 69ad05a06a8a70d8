import Foundation

/// A configuration as servers have it, for tests of errors and layers.
package struct ServerConfiguration: Codable, Equatable {
  package enum Mode: String, Codable, CaseIterable { case development, production }

  package struct Server: Codable, Equatable {
    package var host: String
    package var port: Int
    package var tls: Bool?
    package var timeout: Double?
    package var hosts: [String]?
    package var backlog: UInt8?
  }

  package var mode: Mode?
  package var server: Server
  package var tags: [String]?
  package var limits: [String: Int]?
  package var started: Date?
  package var key: Data?
}
