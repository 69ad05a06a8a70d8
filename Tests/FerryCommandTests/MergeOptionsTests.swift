import Foundation
import Testing

@Suite("Options of ferry merge")
struct MergeOptionsTests {
  /// Runs `ferry merge` in a folder with `files`; the names of files are relative to it.
  private func merge(
    _ arguments: String..., files: [String: String], environment: [String: String] = [:]
  ) throws -> Tool.Result {
    try Tool.withFolder { folder in
      for (name, text) in files {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      }
      let full =
        ["merge"]
        + arguments.map {
          files[$0] == nil ? $0 : folder.appendingPathComponent($0).path
        }
      let result = try Tool.run(full, environment: environment)
      func short(_ text: String) -> String {
        text.replacingOccurrences(of: folder.path + "/", with: "")
      }
      return Tool.Result(
        status: result.status, isCrash: result.isCrash, data: Data(short(result.text).utf8),
        errors: short(result.errors))
    }
  }

  private let pair = [
    "a.json": #"{"list":[1],"services":[{"name":"a","x":1}],"whole":{"x":1}}"#,
    "b.json": #"{"list":[2],"services":[{"name":"a","y":2}],"whole":{"y":2}}"#,
  ]

  @Test("arrays are appended or merged by a key, and objects are replaced, at their paths")
  func rules() throws {
    let result = try merge(
      "a.json", "b.json", "--append", "list", "--merge-by", "services=name", "--replace", "whole",
      files: pair)
    #expect(
      result.text == #"{"list":[1,2],"services":[{"name":"a","x":1,"y":2}],"whole":{"y":2}}"# + "\n"
    )
    #expect(try merge("a.json", "--merge-by", "services", files: pair).status == 2)
  }

  @Test("the file of a profile follows its base")
  func profile() throws {
    let files = ["a.json": #"{"x":1,"y":1}"#, "a.dev.json": #"{"x":2}"#, "b.json": #"{"z":3}"#]
    let result = try merge("a.json", "b.json", "--profile", "dev", files: files)
    #expect(result.text == #"{"x":2,"y":1,"z":3}"# + "\n", "\(result.errors)")
    let missing = try merge("a.json", "--profile", "prod", files: files)
    #expect(missing.status == 2 && missing.errors == "ferry: no file has the profile 'prod'\n")
  }

  @Test("two variables that set one value are an error that names both")
  func clash() throws {
    let result = try merge(
      "a.json", "--env", "APP_", files: pair, environment: ["APP_NEW_KEY": "1", "APP_NEWKEY": "2"])
    #expect(
      result.errors == """
        ferry: environment variable APP_NEW_KEY: duplicate key: APP_NEWKEY sets the same value, at \
        newkey
        hint: remove one of the two

        """)
  }

  @Test("references in the text of files are replaced, and their origins are explained")
  func references() throws {
    let files = ["a.json": #"{"a":"${X}${Y:-z}","b":"${.a}!"}"#]
    let result = try merge("a.json", "--interpolate", files: files, environment: ["X": "1"])
    #expect(result.text == #"{"a":"1z","b":"1z!"}"# + "\n", "\(result.errors)")
    #expect(try merge("a.json", files: files).text == files["a.json"]! + "\n")
    let explained = try merge(
      "a.json", "--interpolate", "--explain", files: files, environment: ["X": "1"])
    #expect(
      explained.text == """
        a = "1z"  (a.json:1:6 with environment variable X)
        b = "1z!"  (a.json:1:24 with a.json:1:6, environment variable X)

        """)
    let missing = try merge("a.json", "--interpolate", files: ["a.json": #"{"a":"${NO_SUCH}"}"#])
    #expect(
      missing.errors == """
        ferry: a.json:1:6: missing value: the variable `NO_SUCH` is not set, at a
        {"a":"${NO_SUCH}"}
             ^
        hint: write `${NO_SUCH:-value}` for a default, or `$$` for a dollar sign

        """)
  }

  @Test("a value at a secret path appears in no explanation and no error")
  func secrets() throws {
    let documents = [
      #"{"db":{"password":"hunter2"},"url":"x${.db.password}","n":1}"#,
      #"{"db":{"password":"hunter2","password":"hunter2"}}"#, #"{"db":{"password":"hunter2"#,
      #"{"db":{"password":"hunter2"},"bad":"${.db.hunter"}"#, #"{"db":{"password":"${.db"}}"#,
      #"{"db":"hunter2" "x"}"#, #"{"db":{"password":["hunter2",1]}}"#,
      #"{"db":{"password":hunter2}}"#,
    ]
    for document in documents {
      for arguments in [
        ["--explain"], ["--explain", "--interpolate"], ["--set", "db.password=[hunter2"],
      ] {
        let result = try Tool.withFolder { folder in
          let file = folder.appendingPathComponent("a.json")
          try Data(document.utf8).write(to: file)
          return try Tool.run(
            ["merge", file.path, "--secret", "db.password", "--env", "APP_"] + arguments,
            environment: ["APP_DB__PASS_WORD": "hunter2"])
        }
        #expect(!result.text.contains("hunter2"), "\(result.text)")
        #expect(!result.errors.contains("hunter2"), "\(result.errors)")
      }
    }
    let shown = try merge(
      "a.json", "--secret", "db.password", "--interpolate", "--explain",
      files: ["a.json": documents[0]])
    #expect(
      shown.text == """
        db.password = <redacted>  (a.json:1:19)
        url = <redacted>  (a.json:1:36 with a.json:1:19)
        n = 1  (a.json:1:59)

        """)
  }

  @Test("the tag !replace replaces an object of an earlier file")
  func replaceTag() throws {
    guard Tool.hasYAML else { return }
    let result = try merge(
      "a.json", "b.yaml", files: ["a.json": #"{"a":{"x":1}}"#, "b.yaml": "a: !replace\n  y: 2\n"])
    #expect(result.text == #"{"a":{"y":2}}"# + "\n", "\(result.errors)")
  }
}
