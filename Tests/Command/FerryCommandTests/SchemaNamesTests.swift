import Testing

extension SchemaTests {
  @Test("an empty fragment of a name means the whole schema, and others are errors")
  func fragments() throws {
    let result = try run("validate", "--named-schema", "@whole.json", "@part.json")
    #expect(result.text.hasPrefix("whole.json: valid by server.schema.json\n"))
    #expect(
      result.errors.hasPrefix(
        "ferry: part.json: the schema 'server.schema.json#/properties' is a part of another schema"
      ), "\(result.errors)")
  }

  @Test("a file with several schemas is an error", .enabled(if: Tool.hasYAML))
  func severalSchemas() throws {
    let result = try run("validate", "--schema", "@several.yaml", "@good.yaml")
    #expect(result.status == 1)
    #expect(
      result.errors == "ferry: several.yaml: expected one schema, found several documents\n",
      "\(result.errors)")
  }
}
