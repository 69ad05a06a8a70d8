public import FerryBase

extension JSONWireWriter {
  /// Writes `null`.
  @inlinable
  public mutating func writeNull() throws(WireFailure) { output.append("null") }

  /// Writes `true` or `false`.
  @inlinable
  public mutating func writeBool(_ value: Bool) throws(WireFailure) {
    if value { output.append("true") } else { output.append("false") }
  }

  /// Writes an integer.
  @inlinable
  public mutating func writeInteger<T: FixedWidthInteger & Sendable>(_ value: T) throws(WireFailure)
  {
    if T.bitWidth < 64 || (T.bitWidth == 64 && T.isSigned) {
      writeDigits(Int64(truncatingIfNeeded: value))
    } else if T.bitWidth == 64 {
      writeDigits(UInt64(truncatingIfNeeded: value))
    } else {
      writeDescription("\(value)")
    }
  }

  // Out of line like the other scalars, because generated code has many calls.
  @usableFromInline @inline(never)
  mutating func writeDigits(_ value: Int64) {
    output.append(upTo: IntegerPrinting.capacity) {
      IntegerPrinting.write(value, to: $0)
    }
  }

  @usableFromInline @inline(never)
  mutating func writeDigits(_ value: UInt64) {
    output.append(upTo: IntegerPrinting.capacity) {
      IntegerPrinting.write(value, to: $0)
    }
  }

  @usableFromInline @inline(never)
  mutating func writeDescription(_ text: String) {
    output.append(text: text)
  }

  /// Writes a number in its shortest form.
  @inline(never)
  public mutating func writeDouble(_ value: Double) throws(WireFailure) {
    guard value.isFinite else { return try writeNonFinite(value) }
    output.append(upTo: 32) { FloatPrinting.write(value, to: $0) }
  }

  /// Writes a number in its shortest form.
  @inline(never)
  public mutating func writeFloat(_ value: Float) throws(WireFailure) {
    guard value.isFinite else { return try writeNonFinite(value) }
    output.append(upTo: 32) { FloatPrinting.write(value, to: $0) }
  }

  /// Writes the text for NaN or an infinity, for which JSON has no number.
  @inline(never)
  private mutating func writeNonFinite<T: BinaryFloatingPoint & Sendable>(
    _ value: T
  ) throws(WireFailure) {
    let name = value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity"
    switch options.nonFinite {
    case .fail: throw invalid("Unable to encode \(T.self).\(value) directly in JSON.")
    case .null: output.append("null")
    case .string:
      // An interpolated text makes a module of WebAssembly a third larger.
      output.append(ASCII.quote)
      output.append(text: name)
      output.append(ASCII.quote)
    case .literal: output.append(text: name)
    }
  }

  /// Writes text.
  @inline(never)
  public mutating func writeString(_ value: String) throws(WireFailure) {
    let written: Void? = unsafe value.utf8.withContiguousStorageIfAvailable {
      output.appendJSON(unsafe ByteView($0), escapedSlash: escapedSlash)
    }
    if written == nil { writeOther(value) }
  }

  /// Writes text whose bytes only the standard library finds.
  @inline(never)
  private mutating func writeOther(_ text: String) {
    var text = text
    text.withByteView { output.appendJSON($0, escapedSlash: escapedSlash) }
  }

  /// Writes bytes as base64.
  public mutating func writeRawBytes(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    unsafe writeBase64(ByteView(bytes))
  }

  mutating func writeBase64(_ bytes: ByteView) {
    output.append(ASCII.quote)
    Base64.encode(bytes, escapingSlashes: options.escapesSlashes, to: &output)
    output.append(ASCII.quote)
  }

  /// Writes a number as its text.
  public mutating func writeNumber(_ value: AnyValue.Number) throws(WireFailure) {
    guard value.isFinite else { return try writeNonFinite(value.double) }
    writeDescription(value.text)
  }

  /// Writes a tag as in YAML, for a description. Otherwise throws, because JSON has no tags.
  public mutating func beginTag(_ tag: String) throws(WireFailure) {
    guard options.nonFinite == .literal else { throw invalid("JSON has no tags: `\(tag)`.") }
    writeDescription(tag.hasPrefix("!") ? tag + " " : "!<\(tag)> ")
  }
}
