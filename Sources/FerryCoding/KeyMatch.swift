import FerryBytes
import FerryTape

/// How a key that a model asks for is compared with the names of a map.
protocol KeyMatch {
  /// What the key is told apart from names by, as ``KeyTable/Name/signature`` is.
  var signature: UInt64 { get }

  /// The same of a name of the map.
  func signature(of text: ByteView) -> UInt64

  /// Whether a value with the name `text` is the key's.
  func matches(_ text: ByteView) -> Bool

  /// The index of the value in the map that `cursor` is in, by an index of the map's names.
  func find(inIndexOf cursor: KeyedCursor) -> Int?
}

/// The very name.
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

/// A name in snake case whose camel case is the key's own name.
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

/// The keys of one long map, the first of equal ones.
struct KeyIndex {
  private var table = ByteTable()

  init(of header: Int, _ view: TapeView) {
    table.removeAll(reserving: view.elementCount(header))
    for key in view.keys(ofMap: header) {
      let text = view.stored(view[key])
      _ = table.insert(text, as: key) { ByteRun.equal(view.stored(view[$0]), text) }
    }
  }

  /// The index of the value for the key `name`.
  func find(_ name: KeyTable.Name, _ view: TapeView) -> Int? {
    guard let text = name.text else { return nil }
    return table.find(text) { name.matches(view.stored(view[$0])) }.map { $0 + 1 }
  }
}
