import Foundation
import Testing

extension MergeOptionsTests {
  @Test("values after a replaced object have their own lines as origins")
  func originsAfterTags() throws {
    guard Tool.hasYAML else { return }
    let files = [
      "base.yaml": "limits: {a: 1}\n",
      "over.yaml": "limits: !replace {c: 3}\nport: 9090\nlist: !replace [x]\nend: 1\n",
    ]
    let merged = try merge("base.yaml", "over.yaml", "--explain", files: files)
    #expect(
      merged.text == """
        limits.c = 3  (over.yaml:1:22)
        port = 9090  (over.yaml:2:7)
        list[0] = "x"  (over.yaml:3:17)
        end = 1  (over.yaml:4:6)

        """)
  }

  @Test("a value that looks like an array is text in place of text, except after !replace")
  func textThatLooksLikeAnArray() throws {
    let files = ["base.json": #"{"text":"a","list":["a"],"null":null}"#]
    let merged = try merge(
      "base.json", "--env", "APP_", "--set", "new=[d]", "-c", files: files,
      environment: ["APP_TEXT": "[x", "APP_LIST": "[b]", "APP_NULL": "[c]"])
    #expect(
      merged.text == #"{"text":"[x","list":["b"],"null":["c"],"new":["d"]}"# + "\n",
      "\(merged.errors)")
    let replaced = try merge("base.json", "--set", "text=!replace [b]", "-c", files: files)
    #expect(replaced.text == #"{"text":["b"],"list":["a"],"null":null}"# + "\n")
    let invalid = try merge("base.json", "--set", "list=[x", files: files)
    #expect(invalid.errors.contains("invalid YAML"), "\(invalid.errors)")
  }

  @Test("variables build arrays, and secret files keep the case of new keys")
  func newKeys() throws {
    let merged = try merge(
      "a.json", "--env", "APP_", files: ["a.json": "{}"],
      environment: ["APP_LIST__0": "a", "APP_LIST__1": "b"])
    #expect(merged.text.filter { !$0.isWhitespace } == #"{"list":["a","b"]}"#)
    try Tool.withFolder { folder in
      let file = folder.appendingPathComponent("apiKey")
      try Data("v".utf8).write(to: file)
      let secrets = try Tool.run(
        ["merge", "-", "--from", "json", "--secrets", folder.path], input: Data("{}".utf8))
      #expect(secrets.text.filter { !$0.isWhitespace } == #"{"apiKey":"v"}"#)
    }
  }
}
