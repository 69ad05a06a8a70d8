import Ferry
import FerryMacros
import Testing

// The code of the page about absent members and null. SnippetsTests compares it with the page.

private enum Page {
  @DirectCodable
  struct UserPatch: Equatable {
    var name: String??
    var age: Int??
  }

  struct PlainPatch: Codable {
    @NullableValue var name: String??
  }

  @DirectCodable
  struct Profile {
    var name: String?
    @Nil(.null) var deletedAt: String?
    @Nil(.omit) var note: String?
  }

  @DirectCodable
  struct Options {
    var retries = 3
    var host = "localhost"
  }
}

@Suite("Absent and null")
struct NilSnippets {
  @Test("a patch has three states")
  func patch() throws {
    typealias UserPatch = Page.UserPatch
    let patch = try JSON.decode(UserPatch.self, from: #"{"name": null}"#)
    if let name = patch.name { print(name.map { "rename to \($0)" } ?? "remove the name") }

    #expect(patch == UserPatch(name: .some(nil)))
    #expect(try JSON.string(Page.PlainPatch(name: .some(nil))) == #"{"name":null}"#)
    #expect(try JSON.string(Page.PlainPatch(name: nil)) == "{}")
  }

  @DirectCodable
  struct Nulls: Equatable {
    var a: Int?
    var b = 3
    var c: Int? = 3
  }

  struct PlainNulls: Codable { var b = 3 }

  @DirectCodable
  struct Needed { var a: Int }

  @Test("the table of null and defaults shows what is read")
  func nulls() throws {
    #expect(try JSON.decode(Nulls.self, from: "{}") == Nulls(a: nil, b: 3, c: 3))
    let nulls = #"{"a":null,"b":null,"c":null}"#
    #expect(try JSON.decode(Nulls.self, from: nulls) == Nulls(a: nil, b: 3, c: nil))
    for text in ["{}", #"{"a":null}"#] {
      #expect(throws: DecodingError.self) { try JSON.decode(Needed.self, from: text) }
    }
    // The compiler's code for `Codable` knows no defaults.
    for text in ["{}", #"{"b":null}"#] {
      #expect(throws: DecodingError.self) { try JSON.decode(PlainNulls.self, from: text) }
    }
  }

  @Test("encoders write or leave out nil and defaults")
  func encoders() throws {
    typealias Profile = Page.Profile
    typealias Options = Page.Options
    let encoder = JSON.Encoder { $0.nilEncodingStrategy = .null }
    print(try encoder.string(Profile()))  // {"name":null,"deletedAt":null}

    let short = JSON.Encoder { $0.omitsDefaults = true }
    print(try short.string(Options(host: "example.org")))  // {"host":"example.org"}

    #expect(try encoder.string(Profile()) == #"{"name":null,"deletedAt":null}"#)
    #expect(try short.string(Options(host: "example.org")) == #"{"host":"example.org"}"#)
  }
}
