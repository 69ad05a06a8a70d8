/// A generated score of made-up instruments.
enum ScoreGenerator {
  /// 20 tracks of 1,000 notes.
  static func score() -> Sketch {
    var random = SeededGenerator(seed: 21)
    let tracks = (1...20).map { id -> Sketch in
      var tick = 0
      let notes = (0..<1000).map { _ -> Sketch in
        tick += random.int(in: 0...96)
        var note: [(key: String, value: Sketch)] = [
          ("t", .int(tick)), ("len", .int(random.int(in: 6...192))),
          ("key", .int(random.int(in: 21...108))), ("vel", .int(random.int(in: 1...127))),
        ]
        if random.chance(20) {
          note.append(
            ("bend", ["x": .int(random.int(in: 0...64)), "y": .int(random.int(in: -99...99))]))
        }
        return .object(note)
      }
      return ["id": .int(id), "name": .text(random.greek(1)), "notes": .list(notes)]
    }
    return ["title": .text(random.greek(2)), "tracks": .list(tracks)]
  }
}
