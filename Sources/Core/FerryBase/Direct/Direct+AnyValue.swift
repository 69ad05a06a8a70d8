extension AnyValue: DirectDecodable, DirectEncodable {
  /// Reads a value of any kind.
  public init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    if reader.context.isForeign, let value = try reader.readForeign(AnyValue.self) {
      self = value
      return
    }
    if let value = try reader.readTagged() {
      self = value
      return
    }
    switch try reader.nextKind() {
    case .null:
      guard try reader.readNull() else {
        throw reader.mismatch(AnyValue.self, at: reader.position)
      }
      self = .null
    case .bool: self = .bool(try reader.readBool())
    case .number: self = .number(try reader.readNumber())
    case .string: self = .string(try reader.readString())
    case .bytes:
      guard let bytes = try reader.readRawBytes() else {
        throw reader.mismatch(AnyValue.self, at: reader.position)
      }
      self = .bytes(bytes)
    case .array:
      let elements = try [AnyValue](from: &reader)
      // Readers reserve memory for several elements. An array of one element would keep the unused
      // part, which takes a third of all memory in a document of such arrays.
      self = .array(elements.count == 1 ? [elements[0]] : elements)
    case .object:
      var members = Object()
      var object = try reader.beginObject()
      while let key = try reader.nextKey(&object) {
        members.append(reader.dataKey(key, in: object), try AnyValue(from: &reader))
      }
      self = .object(members)
    }
  }

  /// Writes the value in the form of its kind.
  public func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    if writer.context.isForeign, try writer.writeForeign(self) { return }
    switch self {
    case .null: try writer.writeNull()
    case .bool(let value): try writer.writeBool(value)
    case .number(let number): try writer.writeNumber(number)
    case .string(let text): try writer.writeString(text)
    case .bytes(let bytes): try writer.writeRawBytes(bytes)
    case .array(let elements): try elements.encode(to: &writer)
    case .object(let members):
      var object = try writer.beginObject()
      for (key, value) in members {
        try writer.writeKey(key, in: &object)
        try value.encode(to: &writer)
      }
      try writer.endObject(&object)
    case .tagged(let tag, let value):
      try writer.beginTag(tag)
      try value.encode(to: &writer)
      writer.endTag()
    }
  }
}
