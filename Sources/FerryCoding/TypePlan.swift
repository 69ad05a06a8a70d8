import FerryTape

/// How values of one type are decoded or encoded, found once per type and session: casts to
/// protocols cost some hundred nanoseconds, comparing two type pointers costs one.
enum TypePlan: UInt8 {
  /// Through the type's own `init(from:)` or `encode(to:)`.
  case plain
  case string, bool, int, double, float
  /// `Array`, `Set`, or `Dictionary`, without a container where it needs none.
  case collection
  case anyValue
  /// Through the options' bridge.
  case bridged
}

extension TypePlan {
  /// The plan for a type that the tape has nodes for.
  init?(scalar type: any Any.Type) {
    if type == String.self {
      self = .string
    } else if type == Bool.self {
      self = .bool
    } else if type == Int.self {
      self = .int
    } else if type == Double.self {
      self = .double
    } else if type == Float.self {
      self = .float
    } else if type == AnyValue.self {
      self = .anyValue
    } else {
      return nil
    }
  }
}

/// A small cache from types to plans: a hash table with linear probing, emptied when it is full.
///
/// `Collection` is what a ``TypePlan/collection`` is cast to, once.
struct TypePlanCache<Collection> {
  struct Entry {
    var type: ObjectIdentifier?
    var plan = TypePlan.plain
    var collection: Collection?
  }
  private var entries = [Entry](repeating: Entry(), count: 256)
  private var count = 0
  private var bridge: ObjectIdentifier?

  /// Plans are those of one bridge: another one decides otherwise.
  mutating func use(bridge type: (any Any.Type)?) {
    let id = type.map { ObjectIdentifier($0) }
    if id != bridge { removeAll() }
    bridge = id
  }

  /// The entry for the type that `id` identifies, if it has been seen.
  @inline(__always)
  func entry(for id: ObjectIdentifier) -> Entry? {
    let entry = entries[slot(of: id)]
    return entry.type == id ? entry : nil
  }

  private mutating func insert(_ entry: Entry, for id: ObjectIdentifier) {
    if count == 192 { removeAll() }
    let slot = slot(of: id)
    if entries[slot].type == nil { count += 1 }
    entries[slot] = entry
  }

  private mutating func removeAll() {
    guard count > 0 else { return }
    for slot in entries.indices { entries[slot].type = nil }
    count = 0
  }

  /// Finds the plan for `type`, which has not been seen; `isBridged` asks the options' bridge.
  @inline(never)
  mutating func find(_ type: any Any.Type, isBridged: () -> Bool?) -> Entry {
    var entry = Entry(type: ObjectIdentifier(type), plan: TypePlan(scalar: type) ?? .plain)
    if entry.plan == .plain {
      if TypePlan.mayBeCollection(type), let collection = type as? Collection {
        entry.plan = .collection
        entry.collection = collection
      } else if isBridged() == true {
        entry.plan = .bridged
      }
    }
    insert(entry, for: ObjectIdentifier(type))
    return entry
  }

  /// The slot of the type, or the free one for it. Metadata is aligned to 8 bytes, and neighbours
  /// are often some 64 apart.
  @inline(__always)
  private func slot(of id: ObjectIdentifier) -> Int {
    let bits = UInt(bitPattern: id)
    var slot = Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 10) & 255)
    while let other = entries[slot].type, other != id { slot = (slot &+ 1) & 255 }
    return slot
  }
}
