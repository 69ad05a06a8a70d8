internal import FerryBase
internal import Synchronization

/// The way to decode or encode values of one type, found once per type and session. A cast to a
/// protocol costs some hundred nanoseconds, a comparison of two type pointers costs one.
enum TypePlan: UInt8 {
  /// The type's own `init(from:)` or `encode(to:)`.
  case plain
  case string, bool, int, double, float
  /// The code that this module has for types such as `Array`, `Set`, `Dictionary` and `Optional`.
  /// It makes a container only if it needs one.
  case collection
  case anyValue
  /// The bridge of the options, or a class whose instances are shared.
  case bridged
  /// The type's own code, with keys found by its mapping.
  case mapped
}

extension TypePlan {
  /// Creates the plan for a type that a tape has nodes for; `nil` for other types.
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

/// A small cache of plans by type: a hash table with linear probing, emptied when it is full.
///
/// `Collection` is the protocol that a type with the plan ``TypePlan/collection`` is cast to, once.
struct TypePlanCache<Collection> {
  struct Entry {
    var type: ObjectIdentifier?
    var plan = TypePlan.plain
    var collection: Collection?
  }
  private var entries = [Entry](repeating: Entry(), count: 256)
  private var count = 0
  private var bridge: ObjectIdentifier?
  private var sharesInstances = false

  /// Empties the cache if its plans are for another bridge, or for other instances of classes.
  mutating func use(bridge type: (any Any.Type)?, sharesInstances: Bool = false) {
    let id = type.map { ObjectIdentifier($0) }
    if id != bridge || sharesInstances != self.sharesInstances { removeAll() }
    bridge = id
    self.sharesInstances = sharesInstances
  }

  /// Returns the entry for the type that `id` identifies, if the type has been seen.
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

  /// Finds the plan for `type`, which has not been seen. `isBridged` asks the bridge of the
  /// options.
  @inline(never)
  mutating func find(_ type: any Any.Type, isBridged: () -> Bool?) -> Entry {
    var entry = Entry(type: ObjectIdentifier(type), plan: TypePlan(scalar: type) ?? .plain)
    if entry.plan == .plain {
      if let collection = CollectionCast.cast(type, to: Collection.self) {
        entry.plan = .collection
        entry.collection = collection
      } else if isBridged() == true {
        entry.plan = .bridged
      } else if type is any _KeyMappedType.Type {
        entry.plan = .mapped
      }
    }
    insert(entry, for: ObjectIdentifier(type))
    return entry
  }

  /// Returns the slot of the type, or the free slot for it. Metadata is aligned to 8 bytes, and
  /// neighbours are often some 64 bytes apart.
  @inline(__always)
  private func slot(of id: ObjectIdentifier) -> Int {
    let bits = UInt(bitPattern: id)
    var slot = Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 10) & 255)
    while let other = entries[slot].type, other != id { slot = (slot &+ 1) & 255 }
    return slot
  }
}

/// The types that are no collections, in all sessions. A cast that fails searches all conformances of
/// the program. That takes some fifty microseconds if there are thousands.
private enum CollectionCast {
  private struct Failure: Hashable {
    let type, target: ObjectIdentifier
  }

  private static let failures = Mutex<Set<Failure>>([])

  static func cast<Collection>(_ type: any Any.Type, to target: Collection.Type) -> Collection? {
    let failure = Failure(type: ObjectIdentifier(type), target: ObjectIdentifier(target))
    if failures.withLock({ $0.contains(failure) }) { return nil }
    if let collection = type as? Collection { return collection }
    failures.withLock { _ = $0.insert(failure) }
    return nil
  }
}
