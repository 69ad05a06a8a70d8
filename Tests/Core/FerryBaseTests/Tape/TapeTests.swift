import FerryBase
import FerryTestSupport
import Testing

@Suite("Tape")
struct TapeTests {
  @Test("words stay in order while the tape grows")
  func growth() throws {
    var tape = Tape()
    for index in 0..<5000 { try tape.append(Node(.text, length: index, payload: 2 * index)) }
    #expect(tape.count == 5000)
    var wrong = 0
    for index in 0..<5000 where tape.node(at: index).payload != 2 * index { wrong += 1 }
    #expect(wrong == 0)
  }

  @Test(
    "a 64-bit integer takes one word if it has 59 bits, else two",
    arguments: [
      (0, NodeKind.integer, 1), ((1 << 58) - 1, .integer, 1), (-(1 << 58), .integer, 1),
      (1 << 58, .int64, 2), (-(1 << 58) - 1, .int64, 2), (.max, .int64, 2), (.min, .int64, 2),
    ] as [(Int64, NodeKind, Int)])
  func signed(value: Int64, kind: NodeKind, words: Int) throws {
    try Sketch.view({ (tape, _) throws(WireFailure) in try tape.append(value) }) { view in
      #expect(view[0].kind == kind)
      #expect(view.count == words)
      #expect(view.next(0) == words)
      #expect(view.integer(at: 0, as: Int64.self) == value)
    }
  }

  @Test(
    "an unsigned integer is signed where it fits",
    arguments: [
      (0, NodeKind.integer), (1 << 58, .int64), (UInt64(Int64.max), .int64),
      (UInt64(Int64.max) + 1, .uint64), (.max, .uint64),
    ] as [(UInt64, NodeKind)])
  func unsigned(value: UInt64, kind: NodeKind) throws {
    try Sketch.view({ (tape, _) throws(WireFailure) in try tape.append(value) }) { view in
      #expect(view[0].kind == kind)
      #expect(view.integer(at: 0, as: UInt64.self) == value)
    }
  }

  @Test(
    "the word limit holds for one word and for two", arguments: [0, 1, 2, 3, 255, 256, 257, 600])
  func wordLimit(limit: Int) throws {
    var tape = Tape(wordLimit: limit)
    for _ in 0..<limit { try tape.append(Node(.null)) }
    let single = Sketch.failure { () throws(WireFailure) in try tape.append(Node(.null)) }
    #expect(single?.kind == .nodeLimit)
    #expect(single?.node == limit)
    let count = tape.count
    #expect(count == limit)

    var pairs = Tape(wordLimit: limit)
    while pairs.count + 2 <= limit { try pairs.append(1.5) }
    let double = Sketch.failure { () throws(WireFailure) in try pairs.append(1.5) }
    #expect(double?.kind == .nodeLimit)
    let used = pairs.count
    #expect(used == limit / 2 * 2)
  }

  @Test("lengths and offsets beyond their bits are an error")
  func sizeLimit() throws {
    var tape = Tape()
    try tape.append(.text, offset: Node.maximumPayload, length: Node.maximumLength)
    let long = Sketch.failure { () throws(WireFailure) in
      try tape.append(.text, offset: 5, length: Node.maximumLength + 1)
    }
    #expect(long == WireFailure(.sizeLimit, offset: 5))
    let far = Sketch.failure { () throws(WireFailure) in
      try tape.append(.text, offset: Node.maximumPayload + 1, length: 1)
    }
    #expect(far?.kind == .sizeLimit)
    let count = tape.count
    #expect(count == 1)
  }

  @Test("the arena keeps what is stored in it while it grows")
  func arena() throws {
    let texts = (0..<500).map { String(repeating: "x\($0)é", count: $0 % 40) }
    try Sketch.view(
      { (tape, _) throws(WireFailure) in
        for text in texts { try tape.append(text) }
      },
      { view in
        #expect(view.count == texts.count)
        #expect((0..<view.count).map { view.string(view[$0]) } == texts)
      })
  }

