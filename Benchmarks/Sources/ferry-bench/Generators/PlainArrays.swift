/// The sets that are one list of numbers or strings, the same in every run.
enum PlainArrays {
  /// How many elements a list has.
  static let count = 100_000

  /// Integers of 1 to 18 digits, most of them of 5 to 9, one in sixteen negative.
  static func ints() -> Sketch {
    var random = SeededGenerator(seed: 1)
    return list {
      let length = random.chance(80) ? random.int(in: 5...9) : random.int(in: 1...18)
      let smallest = length == 1 ? 0 : power(of: length - 1)
      let value = random.int(in: smallest...power(of: length) - 1)
      return .int(random.int(in: 1...16) == 1 ? -value : value)
    }
  }

  /// Numbers with all their digits: half of them below 1, the others of sizes up to a million
  /// million, of either sign.
  static func doubles() -> Sketch {
    var random = SeededGenerator(seed: 2)
    return list {
      let fraction = random.fraction()
      if random.chance(50) { return .double(fraction) }
      let size = Double(power(of: random.int(in: 0...12)))
      return .double((random.chance(50) ? -fraction : fraction) * size)
    }
  }

  /// Numbers below 1 with eight decimals.
  static func decimals() -> Sketch {
    var random = SeededGenerator(seed: 23)
    return list { .double(Double(random.int(in: 10_000_000...99_999_999)) / 1e8) }
  }

  /// Strings of 5 to 60 bytes: one in eight with something to escape, one in eight not ASCII.
  static func strings() -> Sketch {
    var random = SeededGenerator(seed: 3)
    let escaped = ["\"", "\\", "\n", "\t", "\u{1}"]
    let accented = ["é", "ß", "ø", "京", "語", "€", "😊"]
    return list {
      let length = random.int(in: 5...60)
      let kind = random.int(in: 1...8)
      var text = ""
      while text.utf8.count < length {
        var piece = random.pick(Words.greek) + " "
        if kind == 1 && random.chance(30) { piece = random.pick(escaped) }
        if kind == 2 && random.chance(50) { piece = random.pick(accented) }
        // What does not fit any more is filled up letter by letter.
        text += text.utf8.count + piece.utf8.count <= length ? piece : "x"
      }
      return .text(text)
    }
  }

  private static func list(of element: () -> Sketch) -> Sketch {
    .list((0..<count).map { _ in element() })
  }

  private static func power(of exponent: Int) -> Int {
    (0..<exponent).reduce(1) { product, _ in product * 10 }
  }
}
