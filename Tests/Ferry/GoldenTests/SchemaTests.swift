import FerryMacros
import FerrySchema
import FerryTestSupport
import Foundation
import Testing

@Suite("Schemas of golden models")
struct SchemaTests {
  @Test("a model writes documents that are valid by its schema", .enabled(if: !isPortableBuild))
  func writtenDocuments() throws {
    try check(DirectNumbers())
    try check(Moments())
    try check(Attributed())
    try check(Defaulted())
    try check(Defaulted(a: nil))
    try check(Cases())
    try check(Nothings())
    try check(Mapping(), allowingUnknown: true)
    try check(Shape())
    try check(Reading.many)
  }

  private func check<T: Codable>(_ value: T, allowingUnknown: Bool = false) throws {
    let json = try JSON.schema(for: T.self, allowingUnknown: allowingUnknown)
    try check(JSON.document(JSON.encode(value)), T.self, json)
    let yaml = try JSON.schema(
      for: T.self, dates: .yamlTimestamp, allowingUnknown: allowingUnknown)
    try check(YAML.document(YAML.encode(value)), T.self, yaml)
  }

  private func check<T: DirectCodable & Codable>(_ value: T) throws {
    let json = try JSON.schema(for: T.self)
    try check(JSON.document(JSON.encode(value)), T.self, json)
    let yaml = try JSON.schema(for: T.self, dates: .yamlTimestamp)
    try check(YAML.document(YAML.encode(value)), T.self, yaml)
  }

  private func check<T>(_ document: Document, _ type: T.Type, _ schema: AnyValue) throws {
    let failures = try Schema(schema).validate(document).failures
    #expect(failures.map(\.description) == [], "\(type)")
    let meta = try Schema(["$ref": "https://json-schema.org/draft/2020-12/schema"])
    #expect(try meta.isValid(schema), "\(type)")
    // A schema that allows everything would keep the law as well.
    #expect(try !Schema(schema).isValid("no object"), "\(type)")
  }
}
