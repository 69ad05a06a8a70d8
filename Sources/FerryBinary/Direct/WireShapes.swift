import FerryBytes
public import FerryTape

/// The shapes of the types that a document has been written with so far.
@usableFromInline
@safe
final class WireShapes {
  /// What is known of a type.
  @usableFromInline
  struct Entry {
    @usableFromInline var fields: ObjectIdentifier?
    @usableFromInline var shape = 0
    /// Bytes that the length of the last object took.
    @usableFromInline var width = 1
  }

  /// A hash table with linear probing. It never fills up.
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline static var capacity: Int { 256 }
  private static let limit = 192

  private var shapes: [[Int]] = []
  private var numbers: [String: Int] = [:]
  private var names: [String] = []

  init() {
    unsafe entries = .allocate(capacity: Self.capacity)
    unsafe entries.initialize(repeating: Entry(), count: Self.capacity)
  }

  deinit {
    // All elements are trivial.
    unsafe entries.deallocate()
  }

  /// The entry of a type, or -1 if objects of it have to name their keys.
  @inlinable @inline(__always)
  func entry<Fields: FieldSet>(for fields: Fields.Type) -> Int {
    let id = ObjectIdentifier(fields)
    let bits = UInt(bitPattern: id)
    let index = Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 12) & 255)
    if unsafe entries[index].fields == id { return index }
    return find(fields, from: index)
  }

  @usableFromInline @inline(never)
  func find<Fields: FieldSet>(_ fields: Fields.Type, from start: Int) -> Int {
    let id = ObjectIdentifier(fields)
    var index = start
    while let other = unsafe entries[index].fields, other != id {
      index = (index + 1) % Self.capacity
    }
    if unsafe entries[index].fields == id { return index }
    guard shapes.count < Self.limit, fields.count > 0,
      names.count + fields.count < BinaryFormat.maximumKeys
    else { return -1 }
    let keys = (0..<fields.count).map { number(of: "\(fields.name($0))") }
    // Somebody's fields by hand may have a name twice.
    guard Set(keys).count == keys.count else { return -1 }
    unsafe entries[index] = Entry(fields: id, shape: shapes.count)
    shapes.append(keys)
    return index
  }

  private func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// Appends the tables: their length, the keys, the shapes, and no values.
  func append(to output: inout ByteWriter) {
    if shapes.isEmpty { return output.append(0) }
    var tables = ByteWriter()
    tables.appendLength(names.count)
    for name in names {
      tables.appendLength(name.utf8.count)
      for byte in name.utf8 { tables.append(byte) }
    }
    tables.appendLength(shapes.count)
    for keys in shapes {
      tables.appendLength(keys.count)
      for key in keys { tables.appendLength(key) }
    }
    tables.appendLength(0)
    output.appendLength(tables.count)
    unsafe output.append(tables.bytes)
  }
}
