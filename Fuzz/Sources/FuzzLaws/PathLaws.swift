import Ferry

/// Laws: in a valid document, a path leads to the same values straight through the bytes, on a tape
/// and by hand; in any other it leads to a value or to an error; the text of a path is that path.
///
/// The first bytes of the input build a path or are the text of one.
public func checkPath(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let kind = choices.byte()
  let path = kind & 1 == 0 ? builtPath(&choices) : writtenPath(&choices)
  let input = Array(choices.rest)
  checkText(of: path)
  let document = JSON.document(input)
  guard let value = try? JSON.decode(AnyValue.self, from: input) else {
    _ = try? document.values(at: path)
    _ = try? document.decode(AnyValue.self, at: path)
    _ = try? document.decode(String.self, at: path)
    law((try? document.validate()) == nil, "an invalid document validates")
    return
  }
  let expected = follow(path.steps[...], from: value)
  law(value.values(at: path) == expected, "the value in memory has other values there")
  law(value.value(at: path) == expected.first, "the value in memory has another first value there")
  check(document, path, expected)
  if let binary = try? Binary.encode(value) { check(Binary.document(binary), path, expected) }
  check(Document(value), path, expected)
}

private func check(_ document: Document, _ path: WirePath, _ expected: [AnyValue]) {
  do {
    let found = try document.values(at: path)
    law(try found.map { try $0.decode(AnyValue.self) } == expected, "a path has other values")
    law(
      try document.value(at: path)?.decode(AnyValue.self) == expected.first,
      "a path has another first value")
    for (match, value) in zip(found, expected) {
      // The way back is one of keys and indexes, which lead to the first of equal keys.
      law(!match.path.steps.contains(.wildcard), "the path of a match has a wildcard")
      law(try match.children().count == childCount(value), "a value has other children")
    }
  } catch {
    law(false, "a path through a valid document fails: \(error)")
  }
}

private func checkText(of path: WirePath) {
  law((try? WirePath(parsing: path.description)) == path, "the text of a path is another path")
  guard let pointer = path.pointer else { return }
  law((try? WirePath(pointer: pointer))?.pointer == pointer, "the pointer is another pointer")
}

private func builtPath(_ choices: inout Choices) -> WirePath {
  let keys = ["a", "b", "", "0", "1", "a.b", "é", "\u{0}"]
  return WirePath(
    steps: (0..<choices.number(below: 5)).map { _ in
      switch choices.number(below: 8) {
      case 0, 1, 2: .key(keys[choices.number(below: keys.count)])
      case 3: .key(choices.text())
      case 4: .index(choices.number(below: 4))
      case 5: .keyOrIndex(choices.number(below: 4))
      case 6: .index(Int(truncatingIfNeeded: choices.bits() >> 1))
      default: .wildcard
      }
    })
}

private func writtenPath(_ choices: inout Choices) -> WirePath {
  let text = String(decoding: choices.bytes(), as: UTF8.self)
  return (try? WirePath(parsing: text)) ?? (try? WirePath(pointer: text)) ?? .root
}

/// What a path leads to, by the letter of its definition.
private func follow(_ steps: ArraySlice<WirePath.Step>, from value: AnyValue) -> [AnyValue] {
  guard let step = steps.first else { return [value] }
  let next: [AnyValue]
  switch (step, value) {
  case (.key(let key), .object(let members)): next = member(key, of: members)
  case (.keyOrIndex(let number), .object(let members)): next = member("\(number)", of: members)
  case (.index(let index), .array(let elements)), (.keyOrIndex(let index), .array(let elements)):
    next = index < elements.count ? [elements[index]] : []
  case (.wildcard, .array(let elements)): next = elements
  case (.wildcard, .object(let members)): next = members.map(\.value)
  default: next = []
  }
  return next.flatMap { follow(steps.dropFirst(), from: $0) }
}

private func member(_ key: String, of members: AnyValue.Object) -> [AnyValue] {
  members.first { $0.key.utf8.elementsEqual(key.utf8) }.map { [$0.value] } ?? []
}

private func childCount(_ value: AnyValue) -> Int {
  value.array?.count ?? value.object?.count ?? 0
}
