package import FerryBase

/// A writer of items in the diagnostic notation of CBOR (RFC 8949, section 8). An extension of
/// MessagePack is written as `ext(TYPE, BYTES)`.
package struct DiagnosticNotation {
  private let lexer: ItemLexer
  private let depthLimit: Int
  private var place = 0

  package init(
    _ input: ByteView, _ format: ItemFormat, depthLimit: Int = OpenContainer.standardLimit
  ) {
    lexer = ItemLexer(input, .of(format))
    self.depthLimit = depthLimit
  }

  /// Appends the next item of the input. Returns `false` at the end of the input.
  /// - Throws: The failure of an item that is not well-formed. `output` has the text before it.
  package mutating func appendNext(to output: inout ByteWriter) throws(WireFailure) -> Bool {
    guard place < lexer.count else { return false }
    try appendItem(depth: 0, to: &output)
    return true
  }

  private mutating func appendItem(
    depth: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    var start = place
    var head = try lexer.head(at: place)
    place = head.end
    // Tags have no limit of depth, so they must not take stack.
    var tags = 0
    while head.kind == ItemKind.tag {
      output.append(text: "\(head.argument)(")
      tags += 1
      start = place
      head = try lexer.head(at: place)
      place = head.end
    }
    switch head.kind {
    case ItemKind.unsigned, ItemKind.negative, ItemKind.signed:
      output.append(text: "\(head.integer ?? 0)")
    case ItemKind.text, ItemKind.bytes: try appendString(head, to: &output)
    case ItemKind.list, ItemKind.map:
      if depth >= depthLimit { throw WireFailure(.depthLimit, offset: start) }
      try appendContainer(head, depth: depth, to: &output)
    case ItemKind.null:
      // CBOR has two values without contents.
      output.append(text: lexer.input[start] == 0xF7 ? "undefined" : "null")
    case ItemKind.false: output.append("false")
    case ItemKind.true: output.append("true")
    case ItemKind.half, ItemKind.single, ItemKind.double:
      let value = lexer.double(head)
      let name = value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
      output.append(text: value.isFinite ? "\(value)" : name)
    case ItemKind.extension:
      let (type, range) = try lexer.extensionContents(head)
      output.append(text: "ext(\(Int8(bitPattern: type)), ")
      appendHex(range, to: &output)
      output.append(")")
      place = range.upperBound
    case ItemKind.simple: output.append(text: "simple(\(head.argument))")
    default: throw WireFailure(.invalidTag, offset: start)
    }
    for _ in 0..<tags { output.append(")") }
  }

  private mutating func appendContainer(
    _ head: ItemHead, depth: Int, to output: inout ByteWriter
  ) throws(WireFailure) {
    let isMap = head.kind == ItemKind.map
    var left = try lexer.itemCount(head)
    output.append(text: (isMap ? "{" : "[") + (left < 0 ? "_" : ""))
    var isFirst = true
    while left != 0 {
      if left < 0, lexer.kind(at: place) == ItemKind.stop {
        if place >= lexer.count { throw lexer.endFailure() }
        place += 1
        break
      }
      output.append(text: isFirst ? (left < 0 ? " " : "") : ", ")
      isFirst = false
      try appendItem(depth: depth + 1, to: &output)
      if isMap {
        output.append(": ")
        try appendItem(depth: depth + 1, to: &output)
      }
      if left > 0 { left -= 1 }
    }
    output.append(isMap ? "}" : "]")
  }

  /// Appends a text or bytes. One of indefinite length is `(_ CHUNK, CHUNK)`.
  private mutating func appendString(
    _ head: ItemHead, to output: inout ByteWriter
  ) throws(WireFailure) {
    guard head.isIndefinite else {
      let length = try lexer.length(head)
      let range = head.end..<head.end + length
      place = range.upperBound
      guard head.kind == ItemKind.text else { return appendHex(range, to: &output) }
      try lexer.input.checkText(at: range.lowerBound, length)
      return appendQuoted(ByteView(rebasing: lexer.input[range]), to: &output)
    }
    if place < lexer.count, lexer.kind(at: place) == ItemKind.stop {
      // Without chunks, only the quotes show the type.
      place += 1
      return output.append(text: head.kind == ItemKind.text ? "\"\"_" : "''_")
    }
    output.append("(_")
    var separator = " "
    while lexer.kind(at: place) != ItemKind.stop {
      let chunk = try lexer.head(at: place)
      guard chunk.kind == head.kind, !chunk.isIndefinite else {
        throw WireFailure(.invalidTag, offset: place)
      }
      output.append(text: separator)
      separator = ", "
      place = chunk.end
      try appendString(chunk, to: &output)
    }
    if place >= lexer.count { throw lexer.endFailure() }
    place += 1
    output.append(")")
  }

  private func appendHex(_ range: Range<Int>, to output: inout ByteWriter) {
    output.append("h'")
    let digits = Array("0123456789abcdef".utf8)
    for byte in lexer.input[range] {
      output.append(digits[Int(byte >> 4)])
      output.append(digits[Int(byte & 15)])
    }
    output.append("'")
  }

  private func appendQuoted(_ text: ByteView, to output: inout ByteWriter) {
    output.append("\"")
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      case 0..<0x20, 0x7F:
        let hex = String(byte, radix: 16)
        output.append(text: "\\u00" + (hex.count < 2 ? "0" : "") + hex)
      default: output.append(byte)
      }
    }
    output.append("\"")
  }
}
