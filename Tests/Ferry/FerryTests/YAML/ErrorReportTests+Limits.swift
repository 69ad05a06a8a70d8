#if FERRY_YAML
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
        hint: aliases may expand to 60 values (64 bytes of text count as one more), merge keys to 1000000 pairs
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
        hint: at most 8 levels of arrays and objects are allowed
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
        hint: to decode several documents, call `decodeAll`
        """),
    Case(
      name: "no document",
      text: """
        # nothing here

        """,
      report: """
        server.yaml:1:1: unexpected end of input: expected a document, found an empty stream
        # nothing here
        ^
        """),
  ]
}
#endif
