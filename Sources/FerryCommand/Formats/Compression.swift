/// Compressed files, which other commands unpack.
enum Compression: String, CaseIterable {
  case gzip, zstd, xz, bzip2, zip

  /// The one whose files begin as `head` does, none of which a format here begins with.
  init?(of head: UnsafeBufferPointer<UInt8>) {
    let found = Self.allCases.first { unsafe head.starts(with: $0.signature) }
    guard let found else { return nil }
    self = found
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

  /// What is wrong with the input `name`, and what to do about it.
  func diagnostic(file name: String) -> Diagnostic {
    var diagnostic = Diagnostic(file: name, message: "compressed with \(rawValue)")
    let command = self == .zip ? "unzip -p" : "\(rawValue) -dc"
    diagnostic.hint = "unpack it on the way: \(command) FILE | ferry ..."
    return diagnostic
  }
}
