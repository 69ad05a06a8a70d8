package import FerryBase

// One table of path cases for everything that takes a path: parsing and resolving, the command line,
// documents, keys of models, coding trees, mappings, lazy access and operators.

/// A text and the path that it is.
package struct PathCase: Sendable, CustomStringConvertible {
  package let text: String
  package let steps: [WirePath.Step]
  /// How the path prints; the text itself unless there is a plainer way to write it.
  package let printed: String

  package init(_ text: String, _ steps: [WirePath.Step], prints printed: String? = nil) {
    self.text = text
    self.steps = steps
    self.printed = printed ?? text
  }

  package var description: String { "'\(text)'" }
}

/// A text that is no path.
package struct BadPathCase: Sendable, CustomStringConvertible {
  package let text: String
  package let column: Int
  /// A part of the message.
  package let says: String

  package init(_ text: String, column: Int, _ says: String) {
    self.text = text
    self.column = column
    self.says = says
  }

  package var description: String { "'\(text)'" }
}

/// A document, a path, and what the path leads to in it, as compact JSON.
package struct MatchCase: Sendable, CustomStringConvertible {
  package let document: String
  package let path: String
  package let isPointer: Bool
  package let matches: [String]

  package init(_ document: String, _ path: String, _ matches: String...) {
    self.document = document
    self.path = path
    self.matches = matches
    // As on the command line.
    isPointer = path.hasPrefix("/")
  }

  package func parsed() throws -> WirePath {
    isPointer ? try WirePath(pointer: path) : try WirePath(parsing: path)
  }

  package var description: String { "'\(path)' in \(document)" }
}

