import Ferry
public import Foundation

extension LazyObject {
  /// Puts a value at a path, or removes what is there if it is `nil`:
  /// `setObject(newValue, setter: #function)`.
  ///
  /// Objects that are missing on the way are made. What is set is read back by
  /// `objectFor(_:as:)` and written with the object, a date in the format of the object if it has
  /// one. The first value that is set in a document loads the document.
  /// - Returns: false if the value cannot be encoded, the document is invalid, or the path leads
  ///   beyond the end of an array; nothing has changed then.
  @discardableResult
  public final func setObject(_ value: (some Encodable)?, setter path: some LazyPath) -> Bool {
    set(any: value, path)
  }

  /// Puts a value at a path, or removes what is there if it is `nil`.
  /// - Returns: false as for any other value.
  @discardableResult
  public final func setObject(_ value: NSNumber?, setter path: some LazyPath) -> Bool {
    set(any: value, path)
  }

  /// Puts a tree of dictionaries, arrays and scalars at a path.
  /// - Returns: false as for any other value.
  @discardableResult
  public final func setObject(_ value: [String: Any], setter path: some LazyPath) -> Bool {
    set(any: value, path)
  }

  private func set(any value: Any?, _ path: some LazyPath) -> Bool {
    let bridged = value.flatMap { AnyValue(bridging: $0, dates: Self.dateFormat) }
    return (try? set(bridged, isPresent: value != nil, at: path)) ?? false
  }
}
