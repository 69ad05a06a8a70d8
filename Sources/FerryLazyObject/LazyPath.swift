public import Ferry

/// What a lazy object takes for a path: a `WirePath`, or its text, which `#function` is
/// too.
public protocol LazyPath {
  /// The path.
  var wirePath: WirePath { get }
  /// The path as text, by which it is remembered.
  var text: String { get }
}

extension WirePath: LazyPath {
  /// The path itself.
  public var wirePath: WirePath { self }
  /// The path as text.
  public var text: String { description }
}

extension String: LazyPath {
  /// The path that this text writes: `a.b[0].c`; a text that is no path is one key. Of the name of a
  /// method, which is what `#function` is inside of one, the parentheses do not count.
  public var wirePath: WirePath {
    let name = hasSuffix("()") ? String(dropLast(2)) : self
    return (try? WirePath(parsing: name)) ?? WirePath(keys: name)
  }

  /// This text.
  public var text: String { self }
}
