import Ferry
import Foundation
import Testing

private struct Server: Codable {
  var host: String
  var port: Int?
}

private enum Color: String, Codable, CaseIterable {
  case red, green
}

/// An input that does not decode, its hint, and the input as the hint says. A person who follows the
/// hint must not meet a second error.
private struct FollowedHint: Sendable, CustomTestStringConvertible {
  let broken: String
  let hint: String
  let mended: String
  let decode: @Sendable (String) throws -> Void

  var testDescription: String { hint }

  static func yaml<T: Decodable & SendableMetatype>(
    _ type: T.Type, _ broken: String, _ hint: String, _ mended: String,
    _ prepare: @escaping @Sendable (inout YAML.Decoder) -> Void = { _ in }
  ) -> Self {
    Self(broken: broken, hint: hint, mended: mended) { text in
      var decoder = YAML.Decoder()
      prepare(&decoder)
      _ = try decoder.decode(type, from: text)
    }
  }

  static func json<T: Decodable & SendableMetatype>(
    _ type: T.Type, _ broken: String, _ hint: String, _ mended: String
  ) -> Self {
    Self(broken: broken, hint: hint, mended: mended) { _ = try JSON.decode(type, from: $0) }
  }
}

@Suite("Followed hints")
struct FollowedHintsTests {
  fileprivate static let values: [FollowedHint] = [
    .yaml([String: [String]].self, "x: a", "write `[a]` for an array of one element", "x: [a]"),
    .yaml([String: String].self, "x: [a]", "remove the brackets or the `-`", "x: a"),
    .yaml([String: String].self, "x:\n- a", "remove the brackets or the `-`", "x:\n a"),
    .yaml([Server].self, "host: a", "put `- ` before the first key", "- host: a"),
    .yaml(
      [String: [Server]].self, "x:\n  host: a\n  port: 1", "and two blanks before the other lines",
      "x:\n  - host: a\n    port: 1"),
    .yaml([Server].self, "{host: a}", "or brackets around the braces", "[{host: a}]"),
    .yaml(
      [String: [Int]].self, "x:\n  a: 1", "write the elements as `[a, b]`, or each after `- `",
      "x:\n  - 1"),
    .yaml(
      [Color: Int].self, "red: 1", "for an object, the keys need the type `String`", "[red, 1]"),
    .yaml(
      [String: String].self, "x:\n  a: b", "put quotes around text that has `: ` in it",
      "x:\n  'a: b'"),
    .yaml(
      Server.self, "- host: a\n- port: 1", "write a blank in place of each `-`",
      "  host: a\n  port: 1"),
    .yaml(
      Server.self, "- host: a\n  port: 1", "write a blank in place of each `-`",
      "  host: a\n  port: 1"),
    .yaml(Server.self, "[{host: a}]", "or remove the brackets", "{host: a}"),
    .yaml([String].self, "[10]", "put quotes around it", "['10']") {
      $0.rejectsAmbiguousScalars = true
    },
    .yaml(
      [String: [String: String]].self, "env:\n- A=1", "write `A: 1` without the `-`",
      "env:\n  A: 1"),
    .yaml([Bool].self, "[yes]", "`yes` is a string in YAML 1.2; write `true`", "[true]"),
    .yaml([Bool].self, "[2]", "write `true` or `false`", "[true]"),
    .yaml(
      [Bool].self, #"["true"]"#, "remove the quotes: text in quotes is never a truth value",
      "[true]"),
    .yaml([Int].self, "[1_000]", "`1_000` is a string in YAML 1.2; write `1000`", "[1000]"),
    .yaml([Int].self, #"["80"]"#, "remove the quotes: text in quotes is never a number", "[80]"),
    .yaml([Int].self, "[1.5]", "write a whole number", "[2]"),
    .yaml([Double].self, "[nan]", "write `.nan`", "[.nan]"),
    .yaml([Double].self, "[inf]", "write `.inf`", "[.inf]"),
    .yaml([Double].self, "[-inf]", "write `-.inf`", "[-.inf]"),
    .yaml(
      [Date].self, "[soon]", "write `2002-12-14` or `2001-12-14T21:59:43Z`", "[2002-12-14]"),
    .yaml(
      [Date].self, #"["2002-12-14"]"#, "remove the quotes: text in quotes is never a date",
      "[2002-12-14]"),
    .yaml(Server.self, "host:a", "write a blank after the colon: `host: a`", "host: a"),
    .yaml([Color].self, "[rad]", "did you mean `red`?", "[red]"),
    .yaml(Server.self, "hots: a", "the object has `hots`; did you mean `host`?", "host: a"),
    .yaml(Server.self, "host: a\nprot: 1", "did you mean `port`?", "host: a\nport: 1") {
      $0.unknownKeys = .error
    },
    .yaml(Server.self, "host:", "write \"\" for empty text", "host: \"\""),
    .yaml([Int].self, "[012]", "leading zeros are not allowed; write `12`", "[12]") {
      $0.rejectsAmbiguousScalars = true
    },
    .json(Server.self, #"{"hots":"a"}"#, "did you mean `host`?", #"{"host":"a"}"#),
    .json([Int].self, "[1.5]", "write a whole number", "[1]"),
  ]

  fileprivate static let syntax: [FollowedHint] = [
    .json([Int].self, "[1,]", "remove the comma", "[1]"),
    .json([String].self, "[\"a\tb\"]", "write `\\t`", "[\"a\\tb\"]"),
    .json([String].self, #"["a\d"]"#, "write `\\\\` for a backslash", #"["a\\d"]"#),
    .json(
      [String].self, #"["\ud83d"]"#, "write characters beyond U+FFFF as two escapes",
      #"["\ud83d\ude00"]"#),
    .json([Int].self, "[01]", "a number has no leading zero or `+`", "[1]"),
    .json([Bool].self, "[True]", "write `true`", "[true]"),
    .json([Int?].self, "[None]", "write `null`", "[null]"),
    .json([Double?].self, "[NaN]", "write `null` or text in quotes", "[null]"),
    .json([String].self, "['a']", "write text in double quotes", #"["a"]"#),
    .json([Int].self, "[1] // one", "call `JSON.stream`", "[1]"),
    .json([Int].self, "[/* one */ 1]", "remove the comment", "[ 1]"),
    .json([Int].self, "[1\n# two\n]", "JSON has no comments", "[1\n]"),
    .json([String].self, "[\"a\u{1}b\"]", "write `\\u0001`", "[\"a\\u0001b\"]"),
    .yaml([String].self, "['a'#b\n]", "put a blank before `#`", "['a' #b\n]"),
    .yaml(
      [String: [[String]]].self, "a:\n- [b,\nc]", "indent the line further than the key or `-`",
      "a:\n- [b,\n  c]"),
    .yaml(
      [String: Int].self, "a: 1\n  b: 2\n c: 3", "put quotes around text that has `: ` in it",
      "a: 1\nb: 2\nc: 3"),
    .yaml(
      [String: [String: Int]].self, "a:\n  b: 1\n c: 2\n",
      "the indentation matches no line above; align the line with one of them",
      "a:\n  b: 1\n  c: 2\n"),
    .yaml([String].self, "- !e!x a", "put quotes around text that starts with `!`", "- '!e!x a'"),
    .yaml([String].self, "- & a", "put quotes around text that starts with `*` or `&`", "- '& a'"),
    .yaml(
      [String: Int].self, "a: &x\n  b: *x", "an alias must come after the end", "a: &x 1\nb: *x"),
    .yaml(
      [String: [String: Int]].self, "a: &a {x: 1}\nb: &b {y: 2}\nc:\n  <<: *a\n  <<: *b",
      "name all objects in one array: `<<: [*a, *b]`",
      "a: &a {x: 1}\nb: &b {y: 2}\nc:\n  <<: [*a, *b]"),
    .yaml(
      [String].self, "- \"a\u{1}\"", "write it in double quotes as an escape", "- \"a\\x01\""),
    .yaml(
      [String].self, #"["\ud83d"]"#, "write characters beyond U+FFFF as two escapes",
      #"["\ud83d\ude00"]"#),
    .yaml([String: String].self, "[a]: b", "a key must be a scalar", "a: b"),
    .yaml([Data].self, "- !!binary '?'", "`!!binary` needs base64", "- !!binary 'YQ=='"),
    .yaml([Int].self, "[!!int a]", "correct the value, or delete the tag", "[!!int 1]"),
    .yaml([String: Int].self, "\ta: 1", "indent with blanks", " a: 1"),
    .yaml(
      [String: String].self, "a: @b", "put quotes around text that starts with `@`", "a: '@b'"),
    .yaml(
      [String: String].self, "a: b: c", "put quotes around text that has `: ` in it", "a: 'b: c'"),
    .yaml([Int].self, "[1, 2", "the array needs a `,` or a `]` before this", "[1, 2]"),
    .yaml([String: Int].self, "{a: 1", "the object needs a `,` or a `}` before this", "{a: 1}"),
    .yaml(
      [String: Int].self, "a: 1\n b: 2\n", "put quotes around text that has `: ` in it; align keys",
      "a: 1\nb: 2\n"),
    .yaml([String: Int].self, "a: 1\nb\n", "a key needs `: ` after it", "a: 1\nb: 2\n"),
    .yaml(
      [String: String].self, #"a: "\d""#, "in double quotes `\\` starts an escape; write `\\\\`",
      #"a: "\\d""#),
    .yaml([String: [Int]].self, "a: - 1", "put `- ` on a line of its own", "a:\n- 1"),
    .yaml(
      [String: Int].self, "a: &known 1\nb: *knwon", "did you mean `*known`?",
      "a: &known 1\nb: *known"),
    .yaml(
      [String: String].self, "a: *.log", "put quotes around text that starts with `*`", "a: '*.log'"
    ),
    .yaml(
      [String: String].self, "a: {{ b }}", "put quotes around text that starts with `{{`",
      "a: '{{ b }}'"),
  ]

  @Test("an input that is mended as its hint says decodes", arguments: values + syntax)
  fileprivate func mending(_ row: FollowedHint) throws {
    let error = #expect(throws: DecodingError.self) { try row.decode(row.broken) }
    let hint = error?.problem?.hint ?? "none"
    #expect(hint.contains(row.hint), "\(hint) for \(row.broken)")
    #expect(throws: Never.self, "\(row.mended)") { try row.decode(row.mended) }
  }
}
