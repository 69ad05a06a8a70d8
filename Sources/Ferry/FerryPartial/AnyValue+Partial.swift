public import FerryBase

extension AnyValue: PartiallyDecodable, PartialValue {
  /// Begins any value.
  @_documentation(visibility: internal)
  public static func _begin(_ reader: inout _PartialReader) throws(WireFailure) -> AnyValue? {
    guard let byte = reader.nextByte() else { return nil }
    switch byte {
    case UInt8(ascii: "\""):
      reader.openText()
      return .string("")
    case UInt8(ascii: "{"):
      try reader.open(isMap: true)
      return .object(Object())
    case UInt8(ascii: "["):
      try reader.open(isMap: false)
      return .array([])
    case UInt8(ascii: "t"): return try reader.literal("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return try reader.literal("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return try reader.literal("null") ? .null : nil
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try reader.number().map { .number($0) }
    default: throw reader.failure(.unexpectedCharacter)
    }
  }

  /// Goes on with an open text or container. The contents are moved out of the value while they change,
  /// so that they are not copied.
  @_documentation(visibility: internal)
  public mutating func _resume(_ reader: inout _PartialReader) throws(WireFailure) -> Bool {
    switch kind {
    case .string:
      var text = takeText()
      defer { self = .string(text) }
      return try reader.appendText(to: &text)
    case .array:
      var elements = takeElements()
      defer { self = .array(elements) }
      return try elements._resume(&reader)
    default:
      var members = takeMembers()
      defer { self = .object(members) }
      return try members.resume(&reader)
    }
  }

  private var kind: Kind {
    switch self {
    case .string: .string
    case .array: .array
    default: .object
    }
  }

  // Out of line, so that no second reference to the contents outlives the call.

  @inline(never)
  private mutating func takeText() -> String {
    let contents = consume self
    self = .null
    guard case .string(let text) = consume contents else { return "" }
    return text
  }

  @inline(never)
  private mutating func takeElements() -> [AnyValue] {
    let contents = consume self
    self = .null
    guard case .array(let elements) = consume contents else { return [] }
    return elements
  }

  @inline(never)
  private mutating func takeMembers() -> Object {
    let contents = consume self
    self = .null
    guard case .object(let members) = consume contents else { return Object() }
    return members
  }
}

extension AnyValue.Object {
  fileprivate mutating func resume(_ reader: inout _PartialReader) throws(WireFailure) -> Bool {
    while true {
      switch try reader.next() {
      case .pause: return false
      case .end: return true
      case .key: continue
      case .value:
        guard let value = try reader.begin(AnyValue.self) else { return false }
        append(try reader.key(), value)
      case .open:
        guard try reader.resumeItem(&lastValue) else { return false }
      }
    }
  }
}
