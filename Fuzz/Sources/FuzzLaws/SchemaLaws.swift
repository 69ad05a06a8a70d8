import Ferry
import FerryCBOR
import FerrySchema

/// Laws: a schema compiles or is an error; a document is valid if and only if it has no failures,
/// in every format; each failure leads to a value; a schema inside `allOf` has the same verdict, and
/// inside `not` the opposite one.
///
/// The first byte chooses options, the first line is the schema, what is left is the document.
public func checkSchema(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let kind = choices.byte()
  let parts = choices.rest.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, let json = try? JSON.decode(AnyValue.self, from: Array(parts[0])) else {
    return
  }
  var options = SchemaOptions()
  options.draft = kind & 1 == 0 ? .draft2020_12 : .draft7
  options.assertsFormats = kind & 2 == 0
  options.failureLimit = kind & 4 == 0 ? 100 : .max
  guard let schema = compiled(json, options) else { return }
  let text = Array(parts[1])
  guard let value = try? JSON.decode(AnyValue.self, from: text) else {
    law((try? schema.isValid(JSON.document(text))) == nil, "an unreadable document has a verdict")
    return
  }
  guard let verdict = verdict(schema, JSON.document(text)) else { return }
  check(schema, JSON.document(text), value, verdict)
  check(schema, Document(value), value, verdict)
  if let bytes = try? CBOR.encode(value) { check(schema, CBOR.document(bytes), value, verdict) }

  // References would lead to other places.
  guard !parts[0].contains(UInt8(ascii: "$")) else { return }
  if let same = compiled(["allOf": [json, json]], options) {
    law(Optional(verdict) == outcome(same, value), "a schema has another verdict inside allOf")
  }
  if let opposite = compiled(["not": json], options) {
    law(Optional(!verdict) == outcome(opposite, value), "a schema has the same verdict inside not")
  }
}

private func compiled(_ json: AnyValue, _ options: SchemaOptions) -> Schema? {
  do throws(SchemaError) {
    return try Schema(json, options: options)
  } catch {
    law(!error.message.isEmpty, "the error of a schema has no message")
    return nil
  }
}

/// Returns the verdict; `nil` if the schema applies to the document without end, or for too long.
private func verdict(_ schema: Schema, _ document: Document) -> Bool? {
  do {
    return try schema.isValid(document)
  } catch {
    law(error is SchemaError, "a readable document is an error: \(error)")
    return nil
  }
}

private func outcome(_ schema: Schema, _ value: AnyValue) -> Bool? { try? schema.isValid(value) }

private func check(_ schema: Schema, _ document: Document, _ value: AnyValue, _ verdict: Bool) {
  law((try? schema.isValid(document)) == verdict, "a document has another verdict")
  guard let result = try? schema.validate(document) else {
    law(!verdict, "a valid document has an error")
    return
  }
  law(result.isValid == verdict, "the failures contradict the verdict")
  law(result.output(.flag) == ["valid": .bool(verdict)], "the output contradicts the verdict")
  for failure in result.failures {
    law(value.value(at: failure.path) != nil, "the path '\(failure.path)' leads to no value")
    law(failure.absoluteKeywordLocation.contains("#"), "a failure has no place in the schema")
  }
}
