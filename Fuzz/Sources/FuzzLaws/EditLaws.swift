import Ferry
import FerryEditing

/// Laws: an edit of a document gives the value that a JSON Patch gives, or an error, after which the
/// text is what it was; undone edits leave the text as it was; what the editor accepts, the decoder
/// accepts, too. An edit of invalid text is an error, or the text is valid then.
///
/// The first bytes of the input choose the format and the edits, the rest is the document.
public func checkEdits(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let format = EditedFormat.all[choices.number(below: EditedFormat.all.count)]
  let edits = (0..<choices.number(below: 6)).map { _ in (0..<4).map { _ in choices.byte() } }
  let text = Array(choices.rest)
  guard var editor = try? DocumentEditor(text, format: format.format) else { return }
  guard let value = try? format.decode(text) else {
    // YAML may refuse tags, which the editor keeps.
    return format.format == .yaml ? () : checkInvalid(&editor, format, edits)
  }
  if !value.isPlain { return }
  var expected = value
  for edit in edits {
    let before = editor.uncheckedBytes
    guard let patch = patch(edit, on: expected) else { continue }
    do {
      try apply(patch, to: &editor, byName: edit[0] & 0x80 != 0)
    } catch {
      law(editor.uncheckedBytes == before, "an edit that failed has changed the text")
      continue
    }
    guard let patched = try? expected.applying(patch) else {
      // An edit before has changed the text in another way than the value.
      return law((try? editor.bytes()) == nil, "an edit without a place is accepted")
    }
    expected = patched
  }
  if let bytes = try? editor.bytes() {
    guard let found = try? format.decode(bytes) else {
      return law(false, "an edited text is invalid")
    }
    law(found == expected, "the edits of \(expected) give \(found)")
  }
  while editor.undo() {}
  law(editor.uncheckedBytes == text, "undone edits have changed the text")
}

private func checkInvalid(
  _ editor: inout DocumentEditor, _ format: EditedFormat, _ edits: [[UInt8]]
) {
  // Values whose paths may exist.
  let values: [AnyValue] = [
    ["a": [["a": 1, "b": [2]], [3, 4]], "b": ["a": [5], "": 6]],
    [["a": [1], "": ["b": 2]], [[3], 4]],
  ]
  for edit in edits {
    guard let patch = patch(edit, on: values[Int(edit[3] >> 7)]) else { continue }
    try? apply(patch, to: &editor, byName: edit[0] & 0x80 != 0)
  }
  if editor.hasEdits, let bytes = try? editor.bytes() {
    law((try? format.decode(bytes)) != nil, "an edit of invalid text is accepted")
  }
}

private struct EditedFormat: Sendable {
  let format: DocumentEditor.Format
  let decode: @Sendable ([UInt8]) throws -> AnyValue

  static let all = [
    EditedFormat(format: .json) { try JSON.decode(AnyValue.self, from: $0) },
    EditedFormat(format: .json5) {
      try JSON.Decoder { $0.allowsJSON5 = true }.decode(AnyValue.self, from: $0)
    },
    EditedFormat(format: .yaml) {
      // To the editor, merge keys are members.
      try YAML.Decoder { $0.mergeKeyStrategy = .off }.decode(AnyValue.self, from: $0)
    },
  ]
}

/// An edit as a patch of one operation, whose path exists.
private func patch(_ edit: [UInt8], on value: AnyValue) -> JSONPatch? {
  let paths = paths(in: value)
  guard !paths.isEmpty else { return nil }
  let steps = paths[Int(edit[1]) % paths.count]
  let path = WirePath(steps: steps)
  let key = ["new", "a", "0", "", "a b", "é", "#", "null"][Int(edit[2] & 7)]
  let around = edit[2] & 8 == 0 ? steps.dropLast() : paths[Int(edit[3]) % paths.count].dropLast()
  let target = WirePath(steps: around + [edit[2] & 16 == 0 ? .key(key) : .index(0)])
  let operation: JSONPatch.Operation =
    switch edit[0] % 5 {
    case 0: .replace(path, newValues[Int(edit[2]) % newValues.count])
    case 1: .remove(path)
    case 2: .move(from: path, target)
    case 3: .copy(from: path, target)
    default: .add(target, newValues[Int(edit[3]) % newValues.count])
    }
  return JSONPatch([operation])
}

/// Applies a patch, or calls the editor's function for its operation.
private func apply(_ patch: JSONPatch, to editor: inout DocumentEditor, byName: Bool) throws {
  guard byName else { return try editor.apply(patch) }
  switch patch.operations[0] {
  case .replace(let path, let value): try editor.replace(path, with: value)
  case .remove(let path): try editor.delete(path)
  case .move(let path, let target):
    guard path.steps.dropLast() == target.steps.dropLast(), case .key(let key)? = target.steps.last
    else { return try editor.move(path, to: target) }
    try editor.rename(path, to: key)
  case .copy(let path, let target): try editor.copy(path, to: target)
  default: try editor.apply(patch)
  }
}

private let newValues: [AnyValue] = [
  .null, true, 1.5, "", "text", "- #: ", "two\nlines", " [x]", [], [:], [1, ["a"], "b\n"],
  ["k": ["l": 1, "m": [nil]], "n: ": "~"],
]

private func paths(in value: AnyValue) -> [[WirePath.Step]] {
  let members = value.object?.map { (WirePath.Step.key($0.key), $0.value) }
  let elements = value.array?.enumerated().map { (WirePath.Step.index($0.offset), $0.element) }
  return (members ?? elements ?? []).flatMap { step, value in
    [[step]] + paths(in: value).map { [step] + $0 }
  }
}

extension AnyValue {
  /// Whether no object has equal keys, and no value a tag, which paths do not tell apart.
  fileprivate var isPlain: Bool {
    switch self {
    case .tagged: false
    case .array(let elements): elements.allSatisfy(\.isPlain)
    case .object(let members):
      Set(members.map { Array($0.key.utf8) }).count == members.count
        && members.allSatisfy { $0.value.isPlain }
    default: true
    }
  }
}