  @Test("reserved bytes of the arena that are not used are given back")
  func unusedBytesAreGivenBack() throws {
    var tape = Tape()
    let first = try tape.store(upTo: 5000) { (buffer) throws(WireFailure) in
      buffer[0] = 65
      return 1
    }
    let second = try tape.store(upTo: 10) { (_) throws(WireFailure) in 0 }
    #expect(first == 0..<1)
    #expect(second == 1..<1)
    let count = tape.arena.count
    #expect(count == 1)
  }

  @Test("packed arrays start at a multiple of eight and keep their elements", arguments: 0..<9)
  func packed(shift: Int) throws {
    let doubles = [1.5, -0.0, .infinity, Double.leastNonzeroMagnitude]
    try Sketch.view(
      { (tape, _) throws(WireFailure) in
        try tape.append(String(repeating: "a", count: shift))
        var failure: WireFailure?
        doubles.withUnsafeBytes { bytes in
          failure = Sketch.failure { () throws(WireFailure) in
            try tape.append(packing: ByteView(bytes), of: .double)
          }
        }
        if let failure { throw failure }
        try tape.append(Node(.true))
      },
      { view in
        #expect(view[1].payload % 8 == 0)
        #expect(view.elementCount(1) == 4)
        #expect(view.next(1) == 3)
        let (elements, type) = view.packed(1)
        #expect(type == .double)
        #expect(elements.array(of: UInt64.self).elementsEqual(doubles.map(\.bitPattern)))
        #expect(view.bool(at: 3) == true)
      })
  }

  @Test("clearing keeps memory up to the limit and gives the rest back")
  func clearing() throws {
    guard AllocationCounter.isAvailable else { return print("Skipped: no allocation counter") }
    var tape = Tape()
    func fill(_ words: Int) throws {
      for _ in 0..<words { try tape.append(Node(.null)) }
    }
    try fill(100_000)
    tape.clear()
    let count = tape.count
    #expect(count == 0)
    let again = try AllocationCounter.count { try fill(100_000) }
    #expect(again.large == 0)
    tape.clear(retaining: 64 << 10)
    let afterwards = try AllocationCounter.count { try fill(100_000) }
    #expect(afterwards.large > 0)
  }

  @Test("a value of every kind is the same when it is copied to another tape")
  func copying() throws {
    let stored: [NodeKind] = [
      .numberText, .plainText, .arenaText, .arenaBytes, .uuid, .arenaExtension,
    ]
    try Sketch.view(
      input: "0123456789",
      { (tape, open) throws(WireFailure) in
        try open.open(.list, on: &tape, limit: 1)
        for kind: NodeKind in [.null, .true, .false] { try tape.append(Node(kind, length: 1)) }
        try tape.append(Node(smallInteger: -7))
        try tape.append(Node(float: 0.1))
        for kind: NodeKind in [
          .integerText, .decimalText, .text, .bytes, .extension,
        ] {
          try tape.append(kind, offset: 3, length: 4)
        }
        for kind in stored { try tape.append(kind, copying: "\(kind)") }
        try tape.append(Int64.min)
        try tape.append(UInt64.max)
        try tape.append(0.1)
        try tape.append(.decimal, offset: 3, length: 4, 3456)
        try tape.append(date: 0.1)
        open.count = 22
        open.close(on: &tape)
      },
      { view in
        var tape = Tape()
        try tape.append(copying: view, at: 0)
        let copy = TapeView(tape, input: view.input)
        try #require(copy.count == view.count)
        var index = 1
        while index < view.count {
          let (node, copied) = (view[index], copy[index])
          #expect(copied.kind == node.kind)
          if view.next(index) == index + 2 {
            #expect(copy.word(after: index) == view.word(after: index), "\(node.kind)")
          }
          if stored.contains(node.kind) {
            #expect(copy.stored(copied).elementsEqual(view.stored(node)), "\(node.kind)")
          } else {
            #expect(copied == node, "\(node.kind)")
          }
          index = view.next(index)
        }
        let end = tape.node(at: 0).payload
        #expect(end == view.count)
      })
  }

  @Test("a replaced tape and a truncated tape have the expected nodes")
  func replacing() throws {
    var tape = Tape()
    for index in 0..<4 { try tape.append(Node(.text, length: index)) }
    tape.replace(1, with: Node(.null))
    tape.truncate(to: 2)
    let (count, kind) = (tape.count, tape.node(at: 1).kind)
    #expect(count == 2)
    #expect(kind == .null)
  }
}
