import FerryBinaryEngine
import FerryBase
import FerryTestSupport
import Testing

/// A sample decides whether the writers search for the shortest forms of doubles.
@Suite("Samples of numbers in the binary format")
struct NumberSampleTests {
  typealias Point = DirectMatrixTests.Point

  /// Points whose doubles take 9 bytes each.
  private func longPoints(_ count: Int) -> [Point] {
    (1...count).map { Point(.pi / Double($0), -.pi / Double($0)) }
  }

  /// An element that is written as a point, as an object, or as an array with an array in it.
  enum Mixed: DirectEncodable {
    case point(Point)
    case object(Point)
    case nested(Point)

    func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
      switch self {
      case .point(let point): try writer.write(point)
      case .object(let point):
        var object = try writer.beginObject()
        try writer.writeKey("x", in: &object)
        try writer.write(point.x)
        try writer.endObject(&object)
      case .nested(let point):
        var list = try writer.beginList(count: 2)
        try writer.beginElement(&list)
        try writer.write(point)
        try writer.beginElement(&list)
        try writer.write(point.y)
        try writer.endList(&list)
      }
    }
  }

  @Test("short doubles among long ones come back from a matrix")
  func shortAmongLong() throws {
    // A sample begins every 128 rows and has 4 of them.
    for count in [16, 60, 127, 128, 129, 132, 133, 1000] {
      var points = longPoints(count)
      for index in stride(from: 0, to: count, by: 3) { points[index].y = Double(index) / 4 }
      points[count - 1].x = -0.0
      var bytes = try #require(directlyWritten(points))
      #expect(bytes[3] == BinaryTag.rows)
      #expect(directlyRead([Point].self, bytes) == points)
      #expect(directlyRead(AnyValue.self, bytes) == readOnTape(bytes))
      points[count - 2].x = Double(nan: 5, signaling: false)
      points[1].x = .nan
      bytes = try #require(directlyWritten(points))
      points[count - 2].x = .nan
      #expect(bytes == directlyWritten(points))
    }
  }

  @Test(
    "elements of other forms after long rows come back", arguments: [4, 5, 16, 100, 128, 131, 300])
  func otherAfterLong(_ index: Int) throws {
    let points = longPoints(301)
    for other in [Mixed.object(Point(0.5, 1)), .nested(Point(0.5, 1)), .object(points[0])] {
      var elements = points.map { Mixed.point($0) }
      elements[index] = other
      let bytes = try #require(directlyWritten(elements))
      #expect(bytes[3 + Int(bytes[2])] == BinaryTag.longList)
      #expect(readOnTape(bytes) == .array(elements.map(tree)))
      #expect(directlyRead(AnyValue.self, bytes) == .array(elements.map(tree)))
    }
  }

  private func tree(_ element: Mixed) -> AnyValue {
    func number(_ value: Double) -> AnyValue { AnyValue(floatLiteral: value) }
    return switch element {
    case .point(let point): [number(point.x), number(point.y)]
    case .object(let point): ["x": number(point.x)]
    case .nested(let point): [[number(point.x), number(point.y)], number(point.y)]
    }
  }

  @Test("after long rows, at most 128 rows of short doubles take 8 bytes a double")
  func shortAfterLong() throws {
    let short = (0..<2000).map { Point(Double($0) / 2, 0.25) }
    let points = longPoints(4) + short
    let bytes = try #require(directlyWritten(points))
    // A short point takes at most 8 bytes: a tag, a length, and two doubles of 3 bytes.
    let limit = 8 * short.count + 20 * 128 + 16
    #expect(bytes.count < limit)
    #expect(directlyRead([Point].self, bytes) == points)
    let lists = [points, short]
    let both = try #require(directlyWritten(lists))
    #expect(both.count < limit + 8 * short.count)
    #expect(directlyRead([[Point]].self, both) == lists)
  }

  /// Long doubles where the writer looks at 32 of 320 numbers, otherwise short ones.
  private var numbers: [Double] {
    (0..<320).map { (index: Int) -> Double in
      index % 10 == 0 ? Double.pi / Double(index + 1) : Double(index) / 4
    }
  }

  @Test("an array whose sample is long is packed as it is, and comes back")
  func packedAsItIs() throws {
    let value = Value.list(numbers.map { .double($0) })
    let bytes = try document(value)
    #expect(bytes[3] == BinaryTag.packed)
    #expect(bytes.count > 8 * numbers.count)
    #expect(try read(bytes) == value)
    #expect(directlyRead([Double].self, bytes) == numbers)
  }

  @Test("no sample decides about the smallest documents")
  func allNumbersDecide() throws {
    let value = Value.list(numbers.map { .double($0) })
    var smallest = BinaryWriter.Options()
    smallest.packing = .smallest
    let bytes = try document(value, smallest)
    #expect(bytes.count < 5 * numbers.count)
    #expect(try read(bytes) == value)
  }

  @Test("an array with one long double outside the sample has exact values")
  func longOutsideSample() throws {
    for index in [1, 5, 319] {
      var numbers = (0..<320).map { Double($0) / 4 }
      numbers[index] = .pi
      let value = Value.list(numbers.map { .double($0) })
      #expect(try read(document(value)) == value)
    }
  }
}
