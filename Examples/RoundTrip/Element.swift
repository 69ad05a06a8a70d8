/// The model that `elements.json` is decoded into: plain `Codable`, nothing of Ferry's in it.
struct PeriodicTable: Codable, Equatable {
  struct Element: Codable, Equatable {
    enum Phase: String, Codable {
      case solid, liquid, gas
    }

    var number: Int
    var symbol: String
    var name: String
    var category: String
    var period: Int
    /// In unified atomic mass units; unknown where no isotope is stable.
    var weight: Double?
    var radioactive: Bool
    var phase: Phase?
    /// Electrons in each shell.
    var aufbauShells: [Int]
  }

  var title: String
  var note: String
  var elements: [Element]
}
