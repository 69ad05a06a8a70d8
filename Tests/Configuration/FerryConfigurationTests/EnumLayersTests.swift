#if FERRY_YAML
import FerryConfiguration
import FerryMacros
import Testing

@DirectCodable @Tagged(.external)
private enum External: Equatable {
  case disk(path: String, size: Int?)
  case s3(bucket: String)
  case none
}

@DirectCodable @Tagged(.internal("type"))
private enum Internal: Equatable {
  case disk(path: String, size: Int?)
  case s3(bucket: String, size: Int?)
}

@DirectCodable @Tagged(.adjacent(tag: "t", content: "c"))
private enum Adjacent: Equatable {
  case disk(path: String?, size: Int?)
  case s3(path: String?, size: Int?)
}

/// An enum whose coding the compiler writes.
private enum Plain: Codable, Equatable {
  case disk(path: String, size: Int?)
  case s3(bucket: String)
  case none
}

private struct Model<Storage: Codable>: Codable { var storage: Storage }

@Suite("Enums in layers")
struct EnumLayersTests {
  private func storage<T: Codable>(_ type: T.Type, _ layers: String...) throws -> T {
    var configuration = LayeredConfiguration()
    for (index, layer) in layers.enumerated() {
      try configuration.add("storage: " + layer, name: "\(index).yaml")
    }
    return try configuration.decode(Model<T>.self).storage
  }

  @Test("another case replaces the payload of the earlier one")
  func external() throws {
    let value = try storage(External.self, "{disk: {path: /a, size: 1}}", "{s3: {bucket: b}}")
    #expect(value == .s3(bucket: "b"))
    let back = try storage(
      External.self, "{disk: {path: /a, size: 1}}", "{s3: {bucket: b}}", "{disk: {path: /c}}")
    #expect(back == .disk(path: "/c", size: nil))
    #expect(try storage(External.self, "{disk: {path: /a}}", "none") == External.none)
  }

  @Test("another case of an enum of the compiler replaces the payload of the earlier one")
  func plain() throws {
    let value = try storage(Plain.self, "{disk: {path: /a, size: 1}}", "{s3: {bucket: b}}")
    #expect(value == .s3(bucket: "b"))
    let back = try storage(
      Plain.self, "{disk: {path: /a, size: 1}}", "{s3: {bucket: b}}", "{disk: {path: /c}}")
    #expect(back == .disk(path: "/c", size: nil))
    let same = try storage(Plain.self, "{disk: {path: /a, size: 1}}", "{disk: {size: 2}}")
    #expect(same == .disk(path: "/a", size: 2))
    #expect(try storage(Plain.self, "{disk: {path: /a}}", "{none: {}}") == Plain.none)
    let several = try storage(
      [Plain].self, "[{disk: {path: /a}, s3: {bucket: b}}]", "[{s3: {bucket: c}}]")
    #expect(several == [.s3(bucket: "c")])
    #expect(throws: DecodingError.self) {
      try storage(Plain.self, "{disk: {path: /a}, s3: {bucket: b}}")
    }
  }

  @Test("the same case keeps its payload")
  func sameCase() throws {
    let value = try storage(External.self, "{disk: {path: /a, size: 1}}", "{disk: {size: 2}}")
    #expect(value == .disk(path: "/a", size: 2))
    let tagged = try storage(
      Internal.self, "{type: disk, path: /a, size: 1}", "{type: \"disk\", size: 2}")
    #expect(tagged == .disk(path: "/a", size: 2))
  }

  @Test("another tag replaces the members beside it")
  func tagged() throws {
    let value = try storage(
      Internal.self, "{type: disk, path: /a, size: 1}", "{type: s3, bucket: b}")
    #expect(value == .s3(bucket: "b", size: nil))
    let adjacent = try storage(
      Adjacent.self, "{t: disk, c: {path: /a, size: 1}}", "{t: s3, c: {size: 2}}")
    #expect(adjacent == .s3(path: nil, size: 2))
  }

  @Test("enums inside the payload of enums are replaced as well")
  func nested() throws {
    let value = try storage(
      [String: [Internal]].self, "{a: [{type: disk, path: /a}]}", "{a: [{type: s3, bucket: b}]}")
    #expect(value == ["a": [.s3(bucket: "b", size: nil)]])
    let deep = try storage(
      Model<External>.self, "{storage: {disk: {path: /a}}}", "{storage: {s3: {bucket: b}}}")
    #expect(deep.storage == .s3(bucket: "b"))
  }

  @Test("a variable replaces the case of a document")
  func variables() throws {
    var configuration = LayeredConfiguration()
    try configuration.add("storage: {type: disk, path: /a, size: 1}", name: "a.yaml")
    try configuration.addEnvironment(
      ["APP_STORAGE__TYPE": "s3", "APP_STORAGE__BUCKET": "b"], prefix: "APP_")
    #expect(
      try configuration.decode(Model<Internal>.self).storage == .s3(bucket: "b", size: nil))
  }

  @Test("two cases in one layer are an error")
  func twoCases() {
    #expect(throws: DecodingError.self) {
      try storage(External.self, "{disk: {path: /a}, s3: {bucket: b}}")
    }
  }
}
#endif
