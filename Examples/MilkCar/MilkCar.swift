import FerryMilk
import Foundation

/// The code of Milk's description, block by block.
///
/// Left out: the lists of a hundred requirements of `Serializer`, one for each type. Here it has
/// three, and one generic function does for all types; `KeyValueSerializer` below is a serializer
/// of somebody else's.
@main
enum MilkCar {
  static func main() throws {
    let jsonSerializer: Serializer = JSONSerializer()
    let person = Person(age: 12, name: "Matt", height: 71.2)
    person.serialize(jsonSerializer)
    if let data = try jsonSerializer.toData() {
      print(String(decoding: data, as: UTF8.self))
    }

    // In words, and shorter with operators.
    let serializer: Serializer = JSONSerializer()
    let age: Int? = 12
    serializer.serializeOptional(age, forKeyPath: "age")
    serializer["age"] <- age
    let read: Int? = serializer.deserializeValue(forKeyPath: "age")
    let again: Int? = <-serializer["age"]
    print("age:", read ?? 0, again ?? 0)

    // An array as the root, in each format.
    let friends = [person, Person(age: 36, name: "Ada", height: 1.65)]
    for (format, serializer) in [
      ("JSON", JSONSerializer() as Serializer), ("binary", BinarySerializer()),
      ("YAML", YAMLSerializer()), ("lines", KeyValueSerializer()),
    ] {
      serializer <- friends
      var back: [Person]?
      back <- serializer
      print("\(format):", back?.map(\.name) ?? [])
      if format == "lines", let data = try serializer.toData() {
        print(String(decoding: data, as: UTF8.self))
      }
    }

    // A dictionary as the root, and objects inside of others.
    let car = Car(manufacturer: "Lotus", model: "Elan", owner: person, previousOwners: friends)
    let deserializer: Serializer = JSONSerializer()
    deserializer <- car
    var found: Car?
    found <- deserializer
    print(found?.manufacturer ?? "-", found?.owner.name ?? "-", found?.previousOwners?.count ?? 0)
  }
}
