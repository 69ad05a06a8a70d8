internal import FerryPath
internal import FerryTape

/// The merging of one layer.
extension LayeredTree {
  /// A layer that is being merged.
  struct Source {
    let view: TapeView
    /// The nodes whose values replace earlier ones.
    var replacing: Set<Int> = []
  }

  /// Merges the layer's node into the old value and returns the result.
  mutating func merge(
    _ old: Int?, _ source: Source, _ index: Int, _ rules: MergeRules
  ) -> Int {
    let layer = source.view
    guard let old, rules.rule != .replace, !source.replacing.contains(index) else {
      return copy(layer, index)
    }
    let map = layer.resolved(index)
    if let rule = rules.rule, items[old].node.kind == .list,
      [.list, .packed].contains(layer[map].kind)
    {
      return extend(old, source, map, rule, rules)
    }
    guard items[old].node.kind == .map, layer[map].kind == .map else {
      return replacing(old, by: copy(layer, map))
    }
    items[old].lastLayer = currentLayer
    // The last of equal keys has the value; the first one determines the position.
    var values: [[UInt8]: Int] = [:]
    var order: [(key: Int, name: [UInt8])] = []
    for key in layer.keys(ofMap: map) {
      let name = layer.withText(layer[layer.resolved(key)]) { Array($0) }
      if values.updateValue(layer.next(key), forKey: name) == nil { order.append((key, name)) }
    }
    for (key, name) in order {
      guard let value = values[name] else { continue }
      removeRepetitions(of: name, inMap: old)
      if let place = items[old].places[name] {
        let child = items[old].children[place + 1]
        let rules = rules.descending(toKey: name)
        items[old].children[place + 1] = merge(child, source, value, rules)
      } else {
        append(scalar(layer, key), name, copy(layer, value), toMap: old)
      }
    }
    return old
  }

  /// Adds the elements of the layer's array to the array `list`.
  private mutating func extend(
    _ list: Int, _ source: Source, _ index: Int, _ rule: MergeRules.Rule, _ rules: MergeRules
  ) -> Int {
    items[list].lastLayer = currentLayer
    let layer = source.view
    guard case .key(let name) = rule, layer[index].kind == .list else {
      let copy = copy(layer, index)
      items[list].children += items[copy].children
      return list
    }
    var places: [[UInt8]: Int] = [:]
    for (place, element) in items[list].children.enumerated() {
      guard let id = value(of: name, in: element).flatMap(text) else { continue }
      if places[id] == nil { places[id] = place }
    }
    for element in layer.elements(ofList: index) {
      // The copy has the key's text in the form that the array's elements have.
      let count = items.count
      let copied = copy(layer, element)
      let id = value(of: name, in: copied).flatMap(text)
      if let id, let place = places[id] {
        items.removeLast(items.count - count)
        let merged = merge(
          items[list].children[place], source, element, rules.descending(.wildcard))
        items[list].children[place] = merged
      } else {
        if let id { places[id] = items[list].children.count }
        items[list].children.append(copied)
      }
    }
    return list
  }

  /// Removes all but the first of equal keys. Otherwise a reader that uses the last one would miss
  /// the change.
  mutating func removeRepetitions(of name: [UInt8], inMap map: Int) {
    guard !items[map].repetitions.isEmpty,
      let places = items[map].repetitions.removeValue(forKey: name)
    else { return }
    for place in places {
      items[map].children[place] = -1
      items[map].children[place + 1] = -1
    }
  }

  /// Notes at `new` if a scalar has replaced another one with a different text.
  mutating func replacing(_ old: Int?, by new: Int) -> Int {
    guard let old else { return new }
    items[new].changedIn = text(of: old) == text(of: new) ? items[old].changedIn : currentLayer
    return new
  }
}
