import Testing

@testable import FerryMacrosPlugin

@Suite("Hashes of keys")
struct FieldHashTests {
  @Test("the first and the last eight bytes and the length")
  func words() {
    #expect(fieldHash("") == 0)
    #expect(fieldHash("a") == 0x61 + 1)
  }
}