package enum PathCases {
  package static let valid: [PathCase] = [
    PathCase("", []),
    PathCase("a", [.key("a")]),
    PathCase("a.b", [.key("a"), .key("b")]),
    PathCase("a.b.c.d", [.key("a"), .key("b"), .key("c"), .key("d")]),
    PathCase("a[0]", [.key("a"), .index(0)]),
    PathCase("a[0].b", [.key("a"), .index(0), .key("b")]),
    PathCase("a[0][12]", [.key("a"), .index(0), .index(12)]),
    PathCase("[0]", [.index(0)]),
    PathCase("[3].a", [.index(3), .key("a")]),
    PathCase("[9223372036854775807]", [.index(.max)]),
    PathCase("0", [.key("0")]),
    PathCase("a.0", [.key("a"), .key("0")]),
    PathCase("a.0[0]", [.key("a"), .key("0"), .index(0)]),
    PathCase("-1", [.key("-1")]),
    PathCase(#"a\.b"#, [.key("a.b")]),
    PathCase(#"a\.b.c"#, [.key("a.b"), .key("c")]),
    PathCase(#"\."#, [.key(".")]),
    PathCase(#"a\[0\]"#, [.key("a[0]")]),
    PathCase(#"a\[0\][1]"#, [.key("a[0]"), .index(1)]),
    PathCase(#"C:\\temp"#, [.key(#"C:\temp"#)]),
    PathCase(#"a\\.b"#, [.key(#"a\"#), .key("b")]),
    PathCase("[*]", [.wildcard]),
    PathCase("a[*].b", [.key("a"), .wildcard, .key("b")]),
    PathCase("a[*][*]", [.key("a"), .wildcard, .wildcard]),
    PathCase("*", [.key("*")]),
    PathCase("a.*", [.key("a"), .key("*")]),
    PathCase("[/0]", [.keyOrIndex(0)]),
    PathCase("a[/12].b", [.key("a"), .keyOrIndex(12), .key("b")]),
    PathCase(#"["a"]"#, [.key("a")], prints: "a"),
    PathCase(#"["a.b"]"#, [.key("a.b")], prints: #"a\.b"#),
    PathCase(#"a["b.c"].d"#, [.key("a"), .key("b.c"), .key("d")], prints: #"a.b\.c.d"#),
    PathCase("a['b c']", [.key("a"), .key("b c")], prints: "a.b c"),
    PathCase(#"[""]"#, [.key("")]),
    PathCase(#"a[""].b"#, [.key("a"), .key(""), .key("b")]),
    PathCase(#"["say \"hi\""]"#, [.key(#"say "hi""#)], prints: #"say "hi""#),
    PathCase(#"['it\'s']"#, [.key("it's")], prints: "it's"),
    PathCase(#"["back\\slash"]"#, [.key(#"back\slash"#)], prints: #"back\\slash"#),
    PathCase(#"["]"]"#, [.key("]")], prints: #"\]"#),
    PathCase(#"["line\nbreak"]"#, [.key("line\nbreak")]),
    PathCase(#"["tab\t"]"#, [.key("tab\t")]),
    PathCase(#"["\u0000"]"#, [.key("\0")]),
    PathCase(#"["\u007f"]"#, [.key("\u{7F}")]),
    PathCase(#"["\u00e9"]"#, [.key("é")], prints: "é"),
    PathCase(#"["\ud83d\ude00"]"#, [.key("😀")], prints: "😀"),
    PathCase(#"["\b\f\r\/"]"#, [.key("\u{8}\u{C}\r/")], prints: #"["\u0008\u000c\r/"]"#),
    PathCase("größe.😀", [.key("größe"), .key("😀")]),
    PathCase("e\u{301}", [.key("e\u{301}")]),
    PathCase("user name.first", [.key("user name"), .key("first")]),
    PathCase(" a ", [.key(" a ")]),
    PathCase("a/b", [.key("a/b")]),
    PathCase(#"\/users"#, [.key("/users")]),
    PathCase("paths./users", [.key("paths"), .key("/users")]),
    PathCase(#"paths.\/users"#, [.key("paths"), .key("/users")], prints: "paths./users"),
    PathCase("@type", [.key("@type")]),
    PathCase("$ref", [.key("$ref")]),
    PathCase("a-b_c:d", [.key("a-b_c:d")]),
    PathCase(#"a"b"#, [.key(#"a"b"#)]),
    PathCase(#"\"a\""#, [.key(#""a""#)], prints: #""a""#),
    PathCase(
      #"[0].labels.app\.kubernetes\.io/name"#,
      [.index(0), .key("labels"), .key("app.kubernetes.io/name")]),
    PathCase("true.null", [.key("true"), .key("null")]),
  ]

  package static let invalid: [BadPathCase] = [
    BadPathCase(".", column: 1, "starts with a key"),
    BadPathCase(".a", column: 1, "starts with a key"),
    BadPathCase("a.", column: 3, "expected a key"),
    BadPathCase("a..b", column: 3, "expected a key"),
    BadPathCase("a.[0]", column: 3, "expected a key"),
    BadPathCase("a[0]b", column: 5, "expected '.' or '['"),
    BadPathCase("a[", column: 2, "'[' without ']'"),
    BadPathCase("a[0", column: 2, "'[' without ']'"),
    BadPathCase("a[*", column: 2, "'[' without ']'"),
    BadPathCase("a[]", column: 3, "expected an index"),
    BadPathCase("a[b]", column: 3, "expected an index"),
    BadPathCase("a[ 0]", column: 3, "expected an index"),
    BadPathCase("a[0 ]", column: 4, "expected ']'"),
    BadPathCase("a[-1]", column: 3, "0 or more"),
    BadPathCase("a[007]", column: 3, "leading zeros"),
    BadPathCase("a[9223372036854775808]", column: 3, "too large"),
    BadPathCase("a[99999999999999999999]", column: 3, "too large"),
    BadPathCase("a]", column: 2, "without '['"),
    BadPathCase("a[0]]", column: 5, "expected '.' or '['"),
    BadPathCase(#"a\"#, column: 2, "expected a character"),
    BadPathCase(#"a\b"#, column: 2, "unknown escape"),
    BadPathCase(#"["a"#, column: 2, "closing quote"),
    BadPathCase(#"["a]"#, column: 2, "closing quote"),
    BadPathCase(#"["a"x]"#, column: 5, "expected ']'"),
    BadPathCase(#"["\x"]"#, column: 3, "unknown escape"),
    BadPathCase(#"["\"#, column: 3, "expected a character"),
    BadPathCase(#"["\u12"]"#, column: 3, "four hexadecimal digits"),
    BadPathCase(#"["\ud83d"]"#, column: 3, "surrogate"),
    BadPathCase(#"["\ude00"]"#, column: 3, "surrogate"),
    BadPathCase(#"["\ud83d\u0041"]"#, column: 3, "surrogate"),
    BadPathCase("größe..x", column: 7, "expected a key"),
    BadPathCase("[/a]", column: 3, "expected an index"),
  ]

  package static let validPointers: [PathCase] = [
    PathCase("", []),
    PathCase("/", [.key("")]),
    PathCase("/foo", [.key("foo")]),
    PathCase("/foo/0", [.key("foo"), .keyOrIndex(0)]),
    PathCase("/a~1b", [.key("a/b")]),
    PathCase("/c%d", [.key("c%d")]),
    PathCase("/e^f", [.key("e^f")]),
    PathCase("/g|h", [.key("g|h")]),
    PathCase(#"/i\j"#, [.key(#"i\j"#)]),
    PathCase(#"/k"l"#, [.key(#"k"l"#)]),
    PathCase("/ ", [.key(" ")]),
    PathCase("/m~0n", [.key("m~n")]),
    PathCase("/~01", [.key("~1")]),
    PathCase("/a.b[0]", [.key("a.b[0]")]),
    PathCase("//a/", [.key(""), .key("a"), .key("")]),
    PathCase("/list/-", [.key("list"), .key("-")]),
    PathCase("/01", [.key("01")]),
    PathCase("/-1", [.key("-1")]),
    PathCase("/99999999999999999999", [.key("99999999999999999999")]),
  ]

  package static let invalidPointers: [BadPathCase] = [
    BadPathCase("a", column: 1, "starts with '/'"),
    BadPathCase("#/a", column: 1, "starts with '/'"),
    BadPathCase("/a~", column: 3, "after '~'"),
    BadPathCase("/a~2", column: 3, "after '~'"),
    BadPathCase("/é/~x", column: 4, "after '~'"),
  ]

  package static let resolving: [MatchCase] = [
    MatchCase(#"{"a":1}"#, "", #"{"a":1}"#),
    MatchCase("7", "", "7"),
    MatchCase("7", "a"),
    MatchCase("7", "[0]"),
    MatchCase(#"{"a":1}"#, "a", "1"),
    MatchCase(#"{"a":1}"#, "b"),
    MatchCase(#"{"a":null}"#, "a", "null"),
    MatchCase(#"{"a":null}"#, "a.b"),
    MatchCase("{}", "a"),
    MatchCase("[]", "[0]"),
    MatchCase(#"{"a.b":1,"a":{"b":2}}"#, #"a\.b"#, "1"),
    MatchCase(#"{"a.b":1,"a":{"b":2}}"#, "a.b", "2"),
    MatchCase(#"{"a.b":1,"a":{"b":2}}"#, #"["a.b"]"#, "1"),
    MatchCase(#"{"distances":[{"value":3}]}"#, "distances[0].value", "3"),
    MatchCase(#"{"distances":[{"value":3}]}"#, "distances.0.value"),
    MatchCase(#"{"distances":{"0":{"value":4}}}"#, "distances.0.value", "4"),
    MatchCase(#"{"distances":{"0":{"value":4}}}"#, "distances[0].value"),
    MatchCase(#"[[1,2],[3,4]]"#, "[1][0]", "3"),
    MatchCase(#"[[1,2],[3,4]]"#, "[1][2]"),
    MatchCase(#"[[1,2],[3,4]]"#, "[2]"),
    MatchCase(#"{"a":{"b":{}}}"#, "a.b", "{}"),
    MatchCase(#"{"a":{"x":[1,{"y":2}]},"b":3}"#, "b", "3"),
    MatchCase(#"{"":1}"#, #"[""]"#, "1"),
    MatchCase(#"{"a":{"":{"b":2}}}"#, #"a[""].b"#, "2"),
    MatchCase(#"{"a":1,"a":2}"#, "a", "1"),
    MatchCase(#"{"\u0061":1}"#, "a", "1"),
    MatchCase(#"{"\ud83d\ude00":1}"#, "😀", "1"),
    MatchCase(#"{"a\nb":1}"#, #"["a\nb"]"#, "1"),
    MatchCase(#"{"a\u0000":1,"a":2}"#, "a", "2"),
    MatchCase("{\"e\u{301}\":1,\"\u{E9}\":2}", "\u{E9}", "2"),
    MatchCase(#"{"ab":1,"abc":2}"#, "abc", "2"),
    MatchCase("[1,2,3]", "[*]", "1", "2", "3"),
    MatchCase("[]", "[*]"),
    MatchCase(#"{"a":1,"b":[2]}"#, "[*]", "1", "[2]"),
    MatchCase(#"[{"a":1},{"b":2},{"a":3},4,[5]]"#, "[*].a", "1", "3"),
    MatchCase(#"{"a":[[1,2],[3],[]]}"#, "a[*][*]", "1", "2", "3"),
    MatchCase(#"{"a":[[1,2],[3],[]]}"#, "a[*][0]", "1", "3"),
    MatchCase(#"{"x":{"n":1},"y":{"n":2}}"#, "[*].n", "1", "2"),
    MatchCase(#""text""#, "[*]"),
    MatchCase(#"{"foo":["bar","baz"]}"#, "/foo/0", #""bar""#),
    MatchCase(#"{"foo":{"0":"bar"}}"#, "/foo/0", #""bar""#),
    MatchCase(#"{"foo":["bar"]}"#, "/foo/-"),
    MatchCase(#"{"foo":["bar"]}"#, "/foo/00"),
    MatchCase(#"{"a/b":1,"m~n":2}"#, "/a~1b", "1"),
    MatchCase(#"{"a/b":1,"m~n":2}"#, "/m~0n", "2"),
    MatchCase(#"{"":{"":5}}"#, "//", "5"),
    MatchCase(#"[0,1e1000,144126219108390099]"#, "[1]", "1e1000"),
  ]
}
