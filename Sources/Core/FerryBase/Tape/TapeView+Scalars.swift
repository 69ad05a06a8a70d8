extension TapeView {
  /// Returns the integer at `index`, or `nil` if the value is not an integer in range.
  ///
  /// `1.0`, `1e2` and `100e-1` are integers. Numbers are never rounded.
  @inlinable
  package func integer<T: FixedWidthInteger>(at index: Int, as type: T.Type) -> T? {
    let node = self[index]
    if node.kind == .integer { return T(exactly: node.integer) }
    if node.kind == .integerText { return DecimalParsing.integer(stored(node), as: T.self) }
    if node.kind == .plainText, let value = usualInteger(node) { return T(exactly: value) }
    return rareInteger(at: index, as: T.self)
  }

  /// Returns the integer of a plain scalar that has the same meaning in every schema: up to 18
  /// digits without a leading zero.
  @usableFromInline @inline(never)
  func usualInteger(_ node: Node) -> Int64? {
    let text = stored(node)
    guard let first = text.first, first != UInt8(ascii: "0") || text.count == 1,
      text.count <= 18
    else { return nil }
    var value: Int64 = 0
    for position in text.indices {
      let byte = text[position]
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return value
  }

  @usableFromInline @inline(never)
  func rareInteger<T: FixedWidthInteger>(at index: Int, as type: T.Type) -> T? {
    let node = self[index]
    switch node.kind {
    case .decimalText, .decimal: return wholeNumber(stored(node), as: T.self)
    case .numberText:
      return DecimalParsing.integer(stored(node), as: T.self)
        ?? wholeNumber(stored(node), as: T.self)
    case .int64: return T(exactly: Int64(bitPattern: word(after: index)))
    case .uint64: return T(exactly: word(after: index))
    case .double:
      return DecimalParsing.wholeNumber(
        of: Double(bitPattern: word(after: index)), as: T.self)
    case .date:
      guard let time = time(ofDate: index) else {
        return DecimalParsing.wholeNumber(of: number(ofDate: index), as: T.self)
      }
      return time.nanoseconds == 0 ? T(exactly: time.seconds) : nil
    case .float: return DecimalParsing.wholeNumber(of: Double(node.float), as: T.self)
    case .plainText:
      return plainNumber(node) { number in
        DecimalParsing.integer(number, as: T.self) ?? wholeNumber(number, as: T.self)
      }
    case .alias, .tagged: return integer(at: resolved(index), as: T.self)
    default: return nil
    }
  }

  /// Returns the integer of a number with fraction or exponent, or `nil` if it is not an integer in
  /// range.
  private func wholeNumber<T: FixedWidthInteger>(
    _ text: ByteView, as type: T.Type
  ) -> T? {
    schema.contains(.foundationIntegers)
      ? DecimalParsing.foundationInteger(text, as: T.self)
      : DecimalParsing.wholeNumber(text, as: T.self)
  }

  /// Returns the number at `index` as the nearest `Double`; infinite if it is out of range.
  @inlinable
  package func double(at index: Int) -> Double? {
    let node = self[index]
    switch node.kind {
    case .decimal, .double: return Double(bitPattern: word(after: index))
    case .decimalText, .integerText, .numberText: return DecimalParsing.double(stored(node))
    case .integer: return Double(node.integer)
    default: return rareDouble(at: index)
    }
  }

  @usableFromInline @inline(never)
  func rareDouble(at index: Int) -> Double? {
    let node = self[index]
    switch node.kind {
    case .integer: return Double(node.integer)
    case .int64: return float(Int64(bitPattern: word(after: index)), node)
    case .uint64: return float(word(after: index), node)
    case .float: return Double(node.float)
    case .date: return number(ofDate: index)
    case .plainText:
      if case .notFinite(let value) = plain(node) { return value }
      return plainNumber(node) { DecimalParsing.double($0) }
    case .alias, .tagged: return double(at: resolved(index))
    default: return nil
    }
  }

  /// Returns the float nearest to the integer of `node`; `nil` if it has to be exact and is not.
  private func float<T: BinaryFloatingPoint>(_ value: some FixedWidthInteger, _ node: Node) -> T? {
    node.length == Node.exact ? T(exactly: value) : T(value)
  }

  /// Returns the number at `index` as the nearest `Float`, rounded once.
  package func float(at index: Int) -> Float? {
    let node = self[index]
    switch node.kind {
    case .decimal, .decimalText, .integerText, .numberText:
      return DecimalParsing.float(stored(node))
    case .float: return node.float
    case .integer: return Float(node.integer)
    case .int64: return float(Int64(bitPattern: word(after: index)), node)
    case .uint64: return float(word(after: index), node)
    case .plainText:
      if case .notFinite(let value) = plain(node) { return Float(value) }
      return plainNumber(node) { DecimalParsing.float($0) }
    case .alias, .tagged: return float(at: resolved(index))
    default: return double(at: index).map { Float($0) }
    }
  }

  /// Returns the boolean at `index`.
  @inlinable
  package func bool(at index: Int) -> Bool? {
    switch self[index].kind {
    case .true: return true
    case .false: return false
    default: return rareBool(at: index)
    }
  }

  @usableFromInline @inline(never)
  func rareBool(at index: Int) -> Bool? {
    let node = self[index]
    if node.kind.isIndirect { return bool(at: resolved(index)) }
    guard node.kind == .plainText, case .bool(let value) = plain(node)
    else { return nil }
    return value
  }

  /// Returns the text at `index`. A plain YAML scalar is read as its original text, unless it means
  /// null.
  @inlinable
  package func text(at index: Int) -> String? {
    let node = self[index]
    switch node.kind {
    case .text, .arenaText: return string(node)
    default: return rareText(at: index)
    }
  }

  @usableFromInline @inline(never)
  func rareText(at index: Int) -> String? {
    let node = self[index]
    switch node.kind {
    case .uuid: return UUIDText.string(stored(node))
    case .null: return schema.contains(.nullIsEmptyText) ? "" : nil
    case .plainText: return plainText(node)
    case .alias, .tagged: return text(at: resolved(index))
    default: return nil
    }
  }

  private func plainText(_ node: Node) -> String? {
    let text = stored(node)
    // Null is the only meaning that is not read as text, and its spellings are short.
    if schema.isEmpty, text.count > 4 { return Self.string(validated: text) }
    switch plain(node) {
    case .null: return schema.contains(.nullIsEmptyText) ? "" : nil
    case .text: break
    default: if schema.contains(.strict) { return nil }
    }
    return Self.string(validated: text)
  }

  /// Returns whether the value at `index` is null.
  @inlinable
  package func isNull(at index: Int) -> Bool {
    switch self[index].kind {
    case .null: return true
    case .plainText, .alias, .tagged: return rareNull(at: index)
    default: return false
    }
  }

  @usableFromInline @inline(never)
  func rareNull(at index: Int) -> Bool {
    let node = self[index]
    if node.kind.isIndirect { return isNull(at: resolved(index)) }
    return node.kind == .plainText && plain(node) == .null
  }
}
