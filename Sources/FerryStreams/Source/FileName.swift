import FerryBytes
internal import FerrySystem

/// The name of a file as the system takes it: bytes, which need not be UTF-8.
package struct FileName: Equatable, Sendable {
  /// The bytes, and the zero that ends them.
  package let bytes: [CChar]

  /// The name that `text` is.
  package init(_ text: String) { bytes = Array(text.utf8CString) }

  /// The name of the bytes up to the first zero, which there is.
  package init(cString: UnsafePointer<CChar>) {
    unsafe self.init(UnsafeBufferPointer(start: cString, count: strlen(cString)))
  }

  /// The name of `bytes`, none of which is zero.
  package init(_ bytes: some Sequence<CChar>) { self.bytes = bytes + [0] }

  /// The name as text; `nil` if it is not UTF-8.
  package var text: String? { String(validating: utf8, as: UTF8.self) }

  private var utf8: [UInt8] { bytes.dropLast().map(UInt8.init(bitPattern:)) }

  /// The name up to its last slash, that included.
  package var folder: FileName {
    FileName(bytes[...(bytes.lastIndex(of: Self.slash) ?? -1)])
  }

  /// Whether it starts at the root.
  package var isAbsolute: Bool { bytes.first == Self.slash }

  private static let slash = CChar(UInt8(ascii: "/"))

  /// The name that goes on with the bytes of another one.
  package static func + (left: FileName, right: FileName) -> FileName {
    FileName(left.bytes.dropLast() + right.bytes.dropLast())
  }
}

extension FileName: ExpressibleByStringLiteral {
  package init(stringLiteral literal: String) { self.init(literal) }
}

extension FileName: CustomStringConvertible {
  /// The name for messages: a byte that is not UTF-8 is shown as `\xE9`.
  package var description: String {
    if let text { return text }
    var rest = utf8[...]
    var shown = ""
    while let first = rest.first {
      // The shortest beginning that is a character; bytes above 0x7F are none by themselves.
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
