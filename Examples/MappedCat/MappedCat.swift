import FerryMLObject
import Foundation

/// The code of MLObject's description, block by block, from Objective-C to Swift.
///
/// Left out: the line of a `Podfile`, which installs it. Realm is any `RecordStore`, here one in
/// memory.
@main
enum MappedCat {
  static func main() throws {
    // A basic example: both spellings of the keys are read.
    for json in [
      #"{"cat_id": "19378372", "preferred_name": "Jellybean"}"#,
      #"{"catID": "19378372", "preferredName": "Jellybean"}"#,
    ] {
      let cat = try BasicExample.Cat.converted(from: json)
      print(cat.catID, cat.preferredName)
    }
    var store = MemoryStore()
    let imported = try BasicExample.Cat.imported(
      from: ["cat_id": "1", "preferred_name": "Tom"], into: &store)
    print("stored:", imported.preferredName, store.records.count)

    // Many objects, in one transaction.
    let array = #"""
      [{"cat_id": "2", "preferred_name": "Garfield"},
       {"cat_id": 3, "preferred_name": "Felix"},
       {"cat_id": "4", "preferred_name": "Salem"}]
      """#
    let result = try BasicExample.Cat.importArray(from: Data(array.utf8), into: &store)
    print("stored:", result.records.map(\.preferredName), store.records.count)
    for warning in result.warnings { print("warning:", warning) }

    // A structure that is not the model's.
    let cat = try OtherStructure.Cat.converted(
      from: #"""
        {
          "cat_id": "19378372",
          "name": "Jellybean",
          "meta": {
            "coordinates": {
              "lon": 4.886
            }
          },
          "last_known_latitude": 52.374
        }
        """#)
    print(cat.name, cat.location?.latitude ?? 0, cat.location?.longitude ?? 0)

    // To JSON
    let jellybean = OtherKeys.Cat(catID: "19378372", preferredName: "Jellybean")
    print(try JSON.string(jellybean))
    let dictionary = try BasicExample.Cat(catID: "1", preferredName: "Tom").toJSON()
    print(dictionary.keys.sorted(), dictionary["preferred_name"]?.string ?? "-")
  }
}
