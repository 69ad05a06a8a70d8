import Foundation

extension DataSet {
  /// JSON text to the model through a `JSONDecoder` that is made once.
  func foundationDecode(named name: String) -> Contestant {
    let decoder = JSONDecoder()
    return .decoding(name, self, from: Data(json)) { try decoder.decode(Model.self, from: $0) }
  }

  /// The model to JSON text through a `JSONEncoder` that is made once.
  func foundationEncode(named name: String) -> Contestant {
    let encoder = JSONEncoder()
    return .encoding(name, self) {
      try encoder.encode($0)
    } decodedBy: {
      try JSONDecoder().decode(Model.self, from: $0)
    }
  }

  /// No contestants: the task is not for this set.
  var nobody: LineUp {
    LineUp(baseline: foundationDecode(named: "foundation"), challengers: [])
  }
}
