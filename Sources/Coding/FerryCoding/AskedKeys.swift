/// The keys that the containers of a call asked for, for each object: the keys that a model knows.
///
/// If an object is decoded without a container, for example as a dictionary or an `AnyValue`, all
/// its keys are known.
struct AskedKeys {
  private struct Map {
    var names: [String] = []
    var set: Set<String> = []
    var isAll = false
  }

  /// By index of the object's header.
  private var maps: [Int: Map] = [:]

  /// Notes that a container of the object at `header` was made.
  mutating func open(_ header: Int) {
    if maps[header] == nil { maps[header] = Map() }
  }

  mutating func ask(_ name: String, of header: Int) {
    if maps[header, default: Map()].set.insert(name).inserted {
      maps[header]?.names.append(name)
    }
  }

  /// Notes that a container has listed all keys of the object.
  mutating func askAll(of header: Int) {
    // If unknown keys are not errors, nothing is noted.
    if !maps.isEmpty { maps[header]?.isAll = true }
  }

  /// Notes that code reads the object without the names of its keys.
  mutating func knowAll(of header: Int) { maps[header, default: Map()].isAll = true }

  /// Headers of the objects that may have unknown keys, in the order of the document.
  var headers: [Int] { maps.filter { !$0.value.isAll }.keys.sorted() }

  func knows(_ name: String, of header: Int) -> Bool {
    maps[header].map { $0.isAll || $0.set.contains(name) } ?? true
  }

  /// Returns the names that were requested from the object at `header`, in the order of the
  /// requests.
  func names(of header: Int) -> [String] { maps[header]?.names ?? [] }
}
