import FerryBytes
import FerryTape

/// The keys of one long map, the first of equal ones.
struct KeyIndex {
  private var table = ByteTable()

  init(of header: Int, _ view: TapeView) {
    table.removeAll(reserving: view.elementCount(header))
    for key in view.keys(ofMap: header) {
      let text = unsafe view.stored(view[key])
      _ = unsafe table.insert(text, as: key) { unsafe ByteRun.equal(view.stored(view[$0]), text) }
    }
  }

  /// The index of the value for the key `name`.
  func find(_ name: KeyTable.Name, _ view: TapeView) -> Int? {
    let text = unsafe UnsafeBufferPointer(start: name.bytes, count: name.count)
    return unsafe table.find(text) { unsafe name.matches(view.stored(view[$0])) }.map { $0 + 1 }
  }
}
