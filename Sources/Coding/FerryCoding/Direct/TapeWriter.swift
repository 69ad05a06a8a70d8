public import FerryBase

/// A writer for direct encoding to a tape. It encodes YAML and `AnyValue`, and other formats with
/// options that their own writers do not support. It also finds the cause of a failure.
@usableFromInline package struct TapeWriter: ~Copyable, WireWriter {
  /// The shared values of the call.
  @usableFromInline package let context: _WireContext
  let call: EncodingCall
  /// The field type that was written last, with the nodes of its fields.
  private var fieldNodes: (type: ObjectIdentifier, table: KeyTable)?
  init(_ call: EncodingCall, _ context: _WireContext) {
    self.call = call
    self.context = context
  }

  private var state: EncodingState {
    @inline(__always) _read { yield call.state }
    @inline(__always) nonmutating _modify { yield &call.state }
  }

  /// Appends a value through `Codable`.
  private func append(_ write: (EncodingCall) throws -> Void) throws(WireFailure) {
    do {
      try write(call)
    } catch {
      throw failure(error)
    }
  }

  /// Whether members are left out whose value is their default.
  @usableFromInline package var omitsDefaults: Bool { state.omitsDefaults }

  // MARK: Scalars

  /// Returns the elements of a set, in the order of their encoded bytes if the document is canonical.
  @usableFromInline
  package mutating func elements<Element: DirectEncodable>(
    of set: Set<Element>
  ) throws(WireFailure) -> [Element] {
    var elements = Array(set)
    if state.options.sortsUnordered {
      try append { try $0.sort(&elements) { DirectValue($0) } }
    }
    return elements
  }

  /// Writes null.
  @usableFromInline package mutating func writeNull() throws(WireFailure) {
    try append { try $0.appendNull() }
  }

  /// The number of words on the tape so far.
  @usableFromInline package var written: Int { state.tape.count }

  /// Counts one more optional around the value since `start`, if that value is null.
  @usableFromInline package mutating func wrapNull(since start: Int) { call.wrapNull(since: start) }

  /// Writes true or false.
  @usableFromInline package mutating func writeBool(_ value: Bool) throws(WireFailure) {
    try append { try $0.append(value) }
  }

  /// Writes a whole number.
  @usableFromInline
  package mutating func writeInteger<T: FixedWidthInteger & Sendable>(_ value: T)
    throws(WireFailure)
  {
    try append { try $0.append(value) }
  }

  /// Writes a number. The options determine the form of a number that is not finite.
  @usableFromInline package mutating func writeDouble(_ value: Double) throws(WireFailure) {
    try append { try $0.append(value) }
  }

  /// Writes a number. The options determine the form of a number that is not finite.
  @usableFromInline package mutating func writeFloat(_ value: Float) throws(WireFailure) {
    try append { try $0.append(value) }
  }

  /// Writes text.
  @usableFromInline package mutating func writeString(_ value: String) throws(WireFailure) {
    try append { try $0.append(value) }
  }

  /// Writes raw bytes. Text formats write them in base64.
  @usableFromInline
  package mutating func writeRawBytes(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    try append { try unsafe $0.append(bytes: ByteView(bytes)) }
  }

  /// Writes a date. Text formats write it as a number.
  @usableFromInline package mutating func writeDate(_ seconds: Double) throws(WireFailure) {
    try append { try $0.state.tape.append(date: seconds) }
  }

  /// Writes a UUID of 16 bytes. Text formats write it as text.
  @usableFromInline
  package mutating func writeUUID(_ bytes: UnsafeBufferPointer<UInt8>) throws(WireFailure) {
    try append { try unsafe $0.state.tape.append(.uuid, copying: ByteView(bytes)) }
  }

  /// Writes a number as its text.
  @usableFromInline package mutating func writeNumber(_ value: AnyValue.Number) throws(WireFailure)
  {
    if value.isFinite || value.form != nil {
      try append { try $0.state.tape.append(value) }
    } else {
      try writeDouble(value.double)
    }
  }

  /// Writes a value that is not coded directly.
  @usableFromInline package mutating func write<Way: _IndirectWriting>(by way: Way)
    throws(WireFailure)
  {
    try way.write(to: call)
  }

  /// Writes the members of a value that is not coded directly.
  @usableFromInline package mutating func writeMembers<Way: _IndirectWriting>(
    by way: Way, in object: inout Object
  ) throws(WireFailure) {
    let header = state.open.header
    try way.write(to: TapeEncoder(call, at: header))
    try state.enter(header)
  }

  // MARK: Containers

  /// An object that is being written.
  @usableFromInline package struct Object {}
  /// An array that is being written.
  @usableFromInline package struct List {}

  private func open(_ kind: NodeKind) throws(WireFailure) {
    try state.openContainer(kind, limit: state.options.depthLimit)
  }
  private func close() { state.closeContainer() }

  /// Begins an object.
  @usableFromInline package mutating func beginObject() throws(WireFailure) -> Object {
    try open(.map)
    return Object()
  }

  /// Begins an object.
  @usableFromInline package mutating func beginObject<Fields: _FieldSet>(
    _ fields: Fields
  ) throws(WireFailure) -> Object {
    try beginObject()
  }

  /// Writes a key.
  @usableFromInline package mutating func writeKey<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields, in object: inout Object
  ) throws(WireFailure) {
    let table = table(of: fields)
    guard slot < KeyTable.capacity, state.known.rule != .unknown else {
      return try writeKey(fields.name(slot), in: &object)
    }
    let node = try node(slot, of: fields, in: table)
    state.open.count += 1
    try state.tape.append(node)
  }

  private func node<Fields: _FieldSet>(
    _ slot: Int, of fields: Fields, in table: KeyTable
  ) throws(WireFailure) -> Node {
    if let node = table.node(slot) { return node }
    let key = TapeKey("\(fields.name(slot))")
    let name = call.convertedName(key)
    if let node = state.known.keep(name, of: slot, in: table) { return node }
    noteConverted(key)
    return try state.tape.node(storing: name)
  }

  private mutating func table<Fields: _FieldSet>(of fields: Fields) -> KeyTable {
    let type = fields.identity
    if let fieldNodes, fieldNodes.type == type { return fieldNodes.table }
    let table = state.known.tables.table(of: fields)
    fieldNodes = (type, table)
    return table
  }

  /// Notes that the next key may have the name of another key.
  private func noteConverted(_ key: TapeKey) {
    guard state.known.rule.isConverting else { return }
    state.late.repeatingMaps.append(state.open.header)
    state.modelKeys.note(key, to: state.tape.count, isConverted: true)
  }

  /// Writes a key.
  @usableFromInline package mutating func writeKey(
    _ name: StaticString, in object: inout Object
  ) throws(WireFailure) {
    let key = TapeKey("\(name)")
    noteConverted(key)
    try writeKey(call.convertedName(key), in: &object)
  }

  /// Writes a key that is data. Options do not convert such a key.
  @usableFromInline
  package mutating func writeKey(_ name: String, in object: inout Object) throws(WireFailure) {
    state.open.count += 1
    try state.tape.append(name)
  }

  /// Ends an object.
  @usableFromInline package mutating func endObject(_ object: inout Object) throws(WireFailure) {
    close()
  }

  /// Ends an object in which each key may occur only once. If members of one type have the same
  /// name, the call finds that at its end, as for other objects.
  @usableFromInline package mutating func endSharedObject(_ object: inout Object)
    throws(WireFailure)
  {
    let header = state.open.header
    close()
    let view = state.view
    guard let repeated = view.duplicateKey(ofMap: header),
      let key = state.late.repeatingMaps.contains(header)
        ? repeatedMember(ofMap: header, view) : repeated
    else { return }
    throw failure(
      EncodingError.invalid(
        call.finishedValue(at: header) as Any, at: state.path(to: key + 1),
        Problem.sharedTwice(view.string(view[key]))))
  }

  /// Returns the first key of an object whose model key occurred before in the object. A key that
  /// only has the same name is not one of these.
  private func repeatedMember(ofMap header: Int, _ view: TapeView) -> Int? {
    var members: Set<String> = []
    return view.keys(ofMap: header).first { key in
      let name = state.key(at: key, in: view)?.stringValue
      return name.map { !members.insert($0).inserted } ?? false
    }
  }

  /// Begins a value with a tag.
  @usableFromInline package mutating func beginTag(_ tag: String) throws(WireFailure) {
    try open(.tagged)
    try state.tape.append(tag)
  }

  /// Ends the value with a tag.
  @usableFromInline package mutating func endTag() { close() }

  /// Begins an array.
  @usableFromInline package mutating func beginList(count: Int) throws(WireFailure) -> List {
    try open(.list)
    return List()
  }

  /// Counts an element.
  @usableFromInline package mutating func beginElement(_ list: inout List) throws(WireFailure) {
    state.open.count += 1
  }

  /// Ends an array.
  @usableFromInline package mutating func endList(_ list: inout List) throws(WireFailure) {
    close()
  }
}

extension TapeEncoder {
  /// Encodes a value directly.
  package func encodeDirect<T: DirectEncodable>(_ value: T) throws {
    try append { call throws in
      let context = call.state.options.makeWireContext()
      var writer = TapeWriter(call, context)
      do throws(WireFailure) {
        try value.encode(to: &writer)
      } catch {
        throw context.encodingError(of: error, in: value, at: call.state.path)
      }
    }
  }

  /// Whether nothing has been written to the encoder.
  package var isUnused: Bool { call.state.tape.count == start }
}
