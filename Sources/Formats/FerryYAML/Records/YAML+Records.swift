package import FerryCoders

extension YAML.Decoder.Settings {
  @usableFromInline
  package func recordFormat(_ records: ConsecutiveRecords) -> RecordFormat {
    .yamlDocuments(limits, rules)
  }
}

extension YAMLWriting {
  func recordWriting(_ layout: ConsecutiveRecords) -> any RecordWriting {
    var options = options
    options.explicitDocumentStart = true
    return YAMLRecordWriting(options)
  }
}
