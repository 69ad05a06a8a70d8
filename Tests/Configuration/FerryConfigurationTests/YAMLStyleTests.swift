#if FERRY_YAML
import Ferry
import FerryConfiguration
import FerryTestSupport
import Testing

@Suite("The style of YAML documents")
struct YAMLStyleTests {
  private static let value: AnyValue = [
    "name": "x", "banner": "a\nb\n", "ports": [1, 2, 3],
    "servers": [["host": "a", "port": 1], ["host": "b", "port": 2]],
  ]

  private func text(
    _ value: AnyValue = value, _ change: (inout YAMLStyle) -> Void
  ) throws -> String {
    var encoder = YAML.Encoder()
    change(&encoder.style)
    let text = try encoder.string(value)
    #expect(try YAML.decode(AnyValue.self, from: text) == value)
    return text
  }

  @Test("a path gives its values a style, and the longest path counts")
  func paths() throws {
    let text = try text {
      $0["name"] = .doubleQuoted
      $0["banner"] = .singleQuoted
      $0["servers[*]"] = .flow
      $0["servers[1]"] = .block
      $0["ports"] = .literal
    }
    #expect(
      text == """
        name: "x"
        banner: 'a

          b

          '
        ports:
        - 1
        - 2
        - 3
        servers:
        - {host: a, port: 1}
        - host: b
          port: 2

        """)
  }

  @Test("short arrays and objects of scalars are written on one line")
  func flowWidth() throws {
    #expect(
      try text { $0.flowWidth = 30 } == """
        name: x
        banner: |
          a
          b
        ports: [1, 2, 3]
        servers:
        - {host: a, port: 1}
        - {host: b, port: 2}

        """)
  }

  @Test("equal arrays and objects become aliases of the first one")
  func anchors() throws {
    let limits: AnyValue = ["cpu": 1, "tags": ["a", "b"]]
    let value: AnyValue = [
      "web": limits, "job": limits, "tags": ["a", "b"], "empty": [], "none": [], "text": ["1", 1],
      "numbers": [1, "1"],
    ]
    #expect(
      try text(value) { $0.anchorsRepeatedValues = true } == """
        web: &a1
          cpu: 1
          tags: &a2
          - a
          - b
        job: *a1
        tags: *a2
        empty: []
        none: []
        text:
        - '1'
        - 1
        numbers:
        - 1
        - '1'

        """)
  }

  @Test("line breaks, escapes and the end of the document are options")
  func marks() throws {
    let text = try text(["a": "é\nb", "c": [1]]) {
      $0.lineBreak = .crlf
      $0.allowsUnicode = false
      $0.writesDocumentEnd = true
      $0.comments["c"] = "two\nlines"
    }
    #expect(text == "a: \"\\xE9\\nb\"\r\n# two\r\n# lines\r\nc:\r\n- 1\r\n...\r\n")
  }

  @Test("comments are above their members")
  func comments() throws {
    let text = try text {
      $0.comments["name"] = "The name."
      $0.comments["servers"] = "All servers.\n\nIn order."
      $0.comments["servers[*].host"] = "A host: # name, {or} 'address'"
      $0.comments["servers[1].port"] = "1 to 65535"
      $0.comments["servers[0]"] = "has no key"
      $0.comments["missing"] = "not there"
      $0.comments["banner"] = "a tab\tand\u{7}a bell"
    }
    #expect(
      text == """
        # The name.
        name: x
        # a tab and a bell
        banner: |
          a
          b
        ports:
        - 1
        - 2
        - 3
        # All servers.
        #
        # In order.
        servers:
        # A host: # name, {or} 'address'
        - host: a
          port: 1
        # A host: # name, {or} 'address'
        - host: b
          # 1 to 65535
          port: 2

        """)
  }

  @Test("a member inside brackets has no comment")
  func flowComments() throws {
    let text = try text(["a": ["b": 1], "c": 2]) {
      $0.flowWidth = 80
      $0.comments["a.b"] = "inside"
      $0.comments["c"] = "outside"
    }
    #expect(text == "a: {b: 1}\n# outside\nc: 2\n")
  }

  @Test("the comment at the root is above the document")
  func header() throws {
    let schema = "yaml-language-server: $schema=settings.schema.json"
    let text = try text(["a": 1]) {
      $0.comments[.root] = schema + "\nSettings"
      $0.comments["a"] = "one"
    }
    #expect(text == "# \(schema)\n# Settings\n# one\na: 1\n")
    #expect(try self.text([1, 2]) { $0.comments[.root] = schema } == "# \(schema)\n- 1\n- 2\n")
    #expect(try self.text("x") { $0.comments[.root] = schema } == "# \(schema)\nx\n")
  }

  @Test("each document of a series has the style")
  func series() throws {
    var encoder = YAML.Encoder()
    encoder.style.comments["a"] = "one"
    encoder.style.writesDocumentEnd = true
    let bytes = try encoder.encodeAll([["a": 1], ["a": 2]])
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "---\n# one\na: 1\n...\n---\n# one\na: 2\n...\n")
  }

  @Test("PyYAML and ruamel.yaml read the same values in every style")
  func otherReaders() throws {
    let styles: [YAMLStyle.Node] = [
      .block, .flow, .literal, .folded, .singleQuoted, .doubleQuoted,
    ]
    var input = ""
    var random = SeededGenerator(for: "YAMLStyle")
    for (number, word) in OtherYAMLReaders.words.enumerated() {
      let other = OtherYAMLReaders.words.randomElement(using: &random) ?? ""
      let value: AnyValue = [
        "key": .string(word), "list": [.string(word), .string(other)],
        "again": ["k": .string(other)],
        "last": [["k": .string(other)], ["k": .string(word)]],
      ]
      for (index, style) in styles.enumerated() {
        var encoder = YAML.Encoder()
        encoder.indent = 2 + (number + index) % 3
        encoder.lineWidth = (number + index) % 4 == 0 ? 40 : nil
        encoder.style["key"] = style
        encoder.style["list[*]"] = style
        encoder.style["again"] = style
        encoder.style["last[*].k"] = style
        encoder.style.anchorsRepeatedValues = number % 2 == 0
        encoder.style.allowsUnicode = (number + index) % 3 != 0
        encoder.style.flowWidth = number % 5 == 0 ? 60 : nil
        encoder.style.comments = ["key": word, "list": other, "last[*].k": "c"]
        let text = try encoder.string(value)
        #expect(try YAML.decode(AnyValue.self, from: text) == value, "\(text)")
        input += try JSON.string([text, JSON.string(value)]) + "\n"
      }
    }
    try OtherYAMLReaders.check(input)
  }
}
#endif
