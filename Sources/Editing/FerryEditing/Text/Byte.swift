/// The bytes with a meaning in the grammars.
enum Byte {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let tab = UInt8(ascii: "\t")
  static let space = UInt8(ascii: " ")
  static let slash = UInt8(ascii: "/")
  static let backslash = UInt8(ascii: "\\")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let dash = UInt8(ascii: "-")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")

  static func isBreak(_ byte: UInt8) -> Bool { byte == newline || byte == carriageReturn }

  static func isClosing(_ byte: UInt8) -> Bool { byte == closeBrace || byte == closeBracket }
}
