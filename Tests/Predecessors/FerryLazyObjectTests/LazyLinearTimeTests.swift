import FerryLazyObject
import FerryTestSupport
import Testing

@Suite("Time of lazy objects is linear", .serialized)
struct LazyLinearTimeTests {
  @Test(
    "reading all elements of a packed array takes linear time",
    arguments: [Binary.Packing.indexed, .smallest])
  func elements(_ packing: Binary.Packing) throws {
    var encoder = Binary.Encoder()
    encoder.packing = packing
    try expectLinear(
      400, { try encoder.encode(["list": (0..<$0).map { Double($0) / 8 }]) },
      { bytes in
        let list: [Double] = try LazyObject(Binary.document(bytes)).objectFor("list")
        #expect(list.count >= 400)
      })
  }
}
