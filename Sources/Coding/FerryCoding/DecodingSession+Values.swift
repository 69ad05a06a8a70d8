internal import FerryBase

extension DecodingCall {
  // MARK: Scalars

  @inline(__always)
  func integer<T: FixedWidthInteger>(at index: Int) throws -> T {
    guard let value = state.view.integer(at: index, as: T.self) else {
      throw mismatch(T.self, at: index)
    }
    return value
  }

  @inline(__always)
  func string(at index: Int) throws -> String {
    guard let text = state.view.text(at: index) else {
      throw mismatch(String.self, at: index)
    }
    return text
  }

  @inline(__always)
  func bool(at index: Int) throws -> Bool {
    guard let value = state.view.bool(at: index) else {
      throw mismatch(Bool.self, at: index)
    }
    return value
  }

  @inline(__always)
  func double(at index: Int) throws -> Double {
    if let value = state.view.double(at: index), value.isFinite, value != 0 {
      return value
    }
    return try unusual(at: index) { $0.double(at: index) }
  }

  @inline(__always)
  func float(at index: Int) throws -> Float {
    if let value = state.view.float(at: index), value.isFinite, value != 0 {
      return value
    }
    return try unusual(at: index) { $0.float(at: index) }
  }

  /// Decodes the cases that options and ranges decide: zero, numbers that are not finite, and
  /// values that are not numbers.
  @inline(never)
  private func unusual<T: BinaryFloatingPoint>(
    at index: Int, _ read: (TapeView) -> T?
  ) throws -> T {
    let view = state.view
    let options = state.options
    if let value = read(view) {
      let text = numberBytes(at: index)
      if value == 0, options.rules.followsFoundation, let text = text,
        DecimalParsing.foundationRefusesZero(text)
      {
        throw mismatch(T.self, at: index)
      }
      // A finite number that reads as infinite does not fit. An infinity in the document does.
      if value.isInfinite,
        text != nil || view.double(at: index)?.isFinite == true
          || isSpelledNumber(at: index)
      {
        throw mismatch(T.self, at: index)
      }
      if value.isFinite { return value }
      // Some formats, such as JSON5, have numbers for NaN and the infinities. These numbers are
      // valid beside the texts that the options give.
      if case .throw = options.nonFinite {} else { return value }
    }
    if case .string(let positive, let negative, let nan) = options.nonFinite,
      let text = view.text(at: index)
    {
      if text == positive { return .infinity }
      if text == negative { return -.infinity }
      if text == nan { return .nan }
    }
    throw mismatch(T.self, at: index)
  }

  /// Returns the text of the number at `index`, if it follows JSON's grammar.
  private func numberBytes(at index: Int) -> ByteView? {
    let view = state.view
    let node = view[view.resolved(index)]
    switch node.kind {
    case .integerText, .decimalText, .decimal, .numberText: return view.stored(node)
    case .plainText where view.plain(node) == .jsonNumber:
      return view.stored(node)
    default: return nil
    }
  }

  /// Returns whether the value at `index` is a number in a spelling that JSON does not have.
  private func isSpelledNumber(at index: Int) -> Bool {
    let view = state.view
    let node = view[view.resolved(index)]
    guard node.kind == .plainText, case .number = view.plain(node) else { return false }
    return true
  }

  // MARK: Any type

