#if FERRY_YAML
import FerryConfiguration
import FerryMacros
import Testing

@Suite("Aliases as one instance of a class")
struct SharedInstancesTests {
  final class Pool: Codable {
    var size: Int
    var owner: Owner?
  }

  final class Owner: Codable {
    var name: String
  }

  struct Model: Codable {
    var first: Pool
    var second: Pool
    var third: Pool
    var all: [Pool]
    var byName: [String: Pool?]
  }

  @DirectCodable
  final class DirectPool {
    var size = 1
  }

  struct Pools: Codable {
    var a: DirectPool
    var b: DirectPool
  }

  static let text = """
    first: &pool {size: 1, owner: &owner {name: x}}
    second: *pool
    third: {size: 1, owner: *owner}
    all: [*pool, {size: 2}, *pool]
    byName: {a: *pool, b: ~}

    """

  @Test("each alias is an instance of its own, unless the decoder shares instances")
  func identity() throws {
    var decoder = YAML.Decoder()
    let apart = try decoder.decode(Model.self, from: Self.text)
    #expect(apart.first !== apart.second && apart.all[0] !== apart.all[2])

    decoder.sharesAliasedInstances = true
    let model = try decoder.decode(Model.self, from: Self.text)
    #expect(model.first === model.second && model.first === model.all[0])
    #expect(model.first === model.all[2] && model.first === model.byName["a"] as? Pool)
    #expect(model.third !== model.first && model.third.owner === model.first.owner)
    #expect(model.all[1].size == 2)
    // Another call has other instances.
    #expect(try decoder.decode(Model.self, from: Self.text).first !== model.first)
    let pools = try decoder.decode(Pools.self, from: "{a: &a {size: 3}, b: *a}")
    #expect(pools.a === pools.b && pools.a.size == 3)
  }

  @Test("documents of a series share no instances")
  func series() throws {
    var decoder = YAML.Decoder()
    decoder.sharesAliasedInstances = true
    let text = (0..<3000).map { "--- [&a {size: \($0)}, *a]\n" }.joined()
    let values = try decoder.decodeAll([Pool].self, from: text)
    #expect(values.map { $0[0].size } == Array(0..<3000))
    #expect(values.allSatisfy { $0[0] === $0[1] })
  }
}
#endif
