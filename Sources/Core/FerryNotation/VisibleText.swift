extension Unicode.Scalar {
  /// Whether a terminal obeys the scalar instead of showing it: a control, a line separator, or a
  /// format character such as those that change the direction of text.
  ///
  /// The two joiners are not included, because words of some languages and emoji contain them.
  package var isInvisible: Bool {
    if value < 0x7F { return value < 0x20 }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return !properties.isJoinControl
    default: return false
    }
  }

  /// The scalar as an escape of JSON: `\u009b`, or two escapes beyond U+FFFF.
  package var escape: String {
    UTF16.encode(self)?.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined() ?? ""
  }
}

extension String {
  /// The text with escapes for the scalars that a terminal would obey.
  package var visible: String {
    guard unicodeScalars.contains(where: { $0.isInvisible }) else { return self }
    return unicodeScalars.map { $0.isInvisible ? $0.escape : String($0) }.joined()
  }
}
