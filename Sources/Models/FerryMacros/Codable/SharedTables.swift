#if !hasFeature(Embedded)
internal import Synchronization

extension _FieldTable {
  private static let known = Mutex<[ObjectIdentifier: _FieldTable]>([:])

  /// Returns the table of a type that cannot store it, because a type around it may be generic.
  public static func shared<Root: _TableCodable>(
    for type: Root.Type, _ rows: @autoclosure () -> [Row]
  ) -> _FieldTable {
    let key = ObjectIdentifier(type)
    if let table = known.withLock({ $0[key] }) { return table }
    // The rows may need tables of other types, so the lock is free. Of two tables made at the same
    // time, one stays.
    let table = _FieldTable(type, rows())
    return known.withLock { tables in
      if let first = tables[key] { return first }
      tables[key] = table
      return table
    }
  }
}
#endif
