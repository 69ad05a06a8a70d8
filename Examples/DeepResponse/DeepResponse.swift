import FerryDeepCodable
import Foundation

/// The code of DeepCodable's description, block by block.
///
/// Left out: the two excerpts of a `Package.swift`, which add the original package as a dependency.
@main
enum DeepResponse {
  static func main() throws {
    let jsonData = Data(GithubGraphqlResponse.json.utf8)
    // A dump has the types of the library in it, so not all of it is printed here.
    var text = ""
    dump(try JSONDecoder().decode(GithubGraphqlResponse.self, from: jsonData), to: &text)
    print("dumped:", text.contains("Example title"), text.contains("Example field name"))

    // That was Foundation's decoder: coding trees are plain Codable. Ferry's formats read the same.
    let tree = try JSON.decode(AnyValue.self, from: jsonData)
    for (format, response) in [
      ("JSON", try JSON.decode(GithubGraphqlResponse.self, from: jsonData)),
      ("binary", try Binary.decode(GithubGraphqlResponse.self, from: Binary.encode(tree))),
      ("YAML", try YAML.decode(GithubGraphqlResponse.self, from: YAML.encode(tree))),
    ] {
      print("\(format):", response.title, response.nodes.map { $0.fieldName ?? "nil" })
    }

    let nested = #"{"topLevel": {"secondLevel": {"thirdLevel": "some value"}}}"#
    print(try JSON.decode(DeeplyNestedResponse.self, from: nested).property)
    print(try JSON.decode(Flattened.DeeplyNestedResponse.self, from: nested).property)

    var instance = DeeplyNestedRequest(bareProperty: "bare")
    instance.wrappedProperty = "wrapped"
    print(try JSON.string(instance))
    var flattened = Flattened.DeeplyNestedRequest(bareProperty: "b")
    flattened.wrappedProperty = "w"
    print(try JSON.string(flattened))

    let response = try JSON.decode(
      Response.self, from: #"{"topLevel": {"secondLevel": "flat"}}"#)
    print(try JSON.string(response))

    let cat = Cat(id: "19378372", latitude: 52.374, longitude: nil)
    print(try JSON.string(cat))

    do {
      _ = try JSON.decode(DeeplyNestedResponse.self, from: #"{"topLevel": {"secondLevel": 7}}"#)
    } catch DecodingError.typeMismatch(_, let context) {
      print("no branch:", context.codingPath.map(\.stringValue).joined(separator: "."))
    }
  }
}
