import FerryBase
import Testing

@Suite("OpenContainer")
struct OpenContainerTests {
  @Test("headers have the number and the end of the elements")
  func headers() throws {
    // [[], {"k": [null, null]}, null]
    try Sketch.view(
      { (tape, open) throws(WireFailure) in
        try open.open(.list, on: &tape, limit: 9)
        open.count += 1
        try open.open(.list, on: &tape, limit: 9)
        open.close(on: &tape)
        open.count += 1
        try open.open(.map, on: &tape, limit: 9)
        open.count += 1
        try tape.append("k")
        try open.open(.list, on: &tape, limit: 9)
        for _ in 0..<2 {
          open.count += 1
          try tape.append(Node(.null))
        }
        open.close(on: &tape)
        open.close(on: &tape)
        open.count += 1
        try tape.append(Node(.null))
        open.close(on: &tape)
      },
      { view in
        #expect(view[0] == Node(.list, length: 3, payload: 8))
        #expect(view[1] == Node(.list, length: 0, payload: 2))
        #expect(view[2] == Node(.map, length: 1, payload: 7))
        #expect(view[4] == Node(.list, length: 2, payload: 7))
        #expect([1, 2, 4].map { view.next($0) } == [2, 7, 7])
      })
  }

  @Test("closing restores the kind, count and header of the parent")
  func parents() throws {
    var tape = Tape()
    var open = OpenContainer()
    #expect(open.header == -1)
    #expect(open.depth == 0)
    try open.open(.map, on: &tape, limit: 9)
    open.count = 5
    try open.open(.list, on: &tape, limit: 9)
    #expect(!open.isMap)
    #expect(open.header == 1)
    #expect(open.count == 0)
    #expect(open.depth == 2)
    open.close(on: &tape)
    #expect(open.isMap)
    #expect(open.header == 0)
    #expect(open.count == 5)
    open.close(on: &tape)
    #expect(open.header == -1)
    #expect(open.depth == 0)
  }

  @Test("the limit allows as many containers, not one more", arguments: [0, 1, 2, 512])
  func depth(limit: Int) throws {
    var tape = Tape()
    var open = OpenContainer()
    for _ in 0..<limit { try open.open(.list, on: &tape, limit: limit) }
    let failure = Sketch.failure { () throws(WireFailure) in
      try open.open(.map, on: &tape, limit: limit)
    }
    #expect(failure?.kind == .depthLimit)
    #expect(open.depth == limit)
    let count = tape.count
    #expect(count == limit)
  }

  @Test("a container too long for its header is counted", arguments: [NodeKind.list, .map])
  func saturatedCount(kind: NodeKind) throws {
    try Sketch.view(
      { (tape, _) throws(WireFailure) in
        try tape.append(Node(kind, length: Node.maximumLength, payload: 7))
        for _ in 0..<6 { try tape.append(Node(.null)) }
      },
      { view in
        #expect(view.elementCount(0) == (kind == .map ? 3 : 6))
      })
  }
}
