/// What is timed.
///
/// A further task is one file beside this one, one case, and one line in each switch.
enum BenchmarkTask: String, CaseIterable {
  case jsonDecode = "json-decode"
  case jsonEncode = "json-encode"
  case jsonStream = "json-stream"
  case jsonCores = "json-cores"
  case binaryDecode = "binary-decode"
  case binaryEncode = "binary-encode"
  case jsonDecodeDirect = "json-decode-direct"
  case jsonEncodeDirect = "json-encode-direct"
  case jsonStreamDirect = "json-stream-direct"
  case jsonCoresDirect = "json-cores-direct"
  case binaryDecodeDirect = "binary-decode-direct"
  case binaryEncodeDirect = "binary-encode-direct"
  case messageDecode = "message-decode"
  case messageEncode = "message-encode"
  case snakeCaseDecode = "snake-case-decode"
  case snakeCaseEncode = "snake-case-encode"
  case yamlDecode = "yaml-decode"
  case yamlEncode = "yaml-encode"
  case mappedDecode = "mapped-decode"
  case path
  case memory

  /// Who takes part.
  ///
  /// A switch and not a protocol's requirement: so the compiler sees each contestant with the
  /// set's own type, as in a program that names its model.
  func lineUp<Model>(on set: DataSet<Model>) -> LineUp {
    switch self {
    case .jsonDecode: set.jsonDecode
    case .jsonEncode: set.jsonEncode
    case .jsonStream: set.jsonStream
    case .jsonCores: set.jsonCores
    case .binaryDecode: set.binaryDecode
    case .binaryEncode: set.binaryEncode
    case .jsonDecodeDirect: set.jsonDecodeDirect
    case .jsonEncodeDirect: set.jsonEncodeDirect
    case .jsonStreamDirect: set.jsonStreamDirect
    case .jsonCoresDirect: set.jsonCoresDirect
    case .binaryDecodeDirect: set.binaryDecodeDirect
    case .binaryEncodeDirect: set.binaryEncodeDirect
    case .messageDecode: set.messageDecode
    case .messageEncode: set.messageEncode
    case .snakeCaseDecode: set.snakeCaseDecode
    case .snakeCaseEncode: set.snakeCaseEncode
    case .yamlDecode: set.yamlDecode
    case .yamlEncode: set.yamlEncode
    case .mappedDecode: set.mappedDecode
    case .path: set.path
    case .memory: set.nobody
    }
  }

  /// What the numbers of its rows are.
  var unit: String { self == .memory ? "MB" : "MB/s" }

  /// What its runs are timed by.
  var clock: BenchmarkClock { [.jsonCores, .jsonCoresDirect].contains(self) ? .wall : .thread }

  /// The bytes that a run counts as: of the YAML text in the YAML tasks, of the JSON text in all
  /// others, whatever the size in the task's own format.
  func byteCount<Model>(of set: DataSet<Model>) -> Int {
    switch self {
    case .yamlDecode, .yamlEncode: set.yaml.count
    default: set.json.count
    }
  }

  /// The tasks on JSON text and on the binary format.
  static let jsonAndBinary: Set<BenchmarkTask> = [
    .jsonDecode, .jsonEncode, .binaryDecode, .binaryEncode,
  ]

  /// The same, for models that are directly codable.
  static let direct = jsonAndBinary.union([
    .jsonDecodeDirect, .jsonEncodeDirect, .binaryDecodeDirect, .binaryEncodeDirect,
  ])

  /// The tasks on a list of records: those on JSON and binary, and streams.
  static let records = jsonAndBinary.union([
    .jsonStream, .jsonStreamDirect, .jsonCores, .jsonCoresDirect,
  ])

  /// The tasks on YAML text.
  static let yaml: Set<BenchmarkTask> = [.yamlDecode, .yamlEncode]

  /// Every task on a document and its model.
  static let all = jsonAndBinary.union(yaml)
}

/// The contestants of one task on one set.
struct LineUp {
  /// Foundation's JSON coder on the same model, or what else the task names: what the ratios are to.
  let baseline: Contestant

  /// All others.
  let challengers: [Contestant]
}
