package import FerryBase

/// A writer of tagged netstrings. The length of a container is inserted at its end.
package struct NetstringWriter: ~Copyable, WireWriter {
  /// The offset of the contents of a container.
  package typealias Object = Int
  package typealias List = Int

  package let context: _WireContext
  private var output: ByteWriter
  private let depthLimit: Int
  private var depth = 0

  package init(_ output: consuming ByteWriter, depthLimit: Int, _ context: _WireContext) {
    self.output = output
    self.depthLimit = depthLimit
    self.context = context
  }

  package consuming func finish(_ count: inout Int) -> [UInt8]? { output.finish(&count) }

  /// Appends the document to another output.
  package borrowing func append(to other: inout ByteWriter) { other.append(output.bytes) }

  private mutating func append(_ text: String, _ kind: UInt8) {
    output.append(text: "\(text.utf8.count):\(text)")
    output.append(kind)
  }

  // MARK: Values

  package mutating func writeNull() throws(WireFailure) { append("", UInt8(ascii: "~")) }

  package mutating func writeBool(_ value: Bool) throws(WireFailure) {
    append("\(value)", UInt8(ascii: "!"))
  }

  package mutating func writeInteger<T: FixedWidthInteger & Sendable>(
    _ value: T
  ) throws(WireFailure) {
    append("\(value)", UInt8(ascii: "#"))
  }

  package mutating func writeDouble(_ value: Double) throws(WireFailure) {
    try writeNumber(AnyValue.Number(float: value))
  }

  package mutating func writeFloat(_ value: Float) throws(WireFailure) {
    guard value.isFinite else { throw invalid(value, "\(value) is not a number of the format.") }
    append("\(value)", UInt8(ascii: "^"))
  }

  package mutating func writeNumber(_ value: AnyValue.Number) throws(WireFailure) {
    guard value.double.isFinite else {
      throw invalid(value, "\(value) is not a number of the format.")
    }
    let isWhole = !value.description.contains { ".eE".contains($0) }
    append(value.description, UInt8(ascii: isWhole ? "#" : "^"))
  }

  package mutating func writeString(_ value: String) throws(WireFailure) {
    append(value, UInt8(ascii: ","))
  }

  package mutating func writeRawBytes(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    let start = output.count
    unsafe Base64.encode(ByteView(bytes), to: &output)
    end(start, UInt8(ascii: ","))
  }

  // MARK: Containers

  /// Inserts the length of the contents from `start` on, and appends the type.
  private mutating func end(_ start: Int, _ kind: UInt8) {
    let contents = Array(output.bytes[start...])
    output.truncate(to: start)
    output.append(text: "\(contents.count):")
    contents.withByteView { output.append($0) }
    output.append(kind)
  }

  private mutating func begin() throws(WireFailure) -> Int {
    guard depth < depthLimit else { throw WireFailure(.depthLimit, offset: -1) }
    depth += 1
    return output.count
  }

  package mutating func beginObject() throws(WireFailure) -> Int { try begin() }

  package mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields
  ) throws(WireFailure) -> Int {
    try begin()
  }

  package mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields, in object: inout Int
  ) throws(WireFailure) {
    append("\(fields.name(slot))", UInt8(ascii: ","))
  }

  package mutating func writeKey(_ name: StaticString, in object: inout Int) throws(WireFailure) {
    append("\(name)", UInt8(ascii: ","))
  }

  package mutating func writeKey(_ name: String, in object: inout Int) throws(WireFailure) {
    append(name, UInt8(ascii: ","))
  }

  package mutating func endObject(_ object: inout Int) throws(WireFailure) {
    depth -= 1
    end(object, UInt8(ascii: "}"))
  }

  package mutating func beginList(count: Int) throws(WireFailure) -> Int { try begin() }
  package mutating func beginElement(_ list: inout Int) throws(WireFailure) {}

  package mutating func endList(_ list: inout Int) throws(WireFailure) {
    depth -= 1
    end(list, UInt8(ascii: "]"))
  }

  /// Writes a value of a type without direct coding.
  package mutating func write<Way: _IndirectWriting>(by way: Way) throws(WireFailure) {
    try way.lend { loan throws(WireFailure) in try AnyValue(loan.view, at: 0).encode(to: &self) }
  }
}
