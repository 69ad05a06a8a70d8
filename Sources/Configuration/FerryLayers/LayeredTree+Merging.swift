internal import FerryBase

/// The merging of one layer.
extension LayeredTree {
  /// The tag of a value that replaces an earlier one as a whole.
  package static var replaceTag: String { "!replace" }

  /// Returns whether the value at `index` replaces the earlier value as a whole.
  static func replaces(_ layer: TapeView, _ index: Int) -> Bool {
    layer.tag(at: index) == replaceTag
  }

  /// Merges the layer's node into the old value and returns the result.
  mutating func merge(
    _ old: Int?, _ layer: TapeView, _ index: Int, _ rules: MergeRules
  ) -> Int {
    guard let old else { return copy(layer, index) }
    if rules.rule == .replace || Self.replaces(layer, index) {
      return replacing(old, by: copy(layer, index))
    }
    let map = layer.resolved(index)
    if let rule = rules.rule, items[old].node.kind == .list,
      [.list, .packed].contains(layer[map].kind)
    {
      copyTag(layer, index, to: old)
      return extend(old, layer, map, rule, rules)
    }
    guard items[old].node.kind == .map, layer[map].kind == .map else {
      return replacing(old, by: copy(layer, index))
    }
    contribute(to: old)
    copyTag(layer, index, to: old)
    for key in layer.keys(ofMap: map) {
      let name = Array(layer.stored(layer[layer.resolved(key)]))
      let value = layer.next(key)
      if let place = items[old].places[name] ?? renamed(key, name, of: layer, in: old) {
        let child = items[old].children[place + 1]
        let rules = rules.descending(toKey: name)
        items[old].children[place + 1] = merge(child, layer, value, rules)
      } else {
        append(scalar(layer, key), name, copy(layer, value), toMap: old)
      }
    }
    return old
  }

  /// Gives the key of a variable the spelling of a document: `dry_run` becomes `dryRun`.
  /// - Returns: The index of the key in the object; `nil` if there is no such key.
  private mutating func renamed(
    _ key: Int, _ name: [UInt8], of layer: TapeView, in map: Int
  ) -> Int? {
    guard variableMaps.contains(map) else { return nil }
    let similar = keys(of: map).similar(to: String(decoding: name, as: UTF8.self))
    guard
      let (old, place) = similar.first(where: {
        variableLayers.contains(items[items[map].children[$0.place]].origin.layer)
      })
    else { return nil }
    items[map].children[place] = scalar(layer, key)
    items[map].places[Array(old.utf8)] = nil
    items[map].places[name] = place
    variableKeys[map]?.rename(old, to: String(decoding: name, as: UTF8.self))
    return place
  }

  /// Adds the elements of the layer's array to the array `list`.
  private mutating func extend(
    _ list: Int, _ layer: TapeView, _ index: Int, _ rule: MergeRules.Rule, _ rules: MergeRules
  ) -> Int {
    contribute(to: list)
    guard case .key(let name) = rule, layer[index].kind == .list else {
      let copy = copy(layer, index)
      items[list].children += items[copy].children
      return list
    }
    var places = elementPlaces(of: list, by: name)
    for element in layer.elements(ofList: index) {
      // The copy has the key's text in the form that the array's elements have.
      let count = items.count
      let copied = copy(layer, element)
      let id = identity(of: name, in: copied)
      if let id, let place = places[id] {
        items.removeLast(items.count - count)
        let merged = merge(
          items[list].children[place], layer, element, rules.descending(.index(place)))
        items[list].children[place] = merged
      } else {
        if let id { places[id] = items[list].children.count }
        items[list].children.append(copied)
      }
    }
    places.count = items[list].children.count
    elementPlaces[list] = places
    return list
  }

  /// Returns the places of the elements of an array by the value of a key. They are kept, so that
  /// the time for a layer does not depend on the layers before it.
  private mutating func elementPlaces(of list: Int, by key: String) -> ElementPlaces {
    let children = items[list].children
    if let kept = elementPlaces.removeValue(forKey: list), kept.key == key,
      kept.count == children.count
    {
      return kept
    }
    var places = ElementPlaces(key: key)
    for (place, element) in children.enumerated() {
      guard let id = identity(of: key, in: element) else { continue }
      if places[id] == nil { places[id] = place }
    }
    return places
  }

  /// The places of elements by the value of a key; the first place counts.
  struct ElementPlaces: Sendable {
    let key: String
    /// The number of elements of the array.
    var count = 0
    private var places: [Identity: Int] = [:]

    init(key: String) { self.key = key }

    fileprivate subscript(id: Identity) -> Int? {
      get { places[id] }
      set { places[id] = newValue }
    }
  }

  /// A value that identifies an object in an array.
  fileprivate enum Identity: Hashable {
    case text([UInt8])
    case bool(Bool)
    case number(AnyValue.Number)
  }

  /// Returns the value of a key; `nil` if it is missing, null or not a scalar.
  private func identity(of key: String, in element: Int) -> Identity? {
    guard let index = value(of: key, in: element), let text = text(of: index) else { return nil }
    func number(_ text: [UInt8]) -> Identity {
      .number(AnyValue.Number(text: String(decoding: text, as: UTF8.self)))
    }
    switch items[index].node.kind {
    case .arenaText: return .text(text)
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .plainText:
      return text.withByteView { bytes in
        switch PlainScalar.resolve(bytes, schema) {
        case .null: nil
        case .bool(let value): .bool(value)
        case .jsonNumber: number(text)
        case .number: number(PlainScalar.jsonNumber(of: bytes, schema))
        case .notFinite, .text: .text(text)
        }
      }
    default: return number(text)
    }
  }

  /// Notes at `new` if a scalar has replaced another one with a different text.
  mutating func replacing(_ old: Int?, by new: Int) -> Int {
    guard let old else { return new }
    items[new].earlier = old
    items[new].changedIn = text(of: old) == text(of: new) ? items[old].changedIn : currentLayer
    return new
  }
}
