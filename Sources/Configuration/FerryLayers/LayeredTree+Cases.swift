internal import FerryBase

/// Objects that represent a case of an enum, with its payload.
///
/// ```
/// layer 0   storage: {disk: {path: /data}}      merging alone:     two cases
/// layer 1   storage: {s3: {bucket: b}}          with replacement:  storage: {s3: {bucket: b}}
/// ```
extension LayeredTree {
  /// Removes the payload of earlier cases from the object `item`. The case is the value of the key
  /// `tag`. Without a tag, it is the key of the only member.
  /// - Returns: Whether the tree has changed.
  package mutating func replaceCase(of item: Int, tag: String?) -> Bool {
    guard items.indices.contains(item), items[item].node.kind == .map else { return false }
    return tag.map { replaceCase(of: item, taggedBy: $0) } ?? replaceCase(ofMembers: item)
  }

  private mutating func replaceCase(of item: Int, taggedBy tag: String) -> Bool {
    guard let value = value(of: tag, in: item), items[value].changedIn > 0 else { return false }
    let layer = items[value].changedIn
    // The change is applied once.
    items[value].changedIn = 0
    removeMembers(of: item, before: layer, keeping: value)
    return true
  }

  private mutating func replaceCase(ofMembers item: Int) -> Bool {
    let members = stride(from: 0, to: items[item].children.count, by: 2)
      .map { (place: $0, last: items[items[item].children[$0 + 1]].lastLayer) }
    guard members.count > 1, let last = members.map(\.last).max() else { return false }
    let latest = members.filter { $0.last == last }
    guard latest.count == 1, let other = members.map(\.last).filter({ $0 < last }).max() else {
      return false
    }
    let key = items[item].children[latest[0].place]
    let value = items[item].children[latest[0].place + 1]
    setMembers(of: item, to: [(key, value)])
    if items[value].node.kind == .map { removeMembers(of: value, before: other + 1) }
    return true
  }

  /// Removes the values that no layer from number `layer` on has set.
  private mutating func removeMembers(of map: Int, before layer: Int, keeping kept: Int? = nil) {
    var members: [(key: Int, value: Int)] = []
    for place in stride(from: 0, to: items[map].children.count, by: 2) {
      let (key, value) = (items[map].children[place], items[map].children[place + 1])
      guard value == kept || items[value].lastLayer >= layer else { continue }
      if items[value].node.kind == .map {
        removeMembers(of: value, before: layer)
      } else if items[value].node.kind == .list {
        let elements = items[value].children.filter { items[$0].lastLayer >= layer }
        items[value].children = elements
      }
      members.append((key, value))
    }
    setMembers(of: map, to: members)
  }

  private mutating func setMembers(of map: Int, to members: [(key: Int, value: Int)]) {
    items[map].children = members.flatMap { [$0.key, $0.value] }
    items[map].places = [:]
    for (number, member) in members.enumerated() {
      items[map].places[text(of: member.key) ?? []] = 2 * number
    }
  }
}
