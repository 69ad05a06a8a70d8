internal import FerryBase

/// The version of JSON Schema that a schema is written in.
public enum SchemaDraft: Sendable, Hashable {
  /// Draft 2020-12.
  case draft2020_12
  /// Draft 7.
  case draft7

  /// The URI of the meta-schema, without an empty fragment.
  package var metaSchema: String {
    switch self {
    case .draft2020_12: "https://json-schema.org/draft/2020-12/schema"
    case .draft7: "http://json-schema.org/draft-07/schema"
    }
  }
}

/// The keywords that a schema may use, and their meaning.
struct Dialect: Equatable {
  let draft: SchemaDraft
  /// The vocabularies in use, by the last part of their URI.
  var vocabularies: Set<String>
  /// Whether the meta-schema requires that formats are asserted.
  var assertsFormats = false

  private static let vocabularyBase = "https://json-schema.org/draft/2020-12/vocab/"
  private static let known: Set<String> = [
    "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation",
    "format-assertion", "content",
  ]

  init(_ draft: SchemaDraft) {
    self.draft = draft
    vocabularies = Self.known.subtracting(["format-assertion"])
  }

  /// Creates the dialect that a meta-schema defines by its keyword `$vocabulary`.
  init(vocabulary: AnyValue.Object, in location: SchemaLocation) throws(SchemaError) {
    self.init(.draft2020_12)
    vocabularies = ["core"]
    for (uri, isRequired) in vocabulary {
      let name =
        uri.hasPrefix(Self.vocabularyBase) ? String(uri.dropFirst(Self.vocabularyBase.count)) : ""
      if Self.known.contains(name) {
        vocabularies.insert(name)
      } else if isRequired.bool == true {
        throw SchemaError(location.child("$vocabulary"), "the vocabulary '\(uri)' is not supported")
      }
    }
    assertsFormats = vocabularies.contains("format-assertion")
  }

  var isDraft7: Bool { draft == .draft7 }

  func has(_ vocabulary: String) -> Bool { vocabularies.contains(vocabulary) }

  /// The keywords whose value is a schema.
  var schemaKeywords: [String] {
    isDraft7
      ? [
        "additionalItems", "additionalProperties", "contains", "else", "if", "items", "not",
        "propertyNames", "then",
      ]
      : [
        "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
        "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
      ]
  }

  /// The keywords whose value is an array of schemas.
  var listKeywords: [String] {
    ["allOf", "anyOf", "oneOf"] + (isDraft7 ? ["items"] : ["prefixItems"])
  }

  /// The keywords whose value is an object of schemas.
  var tableKeywords: [String] {
    ["definitions", "dependencies", "patternProperties", "properties"]
      + (isDraft7 ? [] : ["$defs", "dependentSchemas"])
  }
}
