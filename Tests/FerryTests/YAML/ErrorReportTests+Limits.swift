#if YAML
extension ErrorReportTests {
  static let limits: [Case] = [
    Case(
      name: "aliases beyond the budget", options: .frugal,
      text: """
        a: &a [x, x, x, x, x, x, x, x, x]
        b: &b [*a, *a, *a]
        server: [*b, *b, *b]

        """,
      report: """
        server.yaml:3:10: aliases expand beyond the limit, at server[0]
        server: [*b, *b, *b]
                 ^
        hint: aliases may stand for 60 values in all, 64 bytes of text one more, merge keys for 1000000 pairs
        """),
    Case(
      name: "a document that is too deep", options: .frugal,
      text: """
        server: [[[[[[[[[1]]]]]]]]]

        """,
      report: """
        server.yaml:1:16: nested deeper than the limit, at server[0][0][0][0][0][0][0]
        server: [[[[[[[[[1]]]]]]]]]
                       ^
        hint: at most 8 arrays and objects may be inside each other
        """),
    Case(
      name: "a second document",
      text: """
        server: {host: example.org, port: 8080}
        ---
        server: {host: example.org, port: 8080}

        """,
      report: """
        server.yaml:2:1: unexpected content after the value: another document
        ---
        ^
        hint: one document is wanted here; `decodeAll` takes several
        """),
    Case(
      name: "no document",
      text: """
        # nothing here

        """,
      report: """
        server.yaml:1:1: unexpected end of input: expected a document, found none
        # nothing here
        ^
        """),
  ]
}
#endif
