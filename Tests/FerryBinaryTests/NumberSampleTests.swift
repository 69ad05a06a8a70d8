import FerryBinary
import FerryTape
import FerryTestSupport
import Testing

/// A sample decides whether the writers search for the shortest forms of doubles.
@Suite("Samples of numbers in the binary format")
struct NumberSampleTests {
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

  @Test("no sample decides about canonical and smallest documents")
  func allNumbersDecide() throws {
    let value = Value.list(numbers.map { .double($0) })
    var canonical = BinaryWriter.Options()
    canonical.canonical = true
    var smallest = BinaryWriter.Options()
    smallest.packing = .smallest
    for options in [canonical, smallest] {
      let bytes = try document(value, options)
      #expect(bytes.count < 5 * numbers.count)
      #expect(try read(bytes) == value)
    }
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
