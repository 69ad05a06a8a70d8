/// Words for the generated sets.
enum Words {
  static let greek = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi",
    "psi", "omega",
  ]

  static let japanese = [
    "今日は", "とても", "静かな", "朝です", "コーヒー", "を飲んで", "本を読む", "東京", "駅前で",
    "友達と", "会いました", "ありがとう", "楽しかった", "明日も", "晴れる", "といいな", "✨", "😊",
  ]

  static let french = ["Orchestre", "Balcon", "Arrière-scène", "Bergerie", "Catégorie", "Salle"]

  static let givenNames = ["Ada", "Alan", "Barbara", "Edsger", "Grace", "Ken", "Linus", "Niklaus"]

  static let familyNames = ["Hamilton", "Hoare", "Hopper", "Liskov", "Lovelace", "Turing", "Wirth"]
}

extension SeededGenerator {
  /// Greek words joined by `separator`.
  mutating func greek(_ count: Int, joinedBy separator: String = "-") -> String {
    (0..<count).map { _ in pick(Words.greek) }.joined(separator: separator)
  }

  /// Japanese words without spaces, now and then a new line.
  mutating func japanese(_ count: Int) -> String {
    (0..<count).map { _ in pick(Words.japanese) + (chance(6) ? "\n" : "") }.joined()
  }
}
