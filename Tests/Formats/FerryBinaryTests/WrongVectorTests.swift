import FerryBinaryEngine
import FerryBase
import Foundation
import Testing

/// Bytes that are no document, each with the error that it is.
@Suite struct WrongVectorTests {
  struct Wrong: Sendable {
    var bytes: String
    var kind: FailureKind

    init(_ bytes: String, _ kind: FailureKind) {
      self.bytes = bytes
      self.kind = kind
    }
  }

  static let wrong: [Wrong] = [
    Wrong("", .unexpectedEnd), Wrong("b5", .unexpectedEnd), Wrong("b520", .unexpectedEnd),
    Wrong("b61000 e0", .badMagic), Wrong("7b", .badMagic), Wrong("b53000 e0", .unsupportedVersion),
    Wrong("b52400 e0", .unsupportedVersion), Wrong("b52800 e0", .unsupportedVersion),
    Wrong("b52100 e0 00000000", .checksumMismatch), Wrong("b521000000", .unexpectedEnd),
    Wrong("b52100000000", .checksumMismatch),
    Wrong("b52000 e0 e0", .trailingContent), Wrong("b52000", .unexpectedEnd),
    // Reserved tags.
    Wrong("b52000 e1", .invalidTag), Wrong("b52000 fe", .invalidTag),
    Wrong("b52000 f7 00", .unexpectedEnd), Wrong("b52000 f8", .unexpectedEnd),
    Wrong("b52000 f8 51 61", .invalidTag), Wrong("b52000 f8 e4 007c", .invalidNumber),
    Wrong("b52000 f9 00", .unexpectedEnd), Wrong("b52000 f9 01 00", .invalidLength),
    Wrong("b52000 f9 04 c10001 01", .invalidNumber),
    Wrong("b52000 fa 00", .invalidLength),
    Wrong("b52000 fa 41" + String(repeating: "01", count: 65), .invalidLength),
    Wrong("b52000 fd", .unexpectedEnd), Wrong("b52000 fd 00", .invalidTag),
    Wrong("b52000 ff", .invalidTag), Wrong("b52000 a1 01 e1", .invalidTag),
    Wrong("b52000 f2 03 51 61 e1", .invalidTag), Wrong("b52000 f2 02 e1 e0", .nonScalarKey),
    Wrong("b52000 f3 04 09 01 0e 00", .invalidTag), Wrong("b52000 f3 04 50 01 0e 00", .invalidTag),
    Wrong("b52000 f3 04 81 01 0e 00", .invalidTag), Wrong("b52000 f3 04 00 01 0e 00", .invalidTag),
    // Lengths and counts.
    Wrong("b52000 ee 8001 61", .nonMinimal), Wrong("b52000 a1 8001 e0", .nonMinimal),
    Wrong("b5208000 e0", .nonMinimal), Wrong("b52000 e7 8000", .nonMinimal),
    Wrong("b52000 a1 f1", .invalidLength), Wrong("b52000 52 61", .unexpectedEnd),
    Wrong("b52000 a1 01 52 6162", .invalidLength), Wrong("b52000 a1 02 e0 e0", .invalidLength),
    Wrong("b52000 a2 01 e0", .invalidLength), Wrong("b52000 f1 02 02 e0", .unexpectedEnd),
    Wrong("b52000 f1 02 00 e0", .invalidLength), Wrong("b52000 f2 02 51 61", .unexpectedEnd),
    Wrong("b52000 a2 05 f2 02 51 61 e0", .invalidLength),
    Wrong("b52000 f3 00", .invalidLength), Wrong("b52000 f3 03 01 00 0e", .invalidLength),
    Wrong("b52000 f3 05 01 01 0e 00 00", .invalidLength),
    Wrong("b52000 f3 04 02 01 0e 00", .invalidLength),
    Wrong("b52000 f4 06 01 01 01 0e 00 00", .invalidTag),
    // Rows of numbers.
    Wrong("b52000 fc 00", .unexpectedEnd), Wrong("b52000 fc 01 00", .invalidLength),
    Wrong("b52000 fc 05 02 01 01 0e 00", .invalidLength),
    Wrong("b52000 fc 06 01 01 01 0e 00 00", .invalidLength),
    Wrong("b52000 fc 0a 02 01 01 0e 00 01 02 0e 00 00", .invalidLength),
    Wrong("b52000 fc 04 01 30 01 01", .invalidTag),
    Wrong("b52000 fc 05 01 09 01 0e 00", .invalidTag),
    // An object with a key list has a value for each key.
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "80 00"), .invalidLength),
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "80 02 e0 e0"), .invalidLength),
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "80 01 e1"), .invalidTag),
    Wrong("b52000 fb 00", .invalidLength),
    // References.
    Wrong("b52000 b0", .invalidReference), Wrong("b52000 ef 20", .invalidReference),
    Wrong("b52000 ef f0ffffffffffffffff", .invalidReference),
    Wrong("b52000 80 00", .invalidReference),
    Wrong("b52000 f0 f0ffffffffffffffff 00", .invalidReference),
    Wrong(VectorTests.tabled("01 01 61 01 01 01 00", "e0"), .invalidReference),
    // Tables.
    Wrong(VectorTests.tabled("02 01 61 01 61 00 00", "e0"), .duplicateKey),
    Wrong(VectorTests.tabled("01 01 61 01 02 00 00 00", "e0"), .duplicateKey),
    Wrong(VectorTests.tabled("01 01 61 01 00 00", "e0"), .invalidTable),
    Wrong(VectorTests.tabled("00 00 01 b0", "e0"), .invalidTag),
    Wrong(VectorTests.tabled("00 00 01 00", "e0"), .invalidTag),
    // Integers in the table, and arrays of objects by rows, were forms of version 1.
    Wrong(VectorTests.tabled("00 00 01 d1 2c01", "e0"), .invalidTag),
    Wrong(
      VectorTests.tabled("01 01 61 01 01 00 00", "f5 0a 00 04 01 00 01 01 01 02 01 03"), .invalidTag
    ),
    Wrong("b51000 e0", .formerVersion), Wrong("b51300 e0", .formerVersion),
    Wrong(VectorTests.tabled("000000 00", "e0"), .invalidTable),
    Wrong(VectorTests.tabled("0000", "e0"), .invalidLength),
    // Packed blocks that are read from the front.
    Wrong("b52000 f3 03 30 09 ff", .invalidLength), Wrong("b52000 f3 03 30 01 02", .invalidNumber),
    Wrong("b52000 f3 04 10 01 0e 00", .invalidTag),
    Wrong("b52000 f3 04 11 02 0e 00", .invalidLength),
    Wrong("b52000 f3 06 22 01 01 0e 00", .unexpectedEnd),
    Wrong("b52000 f3 05 22 01 01 0e 00", .invalidLength),
    Wrong("b52000 f3 07 22 01 01 00 00 01 ff", .invalidNumber),
    Wrong("b52000 f3 06 22 01 01 00 00 02", .invalidTag),
    // Meaning.
    Wrong("b52000 51 ff", .invalidUTF8), Wrong("b52000 53 eda080", .invalidUTF8),
    Wrong("b52000 5a 6162636465666768c3 28", .invalidUTF8),
    Wrong("b52000 f2 03 51 ff e0", .invalidUTF8),
    Wrong(VectorTests.tabled("01 01 ff 00 00", "e0"), .invalidUTF8),
    Wrong("b52000 f2 06 51 61 e0 51 61 e0", .duplicateKey),
    Wrong("b52000 f2 02 00 e0", .nonScalarKey),
    Wrong("b52000 df ffffffffffffffff", .numberDoesNotFit),
    Wrong("b52000 e7 f00040000000000000", .invalidNumber),
    Wrong("b52000 f3 0b 08 01 02 ffffffffffffff7f", .numberDoesNotFit),
    Wrong("b52000 fb 03 00 \"1x\"", .invalidNumber),
    Wrong("b52000 fb 03 00 \"01\"", .invalidNumber),
    Wrong("b52000 fb 01 00", .invalidNumber),
    Wrong("b52000 f3 07 a1 01 01 0a 00 00 01", .invalidNumber),
  ]

  @Test("an invalid vector is the error that it names", arguments: wrong)
  func isAnError(_ wrong: Wrong) throws {
    let bytes = hex(wrong.bytes)
    let failure = try #require(readingFailure(bytes), "\(wrong.bytes) is read")
    #expect(failure.kind == wrong.kind, "\(wrong.bytes)")
    #expect((0...bytes.count).contains(failure.offset), "\(wrong.bytes)")
  }
}
