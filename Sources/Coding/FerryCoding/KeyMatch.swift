internal import FerryBase

/// A comparison of a model's key with the names of an object.
protocol KeyMatch {
  /// The key's signature for a quick comparison, see ``KeyTable/Name/signature``.
  var signature: UInt64 { get }

  /// Returns the signature of a name of the object.
  func signature(of text: ByteView) -> UInt64

  /// Returns whether a value with the name `text` belongs to the key.
  func matches(_ text: ByteView) -> Bool

  /// Returns the index of the key's value in the object of `cursor`, found with a hash table of the
  /// object's names.
  func find(inIndexOf cursor: KeyedCursor) -> Int?
}

/// A comparison by the exact name.
struct ExactMatch: KeyMatch {
  private let name: KeyTable.Name

  init(_ name: KeyTable.Name) { self.name = name }

  var signature: UInt64 { name.signature }

  @inline(__always)
  func signature(of text: ByteView) -> UInt64 {
    KeyTable.signature(text)
  }

  @inline(__always)
  func matches(_ text: ByteView) -> Bool { name.matches(text) }

  func find(inIndexOf cursor: KeyedCursor) -> Int? { cursor.indexed(name) }
}

/// A comparison of the key's own name with the camel case of each name.
struct SnakeCaseMatch: KeyMatch {
  private let own: KeyTable.Name
  private let isCanonical: Bool
  let signature: UInt64

  init(_ own: KeyTable.Name, canonically: Bool) {
    self.own = own
    isCanonical = canonically
    signature = own.text.map(KeyTable.looseSignature) ?? 0
  }

  @inline(__always)
  func signature(of text: ByteView) -> UInt64 {
    KeyTable.looseSignature(text)
  }

  @inline(__always)
  func matches(_ text: ByteView) -> Bool {
    guard signature(of: text) & signature != 0 else { return false }
    guard let own = own.text else { return false }
    return SnakeCase.converts(
      text, to: own, canonically: isCanonical)
  }

  func find(inIndexOf cursor: KeyedCursor) -> Int? {
    guard let name = own.text else { return nil }
    return cursor.converted(String(decoding: name, as: UTF8.self))
  }
}

/// A hash table of the keys of one long object. Of equal keys, it contains the first.
struct KeyIndex {
  private var table = ByteTable()

  init(of header: Int, _ view: TapeView) {
    table.removeAll(reserving: view.elementCount(header))
    for key in view.keys(ofMap: header) {
      let text = view.stored(view[key])
      _ = table.insert(text, as: key) { ByteRun.equal(view.stored(view[$0]), text) }
    }
  }

  /// Returns the index of the value for the key `name`.
  func find(_ name: KeyTable.Name, _ view: TapeView) -> Int? {
    guard let text = name.text else { return nil }
    return table.find(text) { name.matches(view.stored(view[$0])) }.map { $0 + 1 }
  }
}
