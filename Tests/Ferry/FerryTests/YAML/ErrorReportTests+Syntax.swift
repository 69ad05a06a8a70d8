#if FERRY_YAML
extension ErrorReportTests {
  static let syntax: [Case] = [
    Case(
      name: "a key that comes twice",
      text: """
        server:
          port: 8080
          host: example.org
          port: 9090

        """,
      report: """
        server.yaml:4:3: duplicate key: `port`, at server.port
          port: 9090
          ^
        server.yaml:2:3: the first occurrence
          port: 8080
          ^
        """),
    Case(
      name: "a list without its end",
      text: """
        server:
          hosts: [a, b
          port: 8080

        """,
      report: """
        server.yaml:3:7: invalid YAML: did not find expected ',' or ']', at server.hosts[2]
          port: 8080
              ^
        server.yaml:2:10: the `[` is here
          hosts: [a, b
                 ^
        hint: the array needs a `,` or a `]` before this
        """),
    Case(
      name: "a map without its end",
      text: """
        server: {host: example.org
        mode: production

        """,
      report: """
        server.yaml:2:5: invalid YAML: did not find expected ',' or '}', at server
        mode: production
            ^
        server.yaml:1:9: the `{` is here
        server: {host: example.org
                ^
        hint: the object needs a `,` or a `}` before this
        """),
    Case(
      name: "a tab",
      text: """
        server:
        \thost: example.org

        """,
      report: """
        server.yaml:2:1: invalid YAML: found character that cannot start any token, at server
         host: example.org
        ^
        hint: indent with blanks: YAML allows no tabs there
        """),
    Case(
      name: "a colon in text",
      text: """
        server:
          host: example.org: 8080

        """,
      report: """
        server.yaml:2:20: invalid YAML: mapping values are not allowed in this context, at server
          host: example.org: 8080
                           ^
        hint: put quotes around text that has `: ` in it; align keys with the keys above
        """),
    Case(
      name: "a line that is not aligned",
      text: """
        server:
          host: example.org
           port: 8080

        """,
      report: """
        server.yaml:3:8: invalid YAML: mapping values are not allowed in this context, at server
           port: 8080
               ^
        hint: put quotes around text that has `: ` in it; align keys with the keys above
        """),
    Case(
      name: "text without its closing quote",
      text: """
        server:
          host: "example.org
          port: 8080

        """,
      report: """
        server.yaml:2:9: invalid YAML: the closing quote is missing, at server.host
          host: "example.org
                ^
        """),
    Case(
      name: "a backslash in double quotes",
      text: """
        server:
          host: "C:\\\\Windows"
          port: "\\d+"

        """,
      report: """
        server.yaml:3:10: invalid YAML: found unknown escape character, at server.port
          port: "\\d+"
                 ^
        server.yaml:3:9: the quote is here
          port: "\\d+"
                ^
        hint: in double quotes `\\` starts an escape; write `\\\\`, or use single quotes
        """),
    Case(
      name: "text that starts with a character of YAML's",
      text: """
        server:
          host: @example

        """,
      report: """
        server.yaml:2:9: invalid YAML: found character that cannot start any token, at server.host
          host: @example
                ^
        hint: put quotes around text that starts with `@`
        """),
    Case(
      name: "a comment that touches a value",
      text: """
        server:
          host: "example.org"#no

        """,
      report: """
        server.yaml:2:22: invalid YAML: did not find white space before a comment
          host: "example.org"#no
                             ^
        hint: put a blank before `#`
        """),
    Case(
      name: "an alias that nobody knows",
      text: """
        defaults: &defaults {port: 8080}
        server:
          <<: *default
          host: example.org

        """,
      report: """
        server.yaml:3:7: alias of an unknown anchor: `*default`, at server
          <<: *default
              ^
        hint: did you mean `*defaults`?
        """),
    Case(
      name: "a merge key with a scalar",
      text: """
        server:
          <<: defaults
          port: 8080

        """,
      report: """
        server.yaml:2:7: invalid YAML: a merge key needs an object, or an array of objects, at server
          <<: defaults
              ^
        """),
    Case(
      name: "bytes that are not base64",
      text: """
        key: !!binary a$b=
        server: {host: example.org, port: 8080}

        """,
      report: """
        server.yaml:1:6: invalid value, at key
        key: !!binary a$b=
             ^
        hint: `!!binary` needs base64
        """),
  ]
}
#endif
