import Ferry
import Testing

@Suite("Unknown keys")
struct UnknownKeysTests {
  private struct Known: Codable, Equatable { var id: Int }
  private struct Wide: Codable, Equatable { var id = 1, other = 2 }

  private func category(_ body: () throws -> some Any) -> Problem.Category? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? DecodingError)?.problem?.category
    }
  }

  @Test("an unknown key is skipped by default, and an error on request", arguments: [1, 40_000])
  func lists(count: Int) throws {
    let values = Array(repeating: Wide(), count: count)
    let (json, binary) = (try JSON.encode(values), try Binary.encode(values))
    #expect(try JSON.decode([Known].self, from: json).count == count)
    #expect(try Binary.decode([Known].self, from: binary).count == count)
    var (strict, strictBinary) = (JSON.Decoder(), Binary.Decoder())
    strict.unknownKeys = .error
    strictBinary.unknownKeys = .error
    #expect(category { try strict.decode([Known].self, from: json) } == .unknownKey)
    #expect(category { try strictBinary.decode([Known].self, from: binary) } == .unknownKey)
    #expect(try strict.decode([Wide].self, from: json) == values)
    #expect(try strictBinary.decode([Wide].self, from: binary) == values)
  }

  @Test("a dictionary has no unknown keys")
  func dictionaries() throws {
    let text = try JSON.string(["id": 1, "unknown": 2])
    var strict = JSON.Decoder()
    strict.unknownKeys = .error
    #expect(try strict.decode([String: Int].self, from: text) == ["id": 1, "unknown": 2])
  }
}
