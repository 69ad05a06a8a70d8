/// Random numbers that are the same in every run and on every machine (SplitMix64).
///
/// The standard library's `random(in:using:)` is not used with it: how that turns bits into
/// numbers may change from version to version, and with it the sets.
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number of the range.
  mutating func int(in range: ClosedRange<Int>) -> Int {
    let width = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int(bits().multipliedFullWidth(by: width).high)
  }

  /// A number from 0 up to 1, of 53 random bits.
  mutating func fraction() -> Double {
    Double(bits() >> 11) * 0x1p-53
  }

  /// Whether something happens that does so `percent` times in a hundred.
  mutating func chance(_ percent: Int) -> Bool {
    int(in: 1...100) <= percent
  }

  /// One of `choice`, which is not empty.
  mutating func pick<Element>(_ choice: [Element]) -> Element {
    choice[int(in: 0...choice.count - 1)]
  }

  /// A number with `count` digits, as text.
  mutating func digits(_ count: Int) -> String {
    String((0..<count).map { _ in Character(String(int(in: 0...9))) })
  }

  /// `count` digits of the base 16, as text.
  mutating func hexadecimal(_ count: Int) -> String {
    (0..<count).map { _ in String(int(in: 0...15), radix: 16) }.joined()
  }
}
