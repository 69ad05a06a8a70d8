import Foundation

/// The files that the sets are read from, or stand-ins of the same shape.
struct Corpus {
  /// The environment variable that names the folder of the files.
  static let variable = "FERRY_CORPORA"

  /// The folder; nil for stand-ins.
  let folder: URL?

  /// The folder that the environment names, if it names one.
  static func fromEnvironment() -> Corpus {
    let path = ProcessInfo.processInfo.environment[variable] ?? ""
    return Corpus(folder: path.isEmpty ? nil : URL(fileURLWithPath: path, isDirectory: true))
  }

  /// The text of one file.
  func text(of file: CorpusFile) throws -> [UInt8] {
    guard let folder else { return file.standIn() }
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(file.rawValue)))
  }
}

/// A file by its place in the folder.
enum CorpusFile: String {
  case twitterJSON = "json/twitter.json"
  case citm = "json/citm_catalog.json"
  case canada = "json/canada.json"
  case records = "json/records.json"
  case kubernetes = "yaml/k8s.yaml"
  case twitterYAML = "yaml/twitter.yaml"
  case docs = "yaml/docs.yaml"

  /// Text of the same shape, the same in every run.
  func standIn() -> [UInt8] {
    switch self {
    case .twitterJSON: TwitterStandIn.archive().json(indent: 2)
    case .twitterYAML: TwitterStandIn.archive().yaml()
    case .citm: CITMStandIn.catalog().json(indent: 4)
    case .canada: CanadaStandIn.featureCollection().json()
    case .records: RecordStandIn.records().json()
    case .kubernetes: KubernetesStandIn.manifest()
    case .docs: DocsStandIn.stream()
    }
  }
}
