import Foundation
import Testing

@Suite("Options of ferry merge")
struct MergeOptionsTests {
  /// Runs `ferry merge` in a folder with `files`; the names of files are relative to it.
  func merge(
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

  @Test("the last tag of merged arrays and objects counts", .enabled(if: Tool.hasYAML))
  func tags() throws {
    let files = [
      "a.yaml": "l: !a [1]\no: !a {x: 1}\n", "b.yaml": "l: !b [2]\no: !b {w: 2}\n",
      "c.yaml": "l: [3]\no: {z: 3}\n",
    ]
    func text(_ first: String, _ second: String) throws -> String {
      try merge(first, second, "--append", "l", files: files).text
    }
    #expect(try text("a.yaml", "b.yaml") == "l: !b\n- 1\n- 2\no: !b\n  x: 1\n  w: 2\n")
    #expect(try text("b.yaml", "a.yaml") == "l: !a\n- 2\n- 1\no: !a\n  w: 2\n  x: 1\n")
    #expect(try text("a.yaml", "c.yaml") == "l: !a\n- 1\n- 3\no: !a\n  x: 1\n  z: 3\n")
    #expect(try text("c.yaml", "a.yaml") == "l: !a\n- 3\n- 1\no: !a\n  z: 3\n  x: 1\n")
  }

  @Test("the error for a tag names the file with the tag", .enabled(if: Tool.hasYAML))
  func tagsOfObjects() throws {
    let files = ["a.yaml": "o: {b: 2}\n", "b.yaml": "o: !t {a: 1}\n"]
    for names in [["a.yaml", "b.yaml"], ["b.yaml", "a.yaml"]] {
      let result = try merge("--to=json", names[0], names[1], files: files)
      #expect(result.status == 1)
      #expect(
        result.errors == """
          ferry: b.yaml:1:4: json cannot represent the tag `!t`, at o
          o: !t {a: 1}
             ^
          hint: yaml has tags, and cbor has those of CBOR; --drop-tags writes values without tags

          """)
    }
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
    let member = try merge(
      "a.json", "--env", "APP_", files: ["a.json": #"{"server":{"port":1}}"#],
      environment: ["APP_server": "5", "APP_SERVER__PORT": "7"])
    #expect(
      member.errors == """
        ferry: environment variable APP_SERVER__PORT: duplicate key: APP_server sets a value \
        without members, at server
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
        ["--explain"], ["--explain", "--interpolate"], ["--set", "db.password.new=[hunter2"],
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

  @Test("a file of variables and a folder of secrets are layers below the environment")
  func variablesAndSecrets() throws {
    let result = try Tool.withFolder { folder in
      func write(_ text: String, _ name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
      }
      let base = try write(#"{"db":{"port":1,"password":"","user":"u"},"tags":[]}"#, "a.json")
      let variables = try write("APP_DB__PORT=2 # hunter2\nAPP_TAGS=[x, y]\n", ".env")
      let secret = try write("hunter2\n", "secrets/db.password")
      _ = try write("hunter2\n", "secrets/..data/other")
      var result = try Tool.run(
        [
          "merge", base, "--explain", "--env-file", variables, "--env", "APP_", "--secrets",
          folder.appendingPathComponent("secrets").path,
        ], environment: ["APP_DB__USER": "v"])
      for (path, name) in [(base, "BASE"), (variables, "ENV"), (secret, "SECRET")] {
        result = Tool.Result(
          status: result.status, isCrash: false,
          data: Data(result.text.replacingOccurrences(of: path, with: name).utf8),
          errors: result.errors)
      }
      return result
    }
    #expect(result.errors.isEmpty)
    #expect(
      result.text == """
        db.port = 2  (ENV:1:14)
        db.password = <redacted>  (secret file SECRET)
        db.user = "v"  (environment variable APP_DB__USER)
        tags[0] = "x"  (ENV:2:11)
        tags[1] = "y"  (ENV:2:14)

        """)
  }

  @Test("errors in a file of variables have their line")
  func variablesFileErrors() throws {
    guard Tool.hasYAML else { return }
    let files = ["a.json": #"{"x":{}}"#, "b.env": "\nX__Y={a: [}\n", "c.env": "# no\nnonsense\n"]
    let structure = try merge("a.json", "--env-file", "b.env", files: files)
    #expect(structure.errors.hasPrefix("ferry: b.env:2:11: invalid YAML: "), "\(structure.errors)")
    let line = try merge("a.json", "--env-file", "c.env", files: files)
    #expect(
      line.errors == """
        ferry: c.env:2:1: invalid value: expected a line `NAME=value`

        """)
    let secret = try merge("a.json", "--env-file", "c.env", "--secret", "x", files: files)
    #expect(secret.errors == "ferry: c.env:2:1: invalid value\n")
  }

  @Test("a misspelled path of an option is an error, and one without a value is a message")
  func misspelledPaths() throws {
    for option in ["--secret", "--replace", "--append", "--merge-by"] {
      let suffix = option == "--merge-by" ? "=name" : ""
      let near = try merge("a.json", option, "servicse" + suffix, files: pair)
      #expect(
        near.errors == """
          ferry: \(option): no object has the key `servicse`, at servicse
          hint: did you mean `services`?

          """)
      #expect(near.status == 1 && near.text.isEmpty)
      let none = try merge("a.json", option, "token" + suffix, files: pair)
      #expect(none.errors == "ferry: \(option): no object has the key `token`, at token\n")
      #expect(none.status == 0 && !none.text.isEmpty)
    }
    let key = try merge("a.json", "--merge-by", "services=nmae", files: pair)
    #expect(
      key.errors == """
        ferry: --merge-by: no object has the key `nmae`, at services[*].nmae
        hint: did you mean `name`?

        """)
    let both = try merge("a.json", "--append", "list", "--replace", "list", files: pair)
    #expect(both.status == 2 && both.errors.contains("name the path 'list'"))
  }

  @Test("profiles have files without an extension, and links without a target are errors")
  func profileFiles() throws {
    let files = ["base": #"{"x":1}"#, "base.dev": #"{"x":2}"#]
    let result = try merge("base", "--profile", "dev", files: files)
    #expect(result.text == #"{"x":2}"# + "\n", "\(result.errors)")
    try Tool.withFolder { folder in
      let base = folder.appendingPathComponent("a.json")
      try Data("{}".utf8).write(to: base)
      try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("a.dev.json").path, withDestinationPath: "none")
      let result = try Tool.run(["merge", base.path, "--profile", "dev"])
      #expect(result.status == 2 && result.errors.contains("a.dev.json: cannot open"))
    }
  }

  @Test("values of --set lose blanks around them, and text in quotes stays text")
  func setValues() throws {
    let files = ["a.json": #"{"x":{"y":1}}"#]
    let result = try merge(
      "a.json", "--set", #"a = "007" "#, "--set", "b='true'", "--set", "c= 7 ", "--set", #"d="x"y"#,
      files: files)
    #expect(
      result.text == #"{"x":{"y":1},"a":"007","b":"true","c":7,"d":"\"x\"y"}"# + "\n",
      "\(result.errors)")
    guard Tool.hasYAML else { return }
    #expect(
      try merge("a.json", "--set", "x=!replace {}", files: files).text == #"{"x":{}}"# + "\n")
  }

  @Test("a document without a value changes nothing, and another root is an error")
  func roots() throws {
    guard Tool.hasYAML else { return }
    let files = [
      "a.yaml": "x: 1\n", "empty.yaml": "---\n", "null.yaml": "null\n",
      "tag.yaml": "x: !replcae {}\n",
    ]
    #expect(try merge("a.yaml", "empty.yaml", files: files).text == "x: 1\n")
    #expect(
      try merge("a.yaml", "null.yaml", files: files).errors == """
        ferry: null.yaml:1:1: wrong type of value: expected an object, found null
        null
        ^

        """)
    #expect(
      try merge("a.yaml", "tag.yaml", files: files).errors == """
        ferry: tag.yaml:1:4: invalid value: unknown tag `!replcae`
        x: !replcae {}
           ^
        hint: did you mean `!replace`?

        """)
  }

  @Test("--explain shows infinity and NaN")
  func infinity() throws {
    guard Tool.hasYAML else { return }
    let result = try merge("a.yaml", "--explain", files: ["a.yaml": "x: .inf\ny: .nan\n"])
    #expect(
      result.text == "x = \"Infinity\"  (a.yaml:1:4)\ny = \"NaN\"  (a.yaml:2:4)\n",
      "\(result.errors)")
  }

  @Test("a secret path through an array needs a wildcard")
  func secretsInArrays() throws {
    let files = ["a.json": #"{"users":[{"n":"a","pw":"SEKRET"}]}"#]
    let result = try merge("a.json", "--explain", "--secret", "users.pw", files: files)
    #expect(result.status == 1)
    #expect(result.errors.contains("did you mean `[*].pw`?"), "\(result.errors)")
    #expect(!(result.text + result.errors).contains("SEKRET"))
    let hidden = try merge("a.json", "--explain", "--secret", "users[*].pw", files: files)
    #expect(hidden.status == 0)
    #expect(!hidden.text.contains("SEKRET"))
  }

  @Test("an option with a name like that of a secret is hidden")
  func misspelledOptions() throws {
    let files = ["a.json": #"{"db":{"password":"x"}}"#]
    let result = try merge(
      "a.json", "--explain", "--secret", "db.password", "--set", "db.pasword=SEKRET",
      files: files)
    #expect(result.status == 0)
    #expect(!(result.text + result.errors).contains("SEKRET"))
  }

  @Test("secret files are text, their paths are secret in all layers, and pipes are ignored")
  func secretFiles() throws {
    try Tool.withFolder { folder in
      let secrets = folder.appendingPathComponent("secrets")
      try FileManager.default.createDirectory(at: secrets, withIntermediateDirectories: true)
      try Data("0123\n".utf8).write(to: secrets.appendingPathComponent("db.pin"))
      mkfifo(secrets.appendingPathComponent("pipe").path, 0o600)
      let base = folder.appendingPathComponent("a.json")
      try Data("{}".utf8).write(to: base)
      let merge = ["merge", base.path, "--secrets", secrets.path]
      #expect(try Tool.run(merge).text == #"{"db":{"pin":"0123"}}"# + "\n")
      // Kubernetes mounts the token of a service account below /run/secrets.
      let mount = secrets.appendingPathComponent("kubernetes.io/serviceaccount")
      try FileManager.default.createDirectory(at: mount, withIntermediateDirectories: true)
      try Data("TOKEN".utf8).write(to: mount.appendingPathComponent("token"))
      #expect(try Tool.run(merge).text == #"{"db":{"pin":"0123"}}"# + "\n")
      let deep = try Tool.run(merge + ["--secret-subfolders"])
      #expect(deep.text.contains(#""serviceaccount":{"token":"TOKEN"}"#), "\(deep.errors)")
      #expect(try Tool.run("merge", base.path, "--secret-subfolders").status == 2)
      let shown = try Tool.run(merge + ["--explain", "--set", "db.pin=SEKRET"])
      #expect(shown.status == 0)
      #expect(!shown.text.contains("SEKRET"))
    }
  }

  @Test(
    "a file of variables may have a byte order mark, tabs and lone carriage returns",
    arguments: [
      ("\u{FEFF}APP_A=1\nAPP_B=2\n", #"{"a":1,"b":2}"#), ("export\tAPP_A=1\n", #"{"a":1}"#),
      ("APP_A=1\rAPP_B=2\r\nAPP_C=3", #"{"a":1,"b":2,"c":3}"#),
    ])
  func variableFiles(_ text: String, _ expected: String) throws {
    let result = try merge(
      "a.json", "--env", "APP_", "--env-file", "b.env", files: ["a.json": "{}", "b.env": text])
    #expect(result.text == expected + "\n", "\(result.errors)")
  }

  @Test(
    "a name with other characters than letters, digits and `_.-` is an error at its line",
    arguments: ["\"A\"=1", "'A'=1", "\u{A0}A=1", "A B=1", "A\u{A0}B=1", "ä=1"])
  func variableNames(_ line: String) throws {
    let result = try merge(
      "a.json", "--env-file", "b.env", files: ["a.json": "{}", "b.env": "X=1\n\(line)\n"])
    #expect(result.status == 1)
    #expect(result.errors.contains("b.env:2:1: "), "\(result.errors)")
  }
}
