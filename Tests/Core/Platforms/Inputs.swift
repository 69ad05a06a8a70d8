/// The files that the script passes: for each one a line with path and size, then the bytes.
struct Inputs {
  /// A file of the corpora.
  struct File {
    let path: String
    let bytes: [UInt8]

    /// The path without folders.
    var name: String {
      String(decoding: path.utf8.split(separator: 0x2F).last ?? [], as: UTF8.self)
    }
  }

  private(set) var files: [File] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var position = 0
    while position < bytes.count {
      var end = position
      while unsafe bytes[end] != 0x0A { end += 1 }
      let line = unsafe Array(bytes[position..<end])
      let parts = line.split(separator: 0x20)
      let count = parts[1].reduce(0) { 10 * $0 + Int($1 &- 0x30) }
      position = end + 1
      files.append(
        File(
          path: String(decoding: parts[0], as: UTF8.self),
          bytes: unsafe Array(bytes[position..<position + count])))
      position += count
    }
  }

  /// The files of a folder.
  func folder(_ name: String) -> [File] {
    files.filter { $0.path.utf8.starts(with: name.utf8) }
  }

  /// The lines of the files of a folder, split at spaces.
  func fields(_ folder: String) -> [[[UInt8]]] {
    var lines: [[[UInt8]]] = []
    for file in self.folder(folder) {
      for line in file.bytes.split(separator: 0x0A) {
        lines.append(line.split(separator: 0x20).map { Array($0) })
      }
    }
    return lines
  }
}

/// The value of hexadecimal digits.
func hexadecimal(_ digits: [UInt8]) -> UInt64 {
  digits.reduce(0) { value, digit in
    value << 4 | UInt64(digit <= 0x39 ? digit - 0x30 : (digit | 0x20) - 0x61 + 10)
  }
}
