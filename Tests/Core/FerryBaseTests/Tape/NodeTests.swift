import FerryBase
import Testing

@Suite("Node")
struct NodeTests {
  @Test("a node is one word")
  func size() {
    #expect(MemoryLayout<Node>.size == 8)
    #expect(MemoryLayout<Node>.stride == 8)
  }

  @Test(
    "kind, length and payload come back, up to their limits",
    arguments: [0, 1, 7, Node.maximumLength], [0, 1, 255, 1 << 31, Node.maximumPayload])
  func parts(length: Int, payload: Int) {
    for raw in 0...NodeKind.continuation.rawValue {
      guard let kind = NodeKind(rawValue: raw) else {
        Issue.record("no kind \(raw)")
        continue
      }
      let node = Node(kind, length: length, payload: payload)
      #expect(node.kind == kind)
      #expect(node.length == length)
      #expect(node.payload == payload)
      #expect(Node(word: node.word) == node)
    }
  }

  @Test("all kinds fit five bits, and their order gives their number of words")
  func layout() {
    #expect(NodeKind.continuation.rawValue < 32)
    #expect(NodeKind.placeholder.rawValue < NodeKind.int64.rawValue)
    for kind in [NodeKind.int64, .uint64, .double, .packed] {
      #expect(kind.rawValue >= NodeKind.int64.rawValue && kind.rawValue < NodeKind.list.rawValue)
    }
    for kind in [NodeKind.list, .map, .continuation] {
      #expect(kind.rawValue >= NodeKind.list.rawValue)
    }
  }

  @Test(
    "integers of 59 bits are inline",
    arguments: [0, 1, -1, 42, -42, 1 << 57, (1 << 58) - 1, -(1 << 58)] as [Int64])
  func inlineIntegers(value: Int64) throws {
    let node = try #require(Node(integer: value))
    #expect(node.kind == .integer)
    #expect(node.integer == value)
  }

  @Test(
    "integers of more than 59 bits are not",
    arguments: [1 << 58, -(1 << 58) - 1, .max, .min] as [Int64])
  func longIntegers(value: Int64) {
    #expect(Node(integer: value) == nil)
  }

  @Test(
    "floats keep their bits",
    arguments: [
      0, -0.0, 1, -1.5, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude,
    ] as [Float])
  func floats(value: Float) {
    let node = Node(float: value)
    #expect(node.kind == .float)
    #expect(node.float.bitPattern == value.bitPattern)
  }
}
