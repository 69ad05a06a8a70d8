import FerryMilk

// The models of Milk's description, in today's spelling.

struct Person {
  let name: String
  let age: Int
  let height: Float

  init(age: Int, name: String, height: Float) {
    self.name = name
    self.age = age
    self.height = height
  }
}

extension Person: Serializable {
  private init?(name: String?, age: Int?, height: Float?) {
    guard let name, let age, let height else { return nil }
    self.init(age: age, name: name, height: height)
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

struct Car {
  let manufacturer: String
  let model: String
  let owner: Person
  let previousOwners: [Person]?
}

extension Car: Serializable {
  // The description has `model: Int?` here, for a property that is a String.
  private init?(
    manufacturer: String?, model: String?, owner: Person?, previousOwners: [Person]?
  ) {
    guard let manufacturer, let model, let owner else { return nil }
    self.manufacturer = manufacturer
    self.model = model
    self.owner = owner
    self.previousOwners = previousOwners
  }

  // The description leaves this half out.
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
