public import Ferry

/// The bytes of an input, taken as one choice after the other: the first ones choose options, the
/// next ones build values, what is left is a document.
///
/// Behind the end of the input, every choice is the first one. So each input means something, and
/// a byte that changes changes one choice.
public struct Choices {
  /// What has not been taken.
  public private(set) var rest: UnsafeBufferPointer<UInt8>

  /// The choices that an input of libFuzzer stands for.
  public init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    rest = UnsafeBufferPointer(start: start, count: count)
  }

  /// Whether nothing is left.
  public var isAtEnd: Bool { rest.isEmpty }

  /// The next byte, or 0.
  public mutating func byte() -> UInt8 {
    guard let byte = rest.first else { return 0 }
    rest = UnsafeBufferPointer(rebasing: rest.dropFirst())
    return byte
  }

  /// A number below `limit`, which is 256 at most.
  public mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

  /// Up to `count` bytes, lowest first.
  public mutating func bits(_ count: Int = 8) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(byte()) << UInt64(8 * $1) }
  }
}

// MARK: Values

extension Choices {
  /// An integer of any width.
  public mutating func integer() -> Int64 {
    let width = number(below: 9)
    let shift = Int64(64 - 8 * width)
    return width == 0 ? 0 : (Int64(truncatingIfNeeded: bits(width)) << shift) >> shift
  }

  /// A double: short decimals, bit patterns, and those at the edges. Finite, unless `isAny`.
  public mutating func double(isAny: Bool = false) -> Double {
    switch number(below: 8) {
    case 0: return 0
    case 1: return -0.0
    case 2: return Double(integer())
    case 3: return Double(Int32(truncatingIfNeeded: bits(4))) / 100
    case 4:
      return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits(4))))
        .finite(unless: isAny)
    case 5: return [.leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e21, 1e-7][number(below: 4)]
    default: return Double(bitPattern: bits()).finite(unless: isAny)
    }
  }

  /// Text of a few scalars from all of Unicode.
  public mutating func text() -> String {
    let count = number(below: 64)
    var text = String.UnicodeScalarView()
    for _ in 0..<count where !isAtEnd {
      let lead = byte()
      let value = lead < 0xC0 ? UInt32(lead) : UInt32(lead & 0x1F) << 16 | UInt32(bits(2))
      text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(text)
  }

  /// Bytes that need not be text.
  public mutating func bytes() -> [UInt8] {
    let count = number(below: 32)
    return (0..<count).map { _ in byte() }
  }

  /// A list of a few elements.
  public mutating func list<Element>(_ element: (inout Choices) -> Element) -> [Element] {
    let count = number(below: 6)
    return (0..<count).map { _ in element(&self) }
  }

  /// Lists of equally many doubles, of which one may have another; the doubles come again and again.
  public mutating func rows() -> [[Double]] {
    let columns = number(below: 18)
    let count = number(below: 64)
    let numbers = (0..<8).map { _ in double() }
    var rows = (0..<count).map { row in (0..<columns).map { numbers[(row &* 3 &+ $0) & 7] } }
    if byte() & 1 == 1, count > 0 { rows[number(below: count)].append(numbers[0]) }
    return rows
  }

  /// Numbers, and nothings inside of one to three optionals.
  public mutating func nestedOptionals() -> [Int???] {
    (0..<number(below: 32)).map { _ in
      switch number(below: 6) {
      case 0: nil
      case 1: .some(nil)
      case 2: .some(.some(nil))
      default: Int(truncatingIfNeeded: integer())
      }
    }
  }

  /// A value of any kind with containers up to `depth` inside each other.
  public mutating func value(depth: Int = 4) -> AnyValue {
    guard !isAtEnd else { return .null }
    switch number(below: depth > 0 ? 8 : 6) {
    case 0: return .null
    case 1: return .bool(byte() & 1 == 0)
    case 2: return .number(.init(integer()))
    case 3: return .number(.init(double()))
    case 4, 5: return .string(text())
    case 6: return .array(list { $0.value(depth: depth - 1) })
    default:
      var members = AnyValue.Object()
      for _ in 0..<number(below: 24) where !isAtEnd {
        members[text()] = value(depth: depth - 1)
      }
      return .object(members)
    }
  }
}

extension Double {
  fileprivate func finite(unless isAny: Bool) -> Double { isAny || isFinite ? self : 0.5 }
}
