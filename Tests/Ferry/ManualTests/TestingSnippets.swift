import FerryMacros
import FerryTesting
import Testing

@DirectCodable
private struct Ticket: Equatable {
  var guest: String
  @Range(1...20) var seats: Int
}

/// The code of the page about tests of models.
@Suite struct TestingSnippets {
  @Test("values come back from every format")
  func roundTrips() throws {
    try expectRoundTrip(Ticket(guest: "Ada", seats: 2))
    try expectRoundTrip(ofRandom: Ticket.self, count: 50)
    let tickets = try randomValues(of: Ticket.self, count: 10, seed: 42)
    #expect(tickets.count == 10)
  }

  @Test("a value is compared with a golden file")
  func golden() throws {
    try expectGolden(Ticket(guest: "Ada", seats: 2), "Golden/ticket.json")
  }
}
