import Foundation

extension Fixtures {
  /// Foundation's value types.
  package struct Record: Codable, Equatable, Sendable {
    package var created = Date(timeIntervalSinceReferenceDate: 123_456_789.125)
    package var payload = Data([0, 1, 2, 253, 254, 255])
    package var link = URL(string: "https://example.org/a%20b?q=1&r=%2F#fragment")
    package var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255))
    package var price = Decimal(string: "-12345678901234567890.123456789")
    package var dates = [Date(timeIntervalSinceReferenceDate: 0), .init(timeIntervalSince1970: -1)]
    package var byName = ["home": URL(string: "file:///tmp/x")]
    package var blobs = [Data(), Data([7])]
    package var missing: Date?

    package init() {}
  }
}
