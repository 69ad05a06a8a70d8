import FerryLazyObject
import Foundation

/// The code of LazyObject's description, block by block.
///
/// Left out: the line `pod 'LazyObject'`, which installs it with CocoaPods.
@main
enum LazyBank {
  static func main() throws {
    // The dictionary passed here is the JSON response.
    let bank = Bank(dictionary: ["money": 9999, "get_paid": true])
    print("money:", try bank.money)
    print("get_paid:", bank.getPaid.map(String.init) ?? "nil")
    print("security:", bank.security?.count ?? 0)

    let jsonArrayOfDictionaries: [[String: Any]] = [["money": 1], ["money": 2.5]]
    let banks = Bank.fromArray(jsonArrayOfDictionaries)
    print("banks:", try banks.map { try $0.money })

    // The same from bytes of any format; nothing is decoded before it is asked for.
    let json = #"""
      {"money": 17, "security": [{"name": "Bob"}], "accounting": {"books": {"cooked": 12.5}}}
      """#
    let value = try JSON.decode(AnyValue.self, from: json)
    let documents = [
      ("JSON", JSON.document(json)),
      ("binary", Binary.document(try Binary.encode(value))),
      ("YAML", YAML.document(try YAML.encode(value))),
    ]
    for (format, document) in documents {
      let bank = Bank(document)
      print("\(format):", try bank.debt, try bank.security?.map { try $0.name } ?? [])
    }

    let retirement = Retirement(dictionary: ["date": "2016-04-24T14:42:42.424Z"])
    print("date:", retirement.date?.timeIntervalSince1970.rounded() ?? 0)

    let object = Object(dictionary: ["id": "42"])
    print("id:", object.id ?? 0)
    object.id = 43
    print("id:", object.id ?? 0, "as JSON:", try JSON.string(object))

    let grouped: Grouped = try LazyObject(dictionary: ["n": "1,234"]).objectFor("n")
    print("grouped:", grouped.number)
    do {
      let missing: Int = try bank.objectFor("accounting.books.cooked")
      print(missing)
    } catch {
      print("error:", error)
    }
  }
}
