import Ferry
import FerryTestSupport
import Synchronization
import Testing

/// SECURITY.md: a stack of 512 KiB is enough for the depth limit, for nearly every form in which a type
/// can contain itself, and 576 KiB for all.
struct StackTests {
  // Frames are several times as large without optimisation, and larger with the sanitizer.
  private static func limit(_ shape: String) -> Int {
    if isDebugBuild || isAddressSanitized { return 16 << 20 }
    return ["InDictionaryOfOptionals", "InOptionalArray", "InFlattened"].contains(shape)
      ? 576 << 10 : 512 << 10
  }

  @Test(
    "512 levels of any type fit the stack that is promised",
    arguments: RecursiveShape.all.map(\.name), [true, false])
  func levels(name: String, isRight: Bool) throws {
    let shape = try #require(RecursiveShape.all.first { $0.name == name })
    let text = shape.text(depth: 512, isRight: isRight)
    for way in RecursiveShape.Way.allCases {
      let bytes = try way.encode(text)
      let isDecoded = Mutex<Bool?>(nil)
      let size = StackGauge.use(of: 2 * Self.limit(name)) {
        let result = Result { try shape.decode(way, bytes) }
        isDecoded.withLock { $0 = (try? result.get()) != nil }
      }
      #expect(isDecoded.withLock { $0 } == (isRight || shape.isLossy), "\(way)")
      #expect(size <= Self.limit(name), "\(way): \(size >> 10) KiB")
    }
  }
}
