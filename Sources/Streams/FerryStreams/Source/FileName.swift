internal import FerryBase
internal import FerrySystem

/// The name of a file as the system uses it: bytes, which need not be UTF-8.
package struct FileName: Equatable, Sendable {
  /// The bytes, including the terminating zero.
  package let bytes: [CChar]

  /// Creates a name from `text`.
  package init(_ text: String) { bytes = Array(text.utf8CString) }

  /// Creates a name from the bytes up to the first zero.
  package init(cString: UnsafePointer<CChar>) {
    unsafe self.init(UnsafeBufferPointer(start: cString, count: strlen(cString)))
  }

  /// Creates a name from `bytes`, which contain no zero.
  package init(_ bytes: some Sequence<CChar>) { self.bytes = bytes + [0] }

  /// The name as text; `nil` if it is not UTF-8.
  package var text: String? { String(validating: utf8, as: UTF8.self) }

  private var utf8: [UInt8] { bytes.dropLast().map(UInt8.init(bitPattern:)) }

  /// The name up to and including its last slash.
  package var folder: FileName {
    FileName(bytes[...(bytes.lastIndex(of: Self.slash) ?? -1)])
  }

  /// Whether the name starts at the root.
  package var isAbsolute: Bool { bytes.first == Self.slash }

  private static let slash = CChar(UInt8(ascii: "/"))

  /// Returns the name `left`, continued with the bytes of `right`.
  package static func + (left: FileName, right: FileName) -> FileName {
    FileName(left.bytes.dropLast() + right.bytes.dropLast())
  }
}

extension FileName: ExpressibleByStringLiteral {
  package init(stringLiteral literal: String) { self.init(literal) }
}

extension FileName: CustomStringConvertible {
  /// The name for messages. A byte that is not UTF-8 is shown as `\xE9`.
  package var description: String {
    if let text { return text }
    var rest = utf8[...]
    var shown = ""
    while let first = rest.first {
      // The shortest valid prefix is a character. A byte above 0x7F is never valid alone.
      let character = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }
      if let character = character.first {
        shown += character
        rest = rest.dropFirst(character.utf8.count)
      } else {
        shown += "\\x" + String(first, radix: 16, uppercase: true)
        rest = rest.dropFirst()
      }
    }
    return shown
  }
}
