#if FERRY_YAML
extension ErrorReportTests {
  /// A line of more than a thousand columns with one bad value in its middle.
  private static let longLine: String = {
    let pairs = (0..<120).map { $0 == 60 ? "last: none" : "limit\($0): \($0)" }
    return "server: {host: example.org, port: 8080}\nlimits: {" + pairs.joined(separator: ", ")
      + "}\n"
  }()

  static let meaning: [Case] = [
    Case(
      name: "text in quotes for a number",
      text: """
        server:
          host: example.org
          port: "8080"

        """,
      report: """
        server.yaml:3:9: wrong type of value: expected Int, found text "8080", at server.port
          port: "8080"
                ^
        hint: remove the quotes: text in quotes is never a number
        """),
    Case(
      name: "text for a number",
      text: """
        server:
          host: example.org
          port: eighty

        """,
      report: """
        server.yaml:3:9: wrong type of value: expected Int, found text `eighty`, at server.port
          port: eighty
                ^
        """),
    Case(
      name: "a word of YAML 1.1 for a truth value",
      text: """
        server:
          host: example.org
          port: 8080
          tls: yes

        """,
      report: """
        server.yaml:4:8: wrong type of value: expected Bool, found text `yes`, at server.tls
          tls: yes
               ^
        hint: `yes` is a string in YAML 1.2; write `true`
        """),
    Case(
      name: "a truth value in quotes",
      text: """
        server: {host: example.org, port: 8080, tls: 'true'}

        """,
      report: """
        server.yaml:1:46: wrong type of value: expected Bool, found text "true", at server.tls
        server: {host: example.org, port: 8080, tls: 'true'}
                                                     ^
        hint: remove the quotes: text in quotes is never a truth value
        """),
    Case(
      name: "a number of YAML 1.1",
      text: """
        server:
          host: example.org
          port: 8_080

        """,
      report: """
        server.yaml:3:9: wrong type of value: expected Int, found text `8_080`, at server.port
          port: 8_080
                ^
        hint: `8_080` is a string in YAML 1.2; write `8080`
        """),
    Case(
      name: "a number that does not fit",
      text: """
        server:
          host: example.org
          port: 8080
          backlog: 300

        """,
      report: """
        server.yaml:4:12: number does not fit the type: expected UInt8 (0 to 255), found number 300, at server.backlog
          backlog: 300
                   ^
        """),
    Case(
      name: "a fraction for a whole number",
      text: """
        server:
          host: example.org
          port: 80.5

        """,
      report: """
        server.yaml:3:9: number does not fit the type: expected Int (-9223372036854775808 to 9223372036854775807), found number 80.5, at server.port
          port: 80.5
                ^
        hint: write a whole number
        """),
    Case(
      name: "a list for a number",
      text: """
        server:
          host: example.org
          port:
            - 8080

        """,
      report: """
        server.yaml:4:5: wrong type of value: expected Int, found an array, at server.port
            - 8080
            ^
        hint: remove the brackets or the `-`
        """),
    Case(
      name: "a scalar for a list",
      text: """
        tags: blue
        server:
          host: example.org
          port: 8080

        """,
      report: """
        server.yaml:1:7: wrong type of value: expected an array, found text `blue`, at tags
        tags: blue
              ^
        hint: write `[blue]` for an array of one element
        """),
    Case(
      name: "a colon without a blank",
      text: """
        server:
          host:example.org

        """,
      report: """
        server.yaml:2:3: wrong type of value: expected an object, found text `host:example.org`, at server
          host:example.org
          ^
        hint: write a blank after the colon: `host: example.org`
        """),
    Case(
      name: "nothing for text",
      text: """
        server:
          host:
          port: 8080

        """,
      report: """
        server.yaml:2:8: missing value: expected String, found null, at server.host
          host:
               ^
        hint: write "" for empty text
        """),
    Case(
      name: "a misspelt key",
      text: """
        server:
          host: example.org
          prot: 8080

        """,
      report: """
        server.yaml:2:3: missing key: `port`, at server
          host: example.org
          ^
        hint: the object has `prot`; did you mean `port`?
        """),
    Case(
      name: "a key that is missing",
      text: """
        mode: production

        """,
      report: """
        server.yaml:1:1: missing key: `server`
        mode: production
        ^
        """),
    Case(
      name: "a value that an enumeration does not have",
      text: """
        mode: prodcution
        server: {host: example.org, port: 8080}

        """,
      report: """
        server.yaml:1:7: invalid value: expected one of `development`, `production`, found text `prodcution`, at mode
        mode: prodcution
              ^
        hint: did you mean `production`?
        """),
    Case(
      name: "a date that is none", options: .iso8601,
      text: """
        server: {host: example.org, port: 8080}
        started: 2001-99-99

        """,
      report: """
        server.yaml:2:10: invalid value: expected a date in ISO 8601, found text `2001-99-99`, at started
        started: 2001-99-99
                 ^
        hint: write `2001-12-14T21:59:43Z`
        """),
    Case(
      name: "an unknown key", options: .strict,
      text: """
        server:
          host: example.org
          port: 8080
          timout: 3

        """,
      report: """
        server.yaml:4:3: unknown key: `timout`, at server.timout
          timout: 3
          ^
        hint: did you mean `timeout`?
        """),
    Case(
      name: "several unknown keys", options: .strict,
      text: """
        mode: production
        server:
          host: example.org
          port: 8080
        colour: blue
        shape: round

        """,
      report: """
        server.yaml:5:1: unknown key: `colour`, at colour
        colour: blue
        ^
        server.yaml:6:1: another unknown key
        shape: round
        ^
        hint: known keys: `mode`, `server`, `tags`, `limits`, `started`, `key`
        """),
    Case(
      name: "leading zeros", options: .strict,
      text: """
        server:
          host: example.org
          port: 0800

        """,
      report: """
        server.yaml:3:9: wrong type of value: expected Int, found text `0800`, at server.port
          port: 0800
                ^
        hint: leading zeros are not allowed; write `800`
        """),
    Case(
      name: "a number for text", options: .strict,
      text: """
        server:
          host: 10
          port: 8080

        """,
      report: """
        server.yaml:2:9: wrong type of value: expected String, found number 10, at server.host
          host: 10
                ^
        hint: put quotes around it
        """),
    Case(
      name: "a line of a thousand columns",
      text: longLine,
      report: """
        server.yaml:2:776: wrong type of value: expected Int, found text `none`, at limits.last
        …4: 54, limit55: 55, limit56: 56, limit57: 57, limit58: 58, limit59: 59, last: none, limit61: 61, limit62: 62, limit63:…
                                                                                       ^
        """),
  ]
}
#endif
