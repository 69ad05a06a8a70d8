import Ferry

/// A JSON text as a document of each format.
package enum Formats {
  package static func documents(
    _ json: String, hasEqualKeys: Bool = false
  ) throws -> [(name: String, document: Document)] {
    var decoder = JSON.Decoder()
    decoder.allowsJSON5 = true
    var documents = [
      (name: "JSON", document: JSON.document(json)),
      (name: "JSON5", document: JSON.document(json, decoder: decoder)),
    ]
    // Only JSON keeps equal keys apart.
    if hasEqualKeys { return documents }
    let value = try JSON.decode(AnyValue.self, from: json)
    documents.append(("binary", Binary.document(try Binary.encode(value))))
    documents.append(("value", Document(value)))
    #if FERRY_YAML
    documents.append(("YAML", YAML.document(try YAML.encode(value))))
    #endif
    return documents
  }

  /// The document in each format.
  package static func all(_ json: String) throws -> [Document] {
    try documents(json).map(\.document)
  }
}
