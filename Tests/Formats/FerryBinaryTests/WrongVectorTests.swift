import FerryBinary
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
    Wrong("", .unexpectedEnd), Wrong("b5", .unexpectedEnd), Wrong("b510", .unexpectedEnd),
    Wrong("b61000 e0", .badMagic), Wrong("7b", .badMagic), Wrong("b52000 e0", .unsupportedVersion),
    Wrong("b51400 e0", .unsupportedVersion), Wrong("b51800 e0", .unsupportedVersion),
    Wrong("b51100 e0 00000000", .checksumMismatch), Wrong("b511000000", .unexpectedEnd),
    Wrong("b51100000000", .checksumMismatch),
    Wrong("b51000 e0 e0", .trailingContent), Wrong("b51000", .unexpectedEnd),
    // Reserved tags.
    Wrong("b51000 e1", .invalidTag), Wrong("b51000 fe", .invalidTag),
    Wrong("b51000 f7 00", .unexpectedEnd), Wrong("b51000 f8", .unexpectedEnd),
    Wrong("b51000 f8 51 61", .invalidTag), Wrong("b51000 f8 e4 007c", .invalidNumber),
    Wrong("b51000 f9 00", .unexpectedEnd), Wrong("b51000 f9 01 00", .invalidLength),
    Wrong("b51000 f9 04 c10001 01", .invalidNumber),
    Wrong("b51000 fa 00", .invalidLength),
    Wrong("b51000 fa 41" + String(repeating: "01", count: 65), .invalidLength),
    Wrong("b51000 fd", .unexpectedEnd), Wrong("b51000 fd 00", .invalidTag),
    Wrong("b51000 ff", .invalidTag), Wrong("b51000 a1 01 e1", .invalidTag),
    Wrong("b51000 f2 03 51 61 e1", .invalidTag), Wrong("b51000 f2 02 e1 e0", .invalidTag),
    Wrong("b51000 f3 04 09 01 0e 00", .invalidTag), Wrong("b51000 f3 04 50 01 0e 00", .invalidTag),
    Wrong("b51000 f3 04 81 01 0e 00", .invalidTag), Wrong("b51000 f3 04 00 01 0e 00", .invalidTag),
    // Lengths and counts.
    Wrong("b51000 ee 8001 61", .nonMinimal), Wrong("b51000 a1 8001 e0", .nonMinimal),
    Wrong("b5108000 e0", .nonMinimal), Wrong("b51000 e7 8000", .nonMinimal),
    Wrong("b51000 a1 f1", .invalidLength), Wrong("b51000 52 61", .unexpectedEnd),
    Wrong("b51000 a1 01 52 6162", .invalidLength), Wrong("b51000 a1 02 e0 e0", .invalidLength),
    Wrong("b51000 a2 01 e0", .invalidLength), Wrong("b51000 f1 02 02 e0", .unexpectedEnd),
    Wrong("b51000 f1 02 00 e0", .invalidLength), Wrong("b51000 f2 02 51 61", .unexpectedEnd),
    Wrong("b51000 a2 05 f2 02 51 61 e0", .invalidLength),
    Wrong("b51000 f3 00", .invalidLength), Wrong("b51000 f3 03 01 00 0e", .invalidLength),
    Wrong("b51000 f3 05 01 01 0e 00 00", .invalidLength),
    Wrong("b51000 f3 04 02 01 0e 00", .invalidLength),
    Wrong("b51000 f4 06 01 01 01 0e 00 00", .invalidLength),
    Wrong("b51000 f4 01 00", .invalidLength),
    Wrong("b51000 f4 0a 02 01 01 0e 00 01 02 0e 0000", .invalidLength),
    Wrong("b51000 fb 00", .invalidLength),
    // References.
    Wrong("b51000 b0", .invalidReference), Wrong("b51000 ef 20", .invalidReference),
    Wrong("b51000 ef f0ffffffffffffffff", .invalidReference),
    Wrong("b51000 80 00", .invalidReference),
    Wrong("b51000 f0 f0ffffffffffffffff 00", .invalidReference),
    Wrong(VectorTests.tabled("01 01 61 01 01 01 00", "e0"), .invalidReference),
    Wrong(VectorTests.tabled("00 00 01 d1 2c01", "f2 02 b0 e0"), .nonScalarKey),
    // Tables.
    Wrong(VectorTests.tabled("02 01 61 01 61 00 00", "e0"), .duplicateKey),
    Wrong(VectorTests.tabled("01 01 61 01 02 00 00 00", "e0"), .duplicateKey),
    Wrong(VectorTests.tabled("01 01 61 01 00 00", "e0"), .invalidTable),
    Wrong(VectorTests.tabled("00 00 01 b0", "e0"), .invalidTag),
    Wrong(VectorTests.tabled("00 00 01 00", "e0"), .invalidTag),
    Wrong(VectorTests.tabled("000000 00", "e0"), .invalidTable),
    Wrong(VectorTests.tabled("0000", "e0"), .invalidLength),
    // Batches.
    Wrong("b51000 f5 00", .unexpectedEnd), Wrong("b51000 f5 02 00 01", .invalidReference),
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "f5 02 00 00"), .invalidLength),
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "f5 03 00 02 00"), .unexpectedEnd),
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "f5 04 00 01 00 00"), .invalidLength),
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "f5 05 00 01 02 e0e0"), .invalidLength),
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "fc 02 00 00"), .invalidLength),
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "fc 05 00 01 02 0304"), .invalidTag),
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "fc 07 00 01 03 000005 00"), .invalidLength),
    Wrong(VectorTests.tabled("01 01 61 01 01 00 00", "fc 06 00 02 03 010600"), .invalidNumber),
    // Packed blocks that are read from the front.
    Wrong("b51000 f3 03 30 09 ff", .invalidLength), Wrong("b51000 f3 03 30 01 02", .invalidNumber),
    Wrong("b51000 f3 04 10 01 0e 00", .invalidTag),
    Wrong("b51000 f3 04 11 02 0e 00", .invalidLength),
    Wrong("b51000 f3 06 42 01 01 0e 00", .unexpectedEnd),
    Wrong("b51000 f3 06 42 01 01 00 00 ff", .invalidNumber),
    // Meaning.
    Wrong("b51000 51 ff", .invalidUTF8), Wrong("b51000 53 eda080", .invalidUTF8),
    Wrong("b51000 5a 6162636465666768c3 28", .invalidUTF8),
    Wrong("b51000 f2 03 51 ff e0", .invalidUTF8),
    Wrong(VectorTests.tabled("01 01 ff 00 00", "e0"), .invalidUTF8),
    Wrong("b51000 f2 06 51 61 e0 51 61 e0", .duplicateKey),
    Wrong("b51000 f2 02 00 e0", .nonScalarKey),
    Wrong("b51000 df ffffffffffffffff", .numberDoesNotFit),
    Wrong("b51000 e7 f00040000000000000", .invalidNumber),
    Wrong("b51000 f3 0b 08 01 02 ffffffffffffff7f", .numberDoesNotFit),
    Wrong("b51000 fb 03 00 \"1x\"", .invalidNumber),
    Wrong("b51000 fb 03 00 \"01\"", .invalidNumber),
    Wrong("b51000 fb 01 00", .invalidNumber),
    Wrong("b51000 f3 06 a1 01 01 0a 00 01", .invalidNumber),
  ]

  @Test("an invalid vector is the error that it names", arguments: wrong)
  func isAnError(_ wrong: Wrong) throws {
    let bytes = hex(wrong.bytes)
    let failure = try #require(readingFailure(bytes), "\(wrong.bytes) is read")
    #expect(failure.kind == wrong.kind, "\(wrong.bytes)")
    #expect((0...bytes.count).contains(failure.offset), "\(wrong.bytes)")
  }
}
