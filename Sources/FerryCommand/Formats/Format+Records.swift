import FerryStreams

extension Format {
  /// How the documents of a series are told apart; `nil` in a format without series.
  var series: RecordFormat? {
    switch self {
    case .ndjson: return .jsonLines()
    case .seq: return .jsonSequence()
    case .json: return .jsonElements(at: .root)
    case .json5: return nil
    case .binary: return .recordFile()
    case .yaml:
      #if YAML
      return .yamlDocuments()
      #else
      return nil
      #endif
    }
  }

  /// How a single document is read.
  func document() throws(CommandError) -> RecordFormat {
    switch self {
    case .json, .ndjson, .seq: return .jsonLines()
    case .json5: return .jsonLines(.json5)
    case .binary: return .binaryDocument()
    case .yaml:
      guard let series else { throw .usage("this ferry was built without YAML") }
      return series
    }
  }
}
