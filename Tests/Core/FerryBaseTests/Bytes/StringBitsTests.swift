import FerryBase
import Foundation
import Testing

@Suite("The bits of strings")
struct StringBitsTests {
  /// The bytes that the bits show, or `nil` if only the standard library finds them.
  private static func bytes(_ text: String) -> [UInt8]? {
    let bits = StringBits(text)
    if let count = bits.shortCount {
      return (0..<count).map { UInt8(truncatingIfNeeded: bits.shortBytes >> UInt128(8 * $0)) }
    }
    return withExtendedLifetime(text) { bits.stored.map(Array.init) }
  }

  private static let samples: [String] = {
    let long = String(repeating: "a long text 日本 ", count: 20)
    var samples = (0...40).flatMap { [String(long.prefix($0)), String(repeating: "x", count: $0)] }
    var grown = ""
    for index in 0..<40 {
      grown += "\(index)é"
      samples.append(grown)
    }
    samples += ["a literal of more than fifteen bytes", "\0", long, String(long.dropFirst(7))]
    samples.append(NSString(string: "a text of Foundation, long and é") as String)
    return samples
  }()

  @Test("the bits of a string show its bytes, or nothing")
  func equality() {
    for text in Self.samples {
      guard let bytes = Self.bytes(text) else { continue }
      #expect(bytes == Array(text.utf8), "\(text)")
    }
  }

  #if !Portable
  @Test("the bits of native strings show their bytes")
  func native() {
    for text in Self.samples {
      var copy = text
      copy.makeContiguousUTF8()
      #expect(Self.bytes(copy) == Array(text.utf8), "\(text)")
    }
  }
  #endif
}
