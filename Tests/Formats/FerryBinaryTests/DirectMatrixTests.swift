import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

/// Lists of equally long lists of numbers are rows, whatever the type of the elements is.
@Suite("Direct coding of matrices in the binary format")
struct DirectMatrixTests {
  /// Writes and reads its list itself, as types for coordinates do.
  struct Point: DirectCodable, Equatable {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

    init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
      var list = try reader.beginList()
      guard try reader.nextElement(&list) else { throw reader.invalid("no x", at: 0) }
      x = try reader.readDouble()
      guard try reader.nextElement(&list) else { throw reader.invalid("no y", at: 0) }
      y = try reader.readDouble()
      while try reader.nextElement(&list) { try reader.skipValue() }
    }

    func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
      var list = try writer.beginList(count: 2)
      try writer.beginElement(&list)
      try writer.write(x)
      try writer.beginElement(&list)
      try writer.write(y)
      try writer.endList(&list)
    }
  }

  /// Says how many elements it has, and writes others.
  struct Liar: DirectEncodable {
    let said: Int
    let points: [Point]

    func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
      var list = try writer.beginList(count: said)
      for point in points { try point.encode(to: &writer) }
      try writer.endList(&list)
    }
  }

  /// The tag of the value of a document without tables.
  private func tag(_ bytes: [UInt8]?) -> UInt8? { bytes.flatMap { $0.count > 3 ? $0[3] : nil } }

  private func expectMatrix<T: DirectCodable & Equatable>(
    _ value: [T], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = try #require(directlyWritten(value), sourceLocation: sourceLocation)
    #expect(tag(bytes) == BinaryTag.rows, sourceLocation: sourceLocation)
    #expect(directlyRead([T].self, bytes) == value, sourceLocation: sourceLocation)
    let tree = directlyRead(AnyValue.self, bytes)
    #expect(tree == readOnTape(bytes), sourceLocation: sourceLocation)
    #expect(directlySkips(bytes), sourceLocation: sourceLocation)
    // Behind the matrix goes on what was going on before it.
    let twice = try #require(directlyWritten([value, value]), sourceLocation: sourceLocation)
    #expect(directlyRead([[T]].self, twice) == [value, value], sourceLocation: sourceLocation)
  }

  @Test(
    "rows of doubles of any type come back",
    arguments: [
      8, 15, 16, 17, 127, 128, 454, 455, 911,
    ])
  func rowsOfDoubles(_ count: Int) throws {
    // No double of them is a short decimal.
    let numbers = (0..<count).map { .pi / Double($0 + 1) }
    try expectMatrix(numbers.map { Point($0, -$0) })
    try expectMatrix(numbers.map { SIMD3($0, $0 * 2, $0 * 4) })
    for columns in [2, 3] {
      try expectMatrix(numbers.map { [Double](repeating: $0, count: columns) })
    }
  }

  @Test("doubles of every form are the same in rows")
  func forms() throws {
    let forms: [Double] = [
      0.1, -0.0, 0, 1.5, 100, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude, 65504,
      0x1.fffffep0, 134_217_727.5, -0.000001, Double(Float.pi), .greatestFiniteMagnitude,
    ]
    for x in forms {
      try expectMatrix((0..<20).map { Point($0 % 3 == 0 ? x : .pi, .pi) })
      try expectMatrix((0..<20).map { [$0 % 3 == 0 ? x : .pi, .pi, .pi] })
    }
    let points = (0..<30).map { Point($0 % 3 == 0 ? .nan : .pi, .pi) }
    let bytes = try #require(directlyWritten(points))
    #expect(tag(bytes) == BinaryTag.rows)
    #expect(directlyRead([Point].self, bytes)?.map(\.x.isNaN) == points.map(\.x.isNaN))
  }

  @Test("an array that is not a matrix, or longer as a matrix, stays an array")
  func lists() throws {
    func expectList<T: DirectCodable & Equatable>(
      _ value: [T], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let bytes = try #require(directlyWritten(value), sourceLocation: sourceLocation)
      #expect(tag(bytes) != BinaryTag.rows, sourceLocation: sourceLocation)
      #expect(directlyRead([T].self, bytes) == value, sourceLocation: sourceLocation)
    }
    let row: [Double] = [.pi, .pi / 3]
    let rows = [[Double]](repeating: row, count: 20)
    try expectList([row, row, row])
    try expectList(rows + [[.pi]])
    try expectList(rows + [row + row])
    try expectList(rows.map { $0 as [Double]? } + [nil])
    try expectList([[Double?]](repeating: [nil, .pi], count: 20))
    try expectList([[String]](repeating: ["a long text", "another text"], count: 20))
    try expectList((0..<20).map { [$0, 1] as [Int?] } + [[nil, 1]])
    try expectList([[Double]](repeating: [], count: 20))
    try expectList([[Double]](repeating: [Double](repeating: .pi, count: 300), count: 20))
  }

  @Test(
    "an array with a wrong number of elements is not a matrix",
    arguments: [
      (4, 3), (4, 5), (16, 4), (16, 15), (16, 17), (200, 10), (200, 199), (5, 1000), (9, 0),
    ])
  func wrongCounts(said: Int, written: Int) {
    let points = [Point](repeating: Point(.pi, 1 / 3), count: written)
    let bytes = directlyWritten([Liar(said: said, points: points)])
    #expect(bytes.flatMap { directlyRead([[Point]].self, $0) } == nil)
    #expect(bytes.flatMap(readOnTape) == nil)
  }

  @Test("matrices with all kinds of columns are read, skipped and rejected as on the tape")
  func columns() throws {
    var random = SeededGenerator(for: "DirectMatrixTests.columns")
    let columns: [(inout SeededGenerator, Int) -> Value] = [
      { random, _ in .int(Int64(random.int(0..<200))) },
      { random, _ in .int(-Int64(random.int(0..<1 << 50))) },
      { random, _ in .double(Double(random.int(0..<1 << 20)) / 100) },
      { random, _ in .double(Double(random.int(0..<1 << 20)) / 3) },
      { _, row in row % 3 == 0 ? .int(Int64(row)) : .double(0.5) },
    ]
    var matrixCount = 0
    let roundCount = isDebugBuild ? 60 : 1000
    for round in 0..<roundCount {
      let chosen = (0..<random.int(1..<17)).map { _ in columns[random.int(0..<columns.count)] }
      let rows = random.oneIn(20) ? 500 : random.int(4..<20)
      let value = Value.list(
        (0..<rows).map { row in .list(chosen.map { $0(&random, row) }) })
      var options = BinaryWriter.Options()
      if random.oneIn(2) { options.packing = .smallest }
      var bytes = try document(value, options)
      if tag(bytes) == BinaryTag.rows { matrixCount += 1 }
      let expected = readOnTape(bytes)
      #expect(expected != nil)
      #expect(directlyRead(AnyValue.self, bytes) == expected, "round \(round)")
      #expect(directlySkips(bytes))
      for limit in 1...3 {
        #expect((directlyRead(AnyValue.self, bytes, depthLimit: limit) == nil) == (limit < 2))
        #expect(directlySkips(bytes, depthLimit: limit) == (limit >= 2))
      }
      for length in stride(from: random.int(0..<7), to: min(bytes.count, 60), by: 7) {
        expectAsOnTape(Array(bytes.prefix(length)), "\(length)")
      }
      for _ in 0..<6 {
        random.damage(&bytes, in: 2..<min(bytes.count, 80))
        expectAsOnTape(bytes, "\(bytes)")
      }
    }
    #expect(matrixCount > roundCount / 10)
  }
}
