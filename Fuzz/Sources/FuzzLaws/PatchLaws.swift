import Ferry
import FerryEditing

/// Laws: the difference of two values and a merge patch between them, if there is one, give exactly the
/// second value; a JSON Patch that is written and read again does, too.
///
/// The first byte chooses JSON or YAML. Two documents follow, with a zero byte between them.
public func checkPatches(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let isYAML = choices.number(below: 2) == 1
  let documents = choices.rest.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  func value(_ document: Int) -> AnyValue? {
    guard documents.indices.contains(document) else { return nil }
    let bytes = Array(documents[document])
    return isYAML
      ? try? YAML.decode(AnyValue.self, from: bytes) : try? JSON.decode(AnyValue.self, from: bytes)
  }
  guard let old = value(0), let new = value(1) else { return }
  let patch = new.difference(from: old)
  law((try? old.applying(patch)) == new, "the difference of \(old) and \(new) is \(patch)")
  if old == new { law(patch.operations.isEmpty, "equal values have a difference") }
  if let merge = new.mergePatch(from: old) {
    law(old.applying(mergePatch: merge) == new, "the merge patch of \(old) and \(new) is \(merge)")
  }
  // A tag has no form in JSON.
  guard !isYAML else { return }
  guard let text = try? JSON.string(patch.value),
    let read = try? JSONPatch(JSON.decode(AnyValue.self, from: text))
  else { return law(false, "a patch cannot be written and read") }
  law((try? old.applying(read)) == new, "a written patch gives another value")
}
