import Ferry
import Foundation

extension DataSet {
  /// A typed model to JSON text in memory.
  var jsonEncode: LineUp {
    LineUp(
      baseline: foundationEncode(named: "foundation"),
      challengers: [
        .encoding("ferry", self) {
          try JSON.encode($0)
        } decodedBy: {
          try JSONDecoder().decode(Model.self, from: Data($0))
        }
      ])
  }
}
