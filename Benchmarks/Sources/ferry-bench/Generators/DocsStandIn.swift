/// A long stream of small documents about nothing.
enum DocsStandIn {
  /// 20,000 documents.
  static func stream() -> [UInt8] {
    var random = SeededGenerator(seed: 9)
    var text = ""
    for id in 0..<20_000 {
      text += """
        ---
        id: \(id)
        name: \(random.greek(2))
        enabled: \(random.chance(50))
        ratio: 0.\(random.int(in: 100...999))
        tags: [\(random.greek(2, joinedBy: ", "))]

        """
    }
    return [UInt8](text.utf8)
  }
}
