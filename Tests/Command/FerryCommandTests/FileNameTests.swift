import Foundation
import Testing

#if os(Linux)
/// Elsewhere, systems take no other names.
@Suite("Names and texts that are not UTF-8") struct FileNameTests {
  private func shell(_ script: String) throws -> Tool.Result {
    try Tool.withFolder { folder in
      try Tool.shell(
        "cd \"$1\"; bad=$(printf 'n\\351'); echo '{\"a\":1}' > $bad.json; " + script, folder.path)
    }
  }

  @Test(
    "a file is opened by its name, and messages escape the bytes that are not text",
    arguments: [
      ("\"$0\" get a $bad.json", "1\n", ""),
      ("\"$0\" convert --to ndjson -o x$bad $bad.json && cat x$bad", "{\"a\":1}\n", ""),
      ("\"$0\" convert -ox$bad --to=json $bad.json && cat x$bad", "{\"a\":1}\n", ""),
      ("\"$0\" convert --to=json --output=x$bad $bad.json && cat x$bad", "{\"a\":1}\n", ""),
      ("\"$0\" convert -I --tab $bad.json && cat $bad.json", "{\n\t\"a\": 1\n}\n", ""),
      (
        "ln -s $bad.json l; \"$0\" convert -I --tab l; cat $bad.json; test -L l",
        "{\n\t\"a\": 1\n}\n", ""
      ),
      ("\"$0\" merge -- $bad.json $bad.json", "{\"a\":1}\n", ""),
      ("\"$0\" validate $bad.json", "n\\xE9.json: valid json\n", ""),
      (
        "\"$0\" validate $bad || true", "",
        "ferry: n\\xE9: cannot open: No such file or directory\n"
      ),
      (
        "\"$0\" convert --to json -o no/$bad $bad.json || true", "",
        "ferry: no/n\\xE9: cannot create a temporary file beside: No such file or directory\n"
      ),
    ])
  func files(_ script: String, _ output: String, _ errors: String) throws {
    let result = try shell(script)
    #expect(result.text == output)
    #expect(result.errors == errors && result.status == 0)
  }

  @Test(
    "any other argument or used variable that is not UTF-8 is an error",
    arguments: [
      ("get $bad", "the path is not UTF-8: 'n\\xE9'\nTry 'ferry get"),
      (
        "stream --where a=$bad",
        "the argument of '--where' is not UTF-8: 'a=n\\xE9'\nTry 'ferry stream"
      ),
      ("convert --to=$bad", "the argument of '--to' is not UTF-8: 'n\\xE9'\nTry 'ferry convert"),
      ("convert --$bad", "unknown option '--n\\xE9'\nTry 'ferry convert"),
      ("merge --env APP_ $bad.json", "environment variable APP_X is not UTF-8\nTry 'ferry merge"),
    ])
  func arguments(_ arguments: String, _ message: String) throws {
    let result = try shell("APP_X=$bad; export APP_X; \"$0\" " + arguments)
    #expect(result.errors == "ferry: \(message) --help'.\n" && result.status == 2)
  }

  @Test("variables that are not used may be anything")
  func otherVariables() throws {
    let result = try shell("OTHER=$bad; export OTHER; APP_A=2 \"$0\" merge --env APP_ $bad.json")
    #expect(result.text == "{\"a\":2}\n" && result.status == 0, "\(result.errors)")
  }
}
#endif
