import FerryMilk

// The Person and the Car of the seed, in today's spelling.

struct Person: Equatable {
  let name: String
  let age: Int
  let height: Float
}

extension Person: Serializable {
  private init?(name: String?, age: Int?, height: Float?) {
    guard let name, let age, let height else { return nil }
    self.init(name: name, age: age, height: height)
  }

  func serialize(_ serializer: Serializer) {
    serializer["name"] <- name
    serializer["age"] <- age
    serializer["height"] <- height
  }

  static func deserialize(_ deserializer: Serializer) -> Person? {
    Person(
      name: <-deserializer["name"],
      age: <-deserializer["age"],
      height: <-deserializer["height"])
  }
}

struct Car: Equatable {
  let manufacturer: String
  let model: String
  let owner: Person
  let previousOwners: [Person]?
}

extension Car: Serializable {
  private init?(manufacturer: String?, model: String?, owner: Person?, previousOwners: [Person]?) {
    guard let manufacturer, let model, let owner else { return nil }
    self.init(
      manufacturer: manufacturer, model: model, owner: owner, previousOwners: previousOwners)
  }

  func serialize(_ serializer: Serializer) {
    serializer["manufacturer"] <- manufacturer
    serializer["model"] <- model
    serializer["owner"] <- owner
    serializer["previousOwners"] <- previousOwners
  }

  static func deserialize(_ deserializer: Serializer) -> Car? {
    Car(
      manufacturer: <-deserializer["manufacturer"],
      model: <-deserializer["model"],
      owner: <-deserializer["owner"],
      previousOwners: <-deserializer["previousOwners"])
  }
}

enum Fuel: String, Serializable {
  case petrol, electricity
}

final class Garage: Serializable {
  let cars: [Car]
  let fuels: [String: Fuel]

  init(cars: [Car], fuels: [String: Fuel]) {
    self.cars = cars
    self.fuels = fuels
  }

  func serialize(_ serializer: Serializer) {
    serializer["content.cars"] <- cars
    serializer["content.fuels"] <- fuels
  }

  static func deserialize(_ deserializer: Serializer) -> Garage? {
    guard let cars: [Car] = <-deserializer["content.cars"],
      let fuels: [String: Fuel] = <-deserializer["content.fuels"]
    else { return nil }
    return Garage(cars: cars, fuels: fuels)
  }
}
