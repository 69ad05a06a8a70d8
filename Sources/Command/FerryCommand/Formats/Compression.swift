import Ferry

/// A compression of files. Other commands unpack such files.
enum Compression: String, CaseIterable {
  case gzip, zstd, xz, bzip2, zip

  /// Finds the compression by the first bytes of a file. No format of the command begins with them.
  init?(of head: ByteView) {
    let found = Self.allCases.first { head.starts(with: $0.signature) }
    guard let found else { return nil }
    self = found
  }

  /// Finds the compression that the name of a file means.
  init?(ofFile name: String) {
    let found = Self.allCases.first { name.lowercased().hasSuffix($0.suffix) }
    guard let found else { return nil }
    self = found
  }

  /// The end of the names of its files.
  var suffix: String {
    switch self {
    case .gzip: ".gz"
    case .zstd: ".zst"
    case .xz: ".xz"
    case .bzip2: ".bz2"
    case .zip: ".zip"
    }
  }

  private var signature: [UInt8] {
    switch self {
    case .gzip: [0x1F, 0x8B]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .bzip2: Array("BZh91AY&SY".utf8)
    case .zip: Array("PK\u{03}\u{04}".utf8)
    }
  }

  /// Returns the error for the compressed input `file`, with a hint.
  func problem(in file: String) -> Problem {
    let command = self == .zip ? "unzip -p" : "\(rawValue) -dc"
    return Problem(
      in: file, "the input is compressed with \(rawValue)",
      hint: "decompress the input first: \(command) FILE | ferry ...")
  }
}
