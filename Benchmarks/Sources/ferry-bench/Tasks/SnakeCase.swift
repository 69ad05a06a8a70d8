import Ferry
import Foundation

// One record a call whose keys are in snake case: what a strategy costs beside its few bytes.

extension DataSet {
  /// Records from a document each, in snake case.
  var snakeCaseDecode: LineUp {
    guard let set = self as? DataSet<[Record]> else { return nobody }
    return set.decodeSnakeCase
  }

  /// Records to a document each, in snake case.
  var snakeCaseEncode: LineUp {
    guard let set = self as? DataSet<[Record]> else { return nobody }
    return set.encodeSnakeCase
  }
}

extension DataSet where Model: RangeReplaceableCollection, Model.Element: BenchmarkModel {
  fileprivate var decodeSnakeCase: LineUp {
    let theirs = JSONDecoder()
    theirs.keyDecodingStrategy = .convertFromSnakeCase
    let ours = JSON.Decoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return LineUp(
      baseline: .decoding(
        "foundation", self, from: try model.map { Data(try encoder.encode($0)) }
      ) {
        Model(try $0.map { try theirs.decode(Model.Element.self, from: $0) })
      },
      challengers: [
        .decoding("ferry", self, from: try model.map { try encoder.encode($0) }) {
          Model(try $0.map { try ours.decode(Model.Element.self, from: $0) })
        }
      ])
  }

  fileprivate var encodeSnakeCase: LineUp {
    let theirs = JSONEncoder()
    theirs.keyEncodingStrategy = .convertToSnakeCase
    let ours = JSON.Encoder { $0.keyEncodingStrategy = .convertToSnakeCase }
    let decoder = JSON.Decoder { $0.keyDecodingStrategy = .convertFromSnakeCase }
    return LineUp(
      baseline: .encoding("foundation", self) {
        try $0.map { try theirs.encode($0) }
      } decodedBy: {
        Model(try $0.map { try decoder.decode(Model.Element.self, from: $0) })
      },
      challengers: [
        .encoding("ferry", self) {
          try $0.map { try ours.encode($0) }
        } decodedBy: {
          Model(try $0.map { try decoder.decode(Model.Element.self, from: $0) })
        }
      ])
  }
}
