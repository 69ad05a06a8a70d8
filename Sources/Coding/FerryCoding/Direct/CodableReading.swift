public import FerryBase

// These overloads are for types without direct coding. If a type has direct coding as well, the
// compiler picks the other overload.
extension WireReader where Self: ~Copyable {
  /// Reads a value through `Codable`.
  @_disfavoredOverload @inlinable
  public mutating func read<T: Decodable>(_ type: T.Type = T.self) throws(WireFailure) -> T {
    try readCodable(T.self)
  }

  /// Reads a value that may be null through `Codable`.
  @_disfavoredOverload @inlinable
  public mutating func readIfPresent<T: Decodable>(
    _ type: T.Type = T.self
  ) throws(WireFailure) -> T? {
    if try readNull() { return presentNull(asCodable: T.self) }
    return try readCodable(T.self)
  }
}

extension WireWriter where Self: ~Copyable {
  /// Writes a value through `Codable`.
  @_disfavoredOverload @inlinable
  public mutating func write<T: Encodable>(_ value: T) throws(WireFailure) {
    try writeCodable(value)
  }
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a value of a type without direct coding.
  @inlinable
  public mutating func readCodable<T: Decodable>(_ type: T.Type) throws(WireFailure) -> T {
    try read(by: CodableReading<T>(context))
  }

  /// Returns the value of an optional `T` for the null that was just read, see
  /// ``presentNull(as:)``.
  @inlinable
  public mutating func presentNull<T: Decodable>(asCodable type: T.Type) -> T? {
    presentNull(by: CodableReading<T>(context))
  }

  /// Returns the value of an optional `T` without direct coding for the null that was just read.
  @_disfavoredOverload @inlinable
  public mutating func presentAnyNull<T: Decodable>(as type: T.Type) -> T? {
    presentNull(asCodable: T.self)
  }

  /// Reads an array through `Codable`. Elements that fail to decode are left out.
  @_disfavoredOverload @inlinable
  public mutating func readLossyArray<T: Decodable>(
    of type: T.Type = T.self
  ) throws(WireFailure) -> [T] {
    try readLossyElements { (reader: inout Self) throws(WireFailure) in
      try reader.readCodable(T.self)
    }
  }

  /// Reads an object through `Codable`. Members that fail to decode are left out.
  @_disfavoredOverload @inlinable
  public mutating func readLossyDictionary<Key: DirectKey, T: Decodable>(
    of type: T.Type = T.self, by keys: Key.Type
  ) throws(WireFailure) -> [Key: T] {
    try readLossyMembers { (reader: inout Self) throws(WireFailure) in
      try reader.readCodable(T.self)
    }
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes a value of a type without direct coding.
  @inlinable
  public mutating func writeCodable<T: Encodable>(_ value: T) throws(WireFailure) {
    try write(by: CodableWriting(value, context))
  }

  /// Writes the members of a value without direct coding into an object that other values write to
  /// as well (`@Flatten`).
  @inlinable
  public mutating func writeCodableMembers<T: Encodable>(
    of value: T, in object: inout Object
  ) throws(WireFailure) {
    try writeMembers(by: CodableWriting(value, context), in: &object)
  }
}

/// The code that reads a value through `Codable`.
@usableFromInline
package struct CodableReading<Value: Decodable>: _IndirectReading {
  private let context: _WireContext

  @usableFromInline
  init(_ context: _WireContext) { self.context = context }

  @usableFromInline
  package func read(
    _ text: UnsafeBufferPointer<UInt8>, at position: Int,
    fill: (_ScratchTape) throws(WireFailure) -> Void
  ) throws(WireFailure) -> Value {
    guard let options = CodingOptions(context) else {
      throw context.failure(.invalidValue, at: position, "\(Value.self) is not directly codable.")
    }
    do {
      return try unsafe DecodingSession.decodeUnplaced(
        Value.self, input: ByteView(text), options: options
      ) { tape throws(WireFailure) in
        try unsafe withUnsafeMutablePointer(to: &tape) { tape throws(WireFailure) in
          try unsafe fill(_ScratchTape(tape))
        }
      }
    } catch {
      throw context.failure(error, at: position, as: .unplaced)
    }
  }

  @usableFromInline
  package func read<Coder>(from coder: Coder) throws(WireFailure) -> Value {
    if let decoder = identical(coder, to: TapeDecoder.self) {
      do { return try decoder.decode(Value.self) } catch {
        throw context.failure(error, at: decoder.index)
      }
    }
    guard let reader = identical(coder, to: DecoderReader.self) else {
      throw WireFailure(.invalidValue, offset: -1)
    }
    return try reader.readCoded(Value.self)
  }

  @usableFromInline
  package func presentNull<Coder>(from coder: Coder) -> Value? {
    identical(coder, to: TapeDecoder.self).flatMap {
      $0.call.presentNull(Value.self, at: $0.index)
    }
  }
}

/// The code that writes a value through `Codable`.
@usableFromInline
package struct CodableWriting<Value: Encodable>: _IndirectWriting {
  private let value: Value
  private let context: _WireContext

  @usableFromInline
  init(_ value: Value, _ context: _WireContext) {
    self.value = value
    self.context = context
  }

  @usableFromInline
  package func lend(to write: (_BorrowedTape) throws(WireFailure) -> Void) throws(WireFailure) {
    guard let options = CodingOptions(context) else {
      throw context.failure(.notRepresentable, at: -1, "\(Value.self) is not directly codable.")
    }
    do {
      try EncodingSession.encode(value, options: options) { view throws(WireFailure) in
        try write(_BorrowedTape(view))
      }
    } catch {
      throw context.failure(error, as: .unplaced)
    }
  }

  @usableFromInline
  package func write<Coder>(to coder: Coder) throws(WireFailure) {
    do {
      if let call = identical(coder, to: EncodingCall.self) {
        try call.encode(value)
      } else if let encoder = identical(coder, to: TapeEncoder.self) {
        try MembersEncoder.write(
          value, into: encoder.container(keyedBy: TapeKey.self), userInfo: encoder.userInfo)
      } else if let box = identical(coder, to: EncodableBox.self) {
        box.value = value
      }
    } catch {
      throw context.failure(error)
    }
  }
}

/// Returns `value` if it is a `T`. A cast would look up both types.
@inline(__always)
private func identical<Value, T>(_ value: Value, to type: T.Type) -> T? {
  Value.self == T.self ? unsafe unsafeBitCast(value, to: T.self) : nil
}
