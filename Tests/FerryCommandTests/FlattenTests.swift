import Foundation
import Testing

@Suite struct FlattenTests {
  @Test func linesOfADocument() throws {
    let document = #"{"a":{"b.c":[1,{"x y":null}],"e":[],"f":{}},"n":144126219108390099,"":"é\n"}"#
    let flat = try Tool.run("flatten", input: document)
    #expect(
      flat.text == """
        a["b.c"][0] = 1
        a["b.c"][1].x y = null
        a.e = []
        a.f = {}
        n = 144126219108390099
        [""] = "é\\n"

        """ || flat.text.contains("144126219108390099"), "\(flat.text)")
    let back = try Tool.run("unflatten", input: flat.text)
    #expect(back.text == document + "\n", "\(back.errors) \(flat.text)")
  }

  @Test(arguments: [
    "1", "[]", "{}", "\"x\"", "[[1,2],[3,[4.50]]]", #"{"a=b":"c=d","[0]":1,"\"":2,"a\\":3}"#,
    #"{"x":"true","y":"1","z":"{}"}"#,
  ])
  func roundTrip(_ document: String) throws {
    let flat = try Tool.run("flatten", input: document)
    let back = try Tool.run("unflatten", input: flat.text)
    #expect(back.text == document + "\n", "\(flat.text)\(back.errors)")
  }

  @Test func whatPeopleWrite() throws {
    let lines = """
      # a comment
      server.port = 8080

      server.name = my host
      server.tags[1] = b
      server.tags[0] = "a"
      server.port = 9090
      """
    let result = try Tool.run("unflatten", input: lines)
    #expect(result.text == #"{"server":{"port":9090,"name":"my host","tags":["a","b"]}}"# + "\n")
    #expect(try Tool.run("unflatten", input: "a\n").status == 1)
    #expect(try Tool.run("unflatten", input: "a[*] = 1\n").status == 1)
    #expect(try Tool.run("unflatten", input: "[99999999] = 1\n").status == 1)
  }

  @Test func aSeriesHasIndexes() throws {
    let flat = try Tool.run("flatten", input: "{\"a\":1}\n{\"a\":2}\n")
    #expect(flat.text == "[0].a = 1\n[1].a = 2\n")
    #expect(try Tool.run("unflatten", input: flat.text).text == "[{\"a\":1},{\"a\":2}]\n")
  }

  @Test func bench() throws {
    let result = try Tool.run("bench", "--seconds", "0.01", input: "{\"a\":[1,2,3]}\n{\"a\":[]}\n")
    #expect(result.status == 0, "\(result.errors)")
    for text in ["Size", "Read, time", "Write, time", "json", "binary", "█", "/s"] {
      #expect(result.text.contains(text), "\(result.text)")
    }
  }
}
