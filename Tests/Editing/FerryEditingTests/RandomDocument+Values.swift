import FerryEditing

extension RandomDocument {
  static let words = [
    "port", "name", "host", "a", "b", "image", "x-y", "env", "LOG_LEVEL", "on-call", "été",
    "k8s.io/app", "with space", "z9",
  ]
  static let texts = [
    "hello world", "a: b", "# no", "yes", "1:30", "0x1f", "~", "- a", "it's", "say \"hi\"", "é",
    "😀 ok", "line one\nline two", "line one\nline two\n", "", " lead", "trail ", "null", "1.5",
    "true", "2001-01-01", "{x}", "[y", "a, b", "*star", "&amp", "!bang", "%pc", "@at", "`tick",
    "tab\there", "back\\slash", "k: |", "a#b", "a #b", "x:", ":x", "?q", "? q", "-", "--- a", "1e5",
    "012", "0o14", ".5", "=", "\u{1}ctl", "nbsp\u{a0}x", "a\n\nb", "\nstart",
    "very long text that goes on and on, well beyond eighty columns, to see what happens to long texts",
  ]

  static func entries(_ value: AnyValue) -> [(String?, AnyValue)] {
    value.object?.map { ($0.key, $0.value) } ?? value.array?.map { (nil, $0) } ?? []
  }

  /// The path of the first entry, to which the comment directly above it belongs.
  static func firstSteps(_ value: AnyValue) -> [WirePath.Step] {
    entries(value).first.map { [$0.0.map { .key($0) } ?? .index(0)] } ?? []
  }
}
