import FerryConvertible
import Foundation

/// The code of Convertible's description, block by block.
///
/// Left out: the lines of a `Podfile` and the import of the module, which install it; and the
/// declarations of `DataConvertible`, `JsonConvertible` and `JsonValue`, which are Ferry's own.
/// `NSImage` and `UIImage` are there where the platform has them.
@main
enum ConvertibleUser {
  static func main() throws {
    // Data
    let data = Data("Some arbitrary text".utf8)
    let string = try String.initializeWithData(data, options: [])
    let newData = try string.serializeToDataWithOptions([])
    print(string, newData == data)

    // A JSON value
    for text in [#""a text""#, "42e-002", "[1, 2]", #"{"id": 1}"#, "true", "null"] {
      try show(Data(text.utf8))
    }

    // Models
    let user = try Models.User.initializeWithData(
      Data(
        #"""
        {"id": 1, "name": "Brad", "friend": {"id": 2, "name": "Matt"},
         "created": "2016-04-24T14:42:42Z"}
        """#.utf8))
    print(user.id, user.name, user.friend?.name ?? "-", user.created?.timeIntervalSince1970 ?? 0)

    // Key mapping
    let mapped = try KeyMapping.User.initializeWithData(
      Data(#"{"first_name": "Brad", "last_name": "Hilton", "best_friend": null}"#.utf8))
    print(mapped.firstName, mapped.lastName)
    let custom = try CustomKeyMapping.User.initializeWithJson(
      ["first_name": "Brad", "last_name": "Hilton", "public": true])
    print(try String.initializeWithData(custom.serializeToData()))
    do {
      _ = try CustomKeyMapping.User.initializeWithJson(["public": true])
    } catch DecodingError.keyNotFound(_, let context) {
      print(context.debugDescription)
    }
  }

  static func show(_ data: Data) throws {
    let json = try JsonValue.initializeWithData(data)
    switch json {
    case .string(let string): print("string:", string)
    case .number(let number): print("number:", number)
    case .bool(let bool): print("bool:", bool)  // a number in the description
    case .array(let array): print("array:", array.count)
    case .object(let dictionary): print("dictionary:", dictionary.count)
    case .bytes(let bytes): print("bytes:", bytes.count)  // in binary documents only
    case .tagged(let tag, _): print("tag:", tag)  // in YAML documents only
    case .null: print("null")
    }
  }
}