  /// Decodes the value at `index` as a `T`.
  @inline(__always)
  func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
    let entry = state.plans.entry(for: ObjectIdentifier(type)) ?? findPlan(for: type)
    switch entry.plan {
    case .plain:
      do {
        return try type.init(from: TapeDecoder(self, at: index))
      } catch {
        throw naming(type, in: error, at: index)
      }
    case .string, .bool, .int, .double, .float: return try scalar(type, entry.plan, at: index)
    case .collection, .anyValue, .bridged, .mapped:
      guard let collection = entry.collection else {
        return try special(type, entry.plan, at: index)
      }
      return try decoded(collection, at: index)
    }
  }

  /// Decodes a scalar. A separate function keeps the stack small, because nested models go through the
  /// caller.
  @inline(never)
  private func scalar<T: Decodable>(_ type: T.Type, _ plan: TypePlan, at index: Int) throws -> T {
    // Each plan names the type `T` itself, so the cast changes only the static type.
    switch plan {
    case .string: unsafe unsafeBitCast(try string(at: index), to: T.self)
    case .bool: unsafe unsafeBitCast(try bool(at: index), to: T.self)
    case .int: unsafe unsafeBitCast(try integer(at: index) as Int, to: T.self)
    case .double: unsafe unsafeBitCast(try double(at: index), to: T.self)
    case .float: unsafe unsafeBitCast(try float(at: index), to: T.self)
    default: try special(type, plan, at: index)
    }
  }

  /// Decodes a collection as a `T`, which is the same type under another name.
  @inline(never)
  private func decoded<Collection: TapeDecodableCollection, T>(
    _ type: Collection.Type, at index: Int
  ) throws -> T {
    try unsafe unsafeBitCast(
      Collection.decode(self, at: state.view.resolved(index)), to: T.self)
  }

  @inline(never)
  private func special<T: Decodable>(
    _ type: T.Type, _ plan: TypePlan, at index: Int
  ) throws -> T {
    if plan == .anyValue { return unsafe unsafeBitCast(try anyValue(at: index), to: T.self) }
    let options = state.options
    if options.sharesInstances, type is AnyObject.Type { return try instance(of: type, at: index) }
    return try own(type, from: TapeDecoder(self, at: index), options)
  }

  /// Decodes a value of a type that the bridge decodes, or that has a mapping, or neither.
  private func own<T: Decodable>(
    _ type: T.Type, from decoder: TapeDecoder, _ options: CodingOptions
  ) throws -> T {
    if let bridge = options.decodingBridge, bridge.decodes(type) {
      return try bridge.decode(type, from: decoder)
    }
    guard let mapped = type as? any _KeyMappedType.Type else { return try T(from: decoder) }
    return try T(from: mapped._mappedDecoder(over: decoder))
  }

  /// Returns the instance of a class that the value at `index` and its aliases share.
  private func instance<T: Decodable>(of type: T.Type, at index: Int) throws -> T {
    let decoder = TapeDecoder(self, at: index)
    let place = SharedInstance(node: decoder.index, type: ObjectIdentifier(type))
    if let known = state.instances[place] as? T { return known }
    let value = try own(type, from: decoder, state.options)
    state.instances[place] = value as AnyObject
    return value
  }

  @inline(never)
  func findPlan<T: Decodable>(
    for type: T.Type
  ) -> TypePlanCache<any TapeDecodableCollection.Type>.Entry {
    let options = state.options
    return state.plans.find(type) {
      options.sharesInstances && type is AnyObject.Type
        || options.decodingBridge?.decodes(type) == true
    }
  }

  private func anyValue(at index: Int) throws -> AnyValue {
    do throws(WireFailure) {
      return try AnyValue(state.view, at: index)
    } catch {
      throw mismatch(AnyValue.self, at: error.node)
    }
  }

  // MARK: Nodes that the document does not have

  /// Returns a decoder for a null that replaces the missing value of `key`.
  func absentValue(_ key: any CodingKey, in header: Int) throws -> TapeDecoder {
    let index = state.tape.count
    try state.tape.append(Node(.null))
    state.absentValues[index] = (header, key)
    state.updateView()
    return TapeDecoder(self, at: index)
  }

  /// Appends the elements of the packed array at `index` as an array of nodes, which containers can
  /// walk.
  /// - Returns: the index of the array of nodes.
  func unpack(_ index: Int) throws -> Int {
    let (elements, type) = state.view.packed(index)
    var open = OpenContainer()
    let header = state.tape.count
    try open.open(.list, on: &state.tape, limit: .max)
    for offset in stride(from: 0, to: elements.count, by: 8) {
      switch type {
      case .int64:
        try state.tape.append(elements.load(Int64.self, at: offset))
      case .double:
        try state.tape.append(elements.load(Double.self, at: offset))
      }
      open.count += 1
    }
    open.close(on: &state.tape)
    state.unpackedLists.append(UnpackedList(header: header, origin: index))
    state.updateView()
    return header
  }
}
