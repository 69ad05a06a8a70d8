import FerryTape

extension EncodingCall {
  // MARK: Scalars

  @inline(__always)
  func appendNull() throws {
    try state.pointee.tape.append(Node(.null))
  }

  @inline(__always)
  func append(_ value: Bool) throws {
    try state.pointee.tape.append(Node(value ? .true : .false))
  }

  @inline(__always)
  func append(_ value: String) throws {
    try state.pointee.tape.append(value)
  }

  @inline(__always)
  func append<T: FixedWidthInteger>(_ value: T) throws {
    if let value = Int64(exactly: value) {
      try state.pointee.tape.append(value)
    } else if let value = UInt64(exactly: value) {
      try state.pointee.tape.append(value)
    } else {
      try state.pointee.tape.append(.numberText, copying: String(value))
    }
  }

  @inline(__always)
  func append(_ value: Double) throws {
    if value.isFinite {
      try state.pointee.tape.append(value)
    } else if let text = try replacement(for: value) {
      try state.pointee.tape.append(text)
    } else {
      try state.pointee.tape.append(value)
    }
  }

  @inline(__always)
  func append(_ value: Float) throws {
    if !value.isFinite, let text = try replacement(for: value) {
      try state.pointee.tape.append(text)
    } else {
      try state.pointee.tape.append(Node(float: value))
    }
  }

  func append(_ kind: NodeKind, _ text: String) throws {
    try state.pointee.tape.append(kind, copying: text)
  }

  func append(bytes: UnsafeBufferPointer<UInt8>) throws {
    try state.pointee.tape.append(.arenaBytes, copying: bytes)
  }

  /// The string for a number that is not finite, or `nil` if the format has a number for it.
  @inline(never)
  private func replacement<T: BinaryFloatingPoint>(for value: T) throws -> String? {
    switch state.pointee.options.nonFinite {
    case .native: return nil
    case .string(let positive, let negative, let nan):
      return value.isNaN ? nan : value > 0 ? positive : negative
    case .throw:
      let spelling = value.isNaN ? "nan" : value > 0 ? "infinity" : "-infinity"
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: state.pointee.path,
          debugDescription: "Unable to encode \(T.self).\(spelling) directly in "
            + "\(state.pointee.options.formatName). Use a strategy for non-conforming floats."))
    }
  }

  // MARK: Any type

  /// Appends `value` as one value.
  @inline(__always)
  func encode<T: Encodable>(_ value: T, isTopLevel: Bool = false) throws {
    let entry = state.pointee.plans.entry(for: ObjectIdentifier(T.self)) ?? findPlan(for: T.self)
    switch entry.plan {
    case .plain: try encodePlain(value, isTopLevel: isTopLevel)
    // Each plan names the very type that `T` is, so the cast changes nothing but the static type.
    case .string: try append(unsafeBitCast(value, to: String.self))
    case .bool: try append(unsafeBitCast(value, to: Bool.self))
    case .int: try append(unsafeBitCast(value, to: Int.self))
    case .double: try append(unsafeBitCast(value, to: Double.self))
    case .float: try append(unsafeBitCast(value, to: Float.self))
    case .collection:
      guard let collection = entry.collection else { return try encodePlain(value) }
      try checkDepth()
      try withUnsafePointer(to: value) { pointer in
        // `collection` is `T` under another static type.
        try collection.encode(UnsafeRawPointer(pointer), to: self)
      }
    case .anyValue, .bridged: try special(value, entry.plan)
    }
  }

  @inline(__always)
  func encodePlain<T: Encodable>(_ value: T, isTopLevel: Bool = false) throws {
    try checkDepth()
    let start = state.pointee.tape.count
    let depth = state.pointee.open.depth
    try value.encode(to: TapeEncoder(self, at: start))
    if state.pointee.tape.count == start { try appendEmpty(value, isTopLevel: isTopLevel) }
    while state.pointee.open.depth > depth {
      state.pointee.open.close(on: &state.pointee.tape)
    }
  }

  /// What a type that encodes nothing stands for.
  @inline(never)
  private func appendEmpty<T>(_ value: T, isTopLevel: Bool) throws {
    if let failure = state.pointee.failure { throw failure }
    guard !isTopLevel else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [],
          debugDescription: "Top-level \(T.self) did not encode any values."))
    }
    try state.pointee.open.open(.map, on: &state.pointee.tape, limit: .max)
    state.pointee.open.close(on: &state.pointee.tape)
  }

  @inline(__always)
  private func checkDepth() throws {
    if state.pointee.open.depth >= state.pointee.options.depthLimit
      || state.pointee.failure != nil
    {
      throw state.pointee.failure ?? Failure(.depthLimit, node: state.pointee.tape.count)
    }
  }

  @inline(never)
  private func special<T: Encodable>(_ value: T, _ plan: TypePlan) throws {
    if plan == .anyValue {
      try unsafeBitCast(value, to: AnyValue.self).append(
        to: &state.pointee.tape, &state.pointee.open, limit: state.pointee.options.depthLimit)
    } else if let bridge = state.pointee.options.bridge {
      let start = state.pointee.tape.count
      let depth = state.pointee.open.depth
      try bridge.encode(value, to: TapeEncoder(self, at: start))
      if state.pointee.tape.count == start { try appendEmpty(value, isTopLevel: false) }
      while state.pointee.open.depth > depth {
        state.pointee.open.close(on: &state.pointee.tape)
      }
    }
  }

  @inline(never)
  private func findPlan<T: Encodable>(
    for type: T.Type
  ) -> TypePlanCache<any TapeEncodableCollection.Type>.Entry {
    let id = ObjectIdentifier(type)
    var entry = TypePlanCache<any TapeEncodableCollection.Type>.Entry(type: id)
    entry.plan = TypePlan(scalar: type) ?? .plain
    if entry.plan == .plain {
      if let collection = type as? any TapeEncodableCollection.Type {
        entry.plan = .collection
        entry.collection = collection
      } else if state.pointee.options.bridge?.encodes(type) == true {
        entry.plan = .bridged
      }
    }
    state.pointee.plans.insert(entry, for: id)
    return entry
  }

  // MARK: Errors

  /// The `EncodingError` that a failure becomes at the boundary.
  func error(
    _ failure: Failure, for value: Any, path: [any CodingKey]
  ) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path, debugDescription: "\(failure.kind.description)",
        underlyingError: failure))
  }
}
