public import FerryBase

extension ItemWireWriter {
  @inlinable @inline(__always)
  package mutating func writeNull() throws(WireFailure) { output.appendNull(format) }

  @inlinable @inline(__always)
  package mutating func writeBool(_ value: Bool) throws(WireFailure) {
    output.appendBool(value, format)
  }

  /// Writes an integer in the fewest bytes. Throws for one beyond 64 bits, which needs the tape.
  @inlinable
  package mutating func writeInteger<T: FixedWidthInteger & Sendable>(
    _ value: T
  ) throws(WireFailure) {
    if T.bitWidth < 64 || T.bitWidth == 64 && T.isSigned {
      write(Int64(truncatingIfNeeded: value))
    } else if let signed = Int64(exactly: value) {
      write(signed)
    } else {
      guard let word = UInt64(exactly: value) else { throw WireFailure(.sizeLimit, offset: -1) }
      output.appendInteger(word, format)
    }
  }

  // Out of line, because generated code has many calls.
  @usableFromInline @inline(never)
  mutating func write(_ value: Int64) { output.appendInteger(value, format) }

  @usableFromInline @inline(never)
  package mutating func writeDouble(_ value: Double) throws(WireFailure) {
    output.appendDouble(value, format)
  }

  @usableFromInline @inline(never)
  package mutating func writeFloat(_ value: Float) throws(WireFailure) {
    output.appendFloat(value, format)
  }

  @inlinable
  package mutating func writeString(_ value: String) throws(WireFailure) {
    // `withContiguousBytes` keeps the type of an error, which costs time here.
    let isWritten = unsafe value.utf8.withContiguousStorageIfAvailable {
      unsafe writeText(ByteView($0))
    }
    if isWritten != true { try writeCopy(of: value) }
  }

  @usableFromInline @inline(never)
  mutating func writeCopy(of text: String) throws(WireFailure) {
    try checkLength(text.utf8.count)
    _ = Array(text.utf8).withByteView { writeText($0) }
  }

  /// Writes a text. Returns `false` if it is longer than the format allows.
  @usableFromInline @inline(never)
  mutating func writeText(_ text: ByteView) -> Bool {
    guard text.count <= UInt32.max || format == .cbor else { return false }
    output.appendText(text, format)
    return true
  }

  /// Throws for a text, bytes or a container that is longer than the format allows.
  @usableFromInline
  func checkLength(_ count: Int) throws(WireFailure) {
    if count > UInt32.max, format == .messagePack { throw WireFailure(.sizeLimit, offset: -1) }
  }

  @usableFromInline
  package mutating func writeRawBytes(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(WireFailure) {
    try checkLength(bytes.count)
    unsafe output.appendBytes(ByteView(bytes), format)
  }

  @usableFromInline
  package mutating func writeUUID(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    unsafe output.appendUUID(ByteView(bytes), format)
  }

  @usableFromInline
  package mutating func writeDate(_ seconds: Double) throws(WireFailure) {
    guard output.appendDate(seconds, Node.epochDistance, format) else {
      throw WireFailure(.notRepresentable, offset: -1)
    }
  }

  @usableFromInline
  package mutating func beginTag(_ tag: String) throws(WireFailure) {
    // The tape knows whether a value has the form that an interpreted tag or that of a simple value
    // requires.
    guard format == .cbor, let number = CBORTag.number(ofTag: tag),
      !CBORTag.isInterpreted(number)
    else { throw WireFailure(.notRepresentable, offset: -1) }
    try enter()
    output.appendHead(0xC0, number)
  }

  @usableFromInline
  package mutating func endTag() { depth -= 1 }

  @usableFromInline
  package mutating func writeDateText(_ text: String) throws(WireFailure) {
    try enter()
    output.appendHead(0xC0, CBORTag.dateText)
    try writeString(text)
    depth -= 1
  }

  @usableFromInline
  package mutating func writeNumber(_ value: AnyValue.Number) throws(WireFailure) {
    if value.form != nil {
      var tape = Tape()
      try tape.append(value)
      let view = TapeView(tape, input: ByteView())
      return try ItemWriter.write(view, ItemWriting(format), to: &output)
    }
    guard value.isFinite else { return try writeDouble(value.double) }
    var text = value.text
    guard text.withByteView({ NumberItem.append($0, format, to: &output) }) else {
      throw WireFailure(.notRepresentable, offset: -1)
    }
  }

  /// Writes a value that has no direct coding, through its own tape.
  @usableFromInline
  package mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure) {
    var options = ItemWriting(format)
    options.depthLimit = depthLimit - depth
    options.writesIntegerKeys = writesIntegerKeys
    try way.lend { loan throws(WireFailure) in
      try ItemWriter.write(loan.view, options, to: &output)
    }
  }
}
