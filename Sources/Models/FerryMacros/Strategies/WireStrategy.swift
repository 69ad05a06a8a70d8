/// A way to read and write the values of a type, other than the type's own.
///
/// ```swift
/// struct Cents: WireStrategy {
///   func read<Reader: WireReader & ~Copyable>(
///     from reader: inout Reader
///   ) throws(WireFailure) -> Decimal { Decimal(try reader.readInteger(Int.self)) / 100 }
///   ...
/// }
///
/// @DirectCodable struct Price { @As(Cents()) var amount: Decimal }
/// ```
public protocol WireStrategy<Value> {
  /// The type of the values.
  associatedtype Value

  /// Reads the value at the reader's position. The value is not null.
  func read<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) -> Value

  /// Writes a value.
  func write<Writer: WireWriter & ~Copyable>(
    _ value: Value, to writer: inout Writer
  ) throws(WireFailure)
}

extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads a value with `strategy`.
  @inlinable
  public mutating func read<S: WireStrategy>(
    _ type: S.Value.Type, as strategy: S
  ) throws(WireFailure) -> S.Value {
    try strategy.read(from: &self)
  }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes a value with `strategy`.
  @inlinable
  public mutating func write<S: WireStrategy>(_ value: S.Value, as strategy: S) throws(WireFailure)
  {
    do throws(WireFailure) {
      try strategy.write(value, to: &self)
    } catch {
      throw failure(error, of: value)
    }
  }
}

// The type may be an alias of an optional type. Strategies do not see the `nil` of such a type.
extension _WireReader where Self: WireReader & ~Copyable {
  /// Reads null, or a value with `strategy`.
  @inlinable
  public mutating func read<S: WireStrategy>(
    _ type: S.Value?.Type, as strategy: S
  ) throws(WireFailure) -> S.Value? {
    try readNull() ? nil : strategy.read(from: &self)
  }

  /// Reports a strategy for values of another type.
  @available(*, unavailable, message: "the strategy of @As is for values of another type")
  @_disfavoredOverload
  public mutating func read<T, S: WireStrategy>(
    _ type: T.Type, as strategy: S
  ) throws(WireFailure) -> T { throw mismatch(type, at: position) }
}

extension _WireWriter where Self: WireWriter & ~Copyable {
  /// Writes null, or a value with `strategy`.
  @inlinable
  public mutating func write<S: WireStrategy>(_ value: S.Value?, as strategy: S) throws(WireFailure)
  {
    guard let value else { return try writeNull() }
    try strategy.write(value, to: &self)
  }

  /// Reports a strategy for values of another type.
  @available(*, unavailable, message: "the strategy of @As is for values of another type")
  @_disfavoredOverload
  public mutating func write<T, S: WireStrategy>(_ value: T, as strategy: S) throws(WireFailure) {}
}

/// A strategy for arrays, which reads and writes each element with another strategy.
public struct _EachElement<Element: WireStrategy>: WireStrategy {
  /// The strategy of the elements.
  let element: Element

  /// Reads an array.
  public func read<Reader: WireReader & ~Copyable>(
    from reader: inout Reader
  ) throws(WireFailure) -> [Element.Value] {
    var values: [Element.Value] = []
    var list = try reader.beginList()
    while try reader.nextElement(&list) { values.append(try element.read(from: &reader)) }
    return values
  }

  /// Writes an array.
  public func write<Writer: WireWriter & ~Copyable>(
    _ values: [Element.Value], to writer: inout Writer
  ) throws(WireFailure) {
    var list = try writer.beginList(count: values.count)
    for value in values {
      try writer.beginElement(&list)
      try writer.write(value, as: element)
    }
    try writer.endList(&list)
  }
}

extension WireStrategy {
  /// A strategy that applies another strategy to each element of an array: `.each(.iso8601)`.
  public static func each<Element>(_ element: Element) -> Self where Self == _EachElement<Element> {
    _EachElement(element: element)
  }
}
