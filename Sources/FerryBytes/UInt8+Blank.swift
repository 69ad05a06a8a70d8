extension UInt8 {
  /// Whether the byte is white space between the tokens of JSON (RFC 8259, section 2) and of YAML: a
  /// space, a tab, a line feed or a carriage return.
  @inlinable @inline(__always)
  package var isBlank: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
