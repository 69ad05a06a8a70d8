import FerryBase
import Testing

@Suite("TapeView")
struct TapeViewTests {
  @Test("the index of an element is found after values of every size")
  func next() throws {
    try Sketch.view(
      { (tape, open) throws(WireFailure) in
        try open.open(.list, on: &tape, limit: 9)
        try tape.append(Node(.null))
        try tape.append(1.5)
        try tape.append("text")
        try open.open(.map, on: &tape, limit: 9)
        try tape.append("key")
        try tape.append(Int64.max)
        open.close(on: &tape)
        try tape.append(UInt64.max)
        open.close(on: &tape)
      },
      { view in
        var indexes = [1]
        while let last = indexes.last, last < view[0].payload { indexes.append(view.next(last)) }
        #expect(indexes == [1, 2, 4, 5, 9, 11])
        #expect(view.next(0) == view.count)
      })
  }

  @Test("text and numbers are ranges of the input, or of the arena")
  func ranges() throws {
    try Sketch.view(
      input: "xx12.50é",
      { (tape, _) throws(WireFailure) in
        try tape.append(.text, offset: 0, length: 2)
        try tape.append(.integerText, offset: 2, length: 2)
        try tape.append(.decimalText, offset: 2, length: 5)
        try tape.append(.text, offset: 7, length: 2)
        try tape.append(.numberText, copying: "1e2")
        try tape.append("arena")
        try tape.append(.bytes, offset: 1, length: 0)
      },
      { view in
        #expect(view.text(at: 0) == "xx")
        #expect(view.integer(at: 1, as: UInt8.self) == 12)
        #expect(view.double(at: 2) == 12.5)
        #expect(view.text(at: 3) == "é")
        #expect(view.integer(at: 4, as: Int8.self) == 100)
        #expect(view.text(at: 5) == "arena")
        #expect(view.stored(view[6]).isEmpty)
        #expect(Array(view.stored(view[3])) == Array("é".utf8))
        #expect(Array(view.stored(view[5])) == Array("arena".utf8))
      })
  }

  @Test("an integer fits or is nil, however it is stored")
  func integers() throws {
    try Sketch.view(
      { (tape, _) throws(WireFailure) in
        try tape.append(Int64(128))  // 0
        try tape.append(Int64.min)  // 1, 2
        try tape.append(UInt64.max)  // 3, 4
        try tape.append(1e3)  // 5, 6
        try tape.append(0.5)  // 7, 8
        try tape.append(Node(float: 3))  // 9
        try tape.append(.numberText, copying: "18446744073709551616")  // 10
        try tape.append(Double.nan)  // 11, 12
        try tape.append("7")  // 13
        try tape.append(Node(.true))  // 14
        try tape.append(Node(.alias, payload: 3))  // 15
      },
      { view in
        #expect(view.integer(at: 0, as: Int8.self) == nil)
        #expect(view.integer(at: 0, as: UInt8.self) == 128)
        #expect(view.integer(at: 1, as: Int64.self) == .min)
        #expect(view.integer(at: 1, as: UInt64.self) == nil)
        #expect(view.integer(at: 3, as: UInt64.self) == .max)
        #expect(view.integer(at: 3, as: Int64.self) == nil)
        #expect(view.integer(at: 3, as: Int128.self) == Int128(UInt64.max))
        #expect(view.integer(at: 5, as: Int.self) == 1000)
        #expect(view.integer(at: 7, as: Int.self) == nil)
        #expect(view.integer(at: 9, as: Int.self) == 3)
        #expect(view.integer(at: 10, as: UInt64.self) == nil)
        #expect(view.integer(at: 10, as: UInt128.self) == UInt128(UInt64.max) + 1)
        #expect(view.integer(at: 11, as: Int.self) == nil)
        #expect(view.integer(at: 13, as: Int.self) == nil)
        #expect(view.integer(at: 14, as: Int.self) == nil)
        #expect(view.integer(at: 15, as: UInt64.self) == .max)
        #expect(view.double(at: 3) == 0x1p64)
        #expect(view.double(at: 15) == 0x1p64)
        #expect(view.double(at: 13) == nil)
      })
  }

  @Test("a float is rounded once, not by way of a double")
  func floats() throws {
    // Halfway between two floats but for a digit that a double no longer holds.
    let text = "1.00000005960464477540"
    try Sketch.view(
      { (tape, _) throws(WireFailure) in try tape.append(.numberText, copying: text) },
      { view in
        #expect(view.float(at: 0) == Float(text))
        #expect(view.float(at: 0) != view.double(at: 0).map { Float($0) })
      })
  }

  @Test("null, truth values and text are distinguished")
  func kinds() throws {
    try Sketch.view(
      { (tape, _) throws(WireFailure) in
        try tape.append(Node(.null))
        try tape.append(Node(.false))
        try tape.append("false")
        try tape.append(Node(.alias, payload: 0))
        try tape.append(Node(.alias, payload: 1))
        try tape.append(Node(.alias, payload: 2))
      },
      { view in
        #expect((0..<6).map { view.isNull(at: $0) } == [true, false, false, true, false, false])
        #expect((0..<6).map { view.bool(at: $0) } == [nil, false, nil, nil, false, nil])
        #expect((0..<6).map { view.text(at: $0) } == [nil, nil, "false", nil, nil, "false"])
      })
  }
}
