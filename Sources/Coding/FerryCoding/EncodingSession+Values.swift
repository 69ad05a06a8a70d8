internal import FerryBase

extension EncodingCall {
  // MARK: Scalars

  @inline(__always)
  func appendNull() throws {
    try state.tape.append(Node(.null))
  }

  @inline(__always)
  func append(_ value: Bool) throws {
    try state.tape.append(Node(value ? .true : .false))
  }

  @inline(__always)
  func append(_ value: String) throws {
    try state.tape.append(value)
  }

  @inline(__always)
  func append<T: FixedWidthInteger>(_ value: T) throws {
    if let value = Int64(exactly: value) {
      try state.tape.append(value)
    } else if let value = UInt64(exactly: value) {
      try state.tape.append(value)
    } else {
      try state.tape.append(.numberText, copying: String(value))
    }
  }

  @inline(__always)
  func append(_ value: Double) throws {
    if value.isFinite {
      try state.tape.append(value)
    } else if let text = try replacement(for: value) {
      try state.tape.append(text)
    } else {
      try state.tape.append(value)
    }
  }

  @inline(__always)
  func append(_ value: Float) throws {
    if !value.isFinite, let text = try replacement(for: value) {
      try state.tape.append(text)
    } else {
      try state.tape.append(Node(float: value))
    }
  }

  func append(_ kind: NodeKind, _ text: String) throws {
    try state.tape.append(kind, copying: text)
  }

  func append(bytes: ByteView) throws {
    try state.tape.append(.arenaBytes, copying: bytes)
  }

  /// Returns the string for a number that is not finite; `nil` if the format has a number for it.
  @inline(never)
  private func replacement<T: BinaryFloatingPoint>(for value: T) throws -> String? {
    switch state.options.nonFinite {
    case .native: return nil
    case .string(let positive, let negative, let nan):
      return value.isNaN ? nan : value > 0 ? positive : negative
    case .throw:
      let formatName = state.options.formatName
      throw EncodingError.invalid(
        value, at: state.path,
        "Unable to encode \(T.self).\(value) directly in \(formatName).")
    }
  }

  // MARK: Any type

  /// Appends `value` as one value.
  @inline(__always)
  func encode<T: Encodable>(_ value: T, isTopLevel: Bool = false) throws {
    let entry =
      state.plans.entry(for: ObjectIdentifier(T.self)) ?? findPlan(for: T.self)
    switch entry.plan {
    case .plain: try encodePlain(value, isTopLevel: isTopLevel)
    // Each plan names the type `T` itself, so the cast changes only the static type.
    case .string: try unsafe append(unsafeBitCast(value, to: String.self))
    case .bool: try unsafe append(unsafeBitCast(value, to: Bool.self))
    case .int: try unsafe append(unsafeBitCast(value, to: Int.self))
    case .double: try unsafe append(unsafeBitCast(value, to: Double.self))
    case .float: try unsafe append(unsafeBitCast(value, to: Float.self))
    case .collection:
      guard let collection = entry.collection else { return try encodePlain(value) }
      try checkDepth()
      // Without this shortcut, generic code of several levels copies an array that is often empty.
      if T.self == [Int].self, MemoryLayout<Int>.size == 8 {
        return try unsafe pack(unsafeBitCast(value, to: [Int].self), .int64)
      }
      try unsafe withUnsafePointer(to: value) { pointer in
        // `collection` is `T` under another static type.
        try unsafe collection.encode(UnsafeRawPointer(pointer), to: self)
      }
    case .anyValue, .bridged, .mapped: try special(value, entry.plan)
    }
  }

  @inline(__always)
  func encodePlain<T: Encodable>(_ value: T, isTopLevel: Bool = false) throws {
    try checkDepth()
    let (start, depth) = (state.tape.count, state.open.depth)
    // Made here and not passed on: a copy of an encoder in an existential counts its references.
    try value.encode(to: TapeEncoder(self, at: start))
    try end(value, since: start, depth, isTopLevel: isTopLevel)
  }

  /// Closes the containers that were opened for `value` since `start`. If nothing was appended,
  /// appends an empty object.
  @inline(__always)
  func end<T>(_ value: T, since start: Int, _ depth: Int, isTopLevel: Bool = false) throws {
    if state.tape.count == start { try appendEmpty(value, isTopLevel: isTopLevel) }
    while state.open.depth > depth {
      state.closeContainer()
    }
  }

  /// Appends an empty object for a type that encodes nothing. At the top level, that is an error.
  @inline(never)
  private func appendEmpty<T>(_ value: T, isTopLevel: Bool) throws {
    if let failure = state.failure { throw failure }
    guard !isTopLevel else {
      let root = Self.root(of: value)
      throw EncodingError.invalid(
        root, at: [], "Top-level \(type(of: root)) did not encode any values.")
    }
    try state.openContainer(.map)
    state.closeContainer()
  }

  @inline(__always)
  func checkDepth() throws {
    if state.open.depth >= state.options.depthLimit
      || state.failure != nil
    {
      throw state.failure ?? WireFailure(.depthLimit, node: state.tape.count)
    }
  }

  @inline(never)
  private func special<T: Encodable>(_ value: T, _ plan: TypePlan) throws {
    if plan == .anyValue {
      return try unsafe state.append(unsafeBitCast(value, to: AnyValue.self))
    }
    let (start, depth) = (state.tape.count, state.open.depth)
    let encoder = TapeEncoder(self, at: start)
    if plan == .mapped, let mapped = T.self as? any _KeyMappedType.Type {
      try value.encode(to: mapped._mappedEncoder(over: encoder))
    } else {
      try state.options.encodingBridge?.encode(value, to: encoder)
    }
    try end(value, since: start, depth)
  }

  @inline(never)
  private func findPlan<T: Encodable>(
    for type: T.Type
  ) -> TypePlanCache<any TapeEncodableCollection.Type>.Entry {
    let bridge = state.options.encodingBridge
    return state.plans.find(type) { bridge?.encodes(type) }
  }
}
