import Ferry
import FerryMacros
import Foundation

/// Takes one model, unchanged, through JSON, binary, YAML and Foundation's coders.
@main
enum OneModel {
  static let document = """
    {
      "cat_id": "19378372",
      "preferred_name": "Jellybean",
      "born": "2016-04-24T14:42:42Z",
      "meta": { "coordinates": { "lon": 4.886, "lat": 52.374 } },
      "toys": [ { "colour": "red", "kind": "ball" }, { "kind": "spaceship" } ],
      "temper": "zoomy"
    }
    """

  static func main() throws {
    let cat = try JSON.decode(Cat.self, from: document)

    let json = try JSON.encode(cat)
    let binary = try Binary.encode(cat)
    let yaml = try YAML.string(cat)
    let foundation = try JSONEncoder().encode(cat)
    for (coder, copy) in [
      ("JSON", try JSON.decode(Cat.self, from: json)),
      ("binary", try Binary.decode(Cat.self, from: binary)),
      ("YAML", try YAML.decode(Cat.self, from: yaml)),
      ("Foundation", try JSONDecoder().decode(Cat.self, from: foundation)),
      ("JSON to Foundation", try JSONDecoder().decode(Cat.self, from: Data(json))),
      ("Foundation to JSON", try JSON.decode(Cat.self, from: foundation)),
    ] where copy != cat {
      throw Difference(coder: coder)
    }
    print("One model through JSON, binary, YAML and Foundation: all equal.\n")
    print("JSON, \(json.count) bytes; binary, \(binary.count) bytes; YAML:\n")
    print(yaml)
    do {
      _ = try JSON.decode(Cat.self, from: #"{"meta": {}}"#)
    } catch {
      print("What is missing: \(error)")
    }
  }
}

/// A value that came back from a coder as another one.
struct Difference: Error {
  var coder: String
}
