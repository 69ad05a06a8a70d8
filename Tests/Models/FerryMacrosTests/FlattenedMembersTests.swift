import Ferry
import FerryMacros
import Foundation
import Testing

@DirectCodable
private struct Inner: Equatable {
  @Key("meta.a") var a: Int
}

@DirectCodable
private struct Outer: Equatable {
  @Key("meta.c") var c: Int
  @Flatten var inner: Inner
}

@DirectCodable
private struct Page: Equatable {
  @Alias("p") var page: Int
  @Flatten var size: Size?
}

@DirectCodable
private struct Size: Equatable { var size: Int }

@DirectCodable
private struct Listing: Equatable {
  var id: Int
  @Flatten var rest: [String: AnyValue]
  @Flatten var page: Page
  @Flatten var link: Link?
}

@DirectCodable
private struct Link: Equatable {
  var from: Int
  var to: Int
}

@DirectCodable
private struct Careful: Equatable {
  var id: Int
  @Flatten @Default(error: Size(size: -1)) var size: Size
  @Flatten @Default(missing: Link(from: 0, to: 0), error: Link(from: 9, to: 9)) var link: Link
}

@Suite("Flattened members")
struct FlattenedMembersTests {
  @Test("a key that two types write is an error that names it, in every format")
  func sharedKeys() throws {
    let outer = Outer(c: 3, inner: Inner(a: 1))
    #expect(try JSON.decode(Outer.self, from: #"{"meta":{"c":3,"a":1}}"#) == outer)
    let listing = Listing(
      id: 1, rest: ["id": 2], page: Page(page: 1, size: nil), link: nil)
    try expectEncodingError(outer, naming: "'meta'")
    try expectEncodingError([["x": listing]], naming: "'id'")
    // Keys of records around and beside are no matter.
    let fine = Listing(
      id: 1, rest: ["x": ["id": 1]], page: Page(page: 2, size: nil), link: nil)
    #expect(
      try JSON.string([fine, fine])
        == #"[{"id":1,"x":{"id":1},"page":2},{"id":1,"x":{"id":1},"page":2}]"#)
  }

  @Test("a flattened dictionary has the keys that no other flattened value has")
  func rest() throws {
    try expectEverywhere(
      Listing(
        id: 1, rest: ["other": true], page: Page(page: 2, size: Size(size: 3)),
        link: Link(from: 4, to: 5)),
      #"{"id":1,"p":2,"size":3,"from":4,"other":true,"to":5}"#,
      written: #"{"id":1,"other":true,"page":2,"size":3,"from":4,"to":5}"#)
    // A missing value took no keys.
    try expectEverywhere(
      Listing(id: 1, rest: ["from": 4], page: Page(page: 2, size: nil), link: nil),
      #"{"id":1,"page":2,"from":4}"#, written: #"{"id":1,"from":4,"page":2}"#)
  }

  @Test("the default for errors applies to flattened values, too")
  func defaults() throws {
    let json = #"{"size":"big","from":1,"to":[],"id":7}"#
    try expectEverywhere(
      Careful(id: 7, size: Size(size: -1), link: Link(from: 9, to: 9)), json,
      written: #"{"id":7,"size":-1,"from":9,"to":9}"#)
    try expectEverywhere(
      Careful(id: 7, size: Size(size: 2), link: Link(from: 0, to: 0)), #"{"id":7,"size":2}"#,
      written: #"{"id":7,"size":2,"from":0,"to":0}"#)
  }
}
