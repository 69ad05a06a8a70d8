// The first path of a property that a document has counts, whatever the order of the members. So the
// values of all further paths wait until the object is read.
extension StructSource {
  /// The variable with the positions of the values that wait, each with the number of its path.
  var lateName: String { "_late" }

  var lateType: String { "[(path: \(standard)Int, mark: Reader.Mark)]" }

  var lateArgument: String { hasOtherPaths ? "&\(lateName), " : "" }

  /// The paths after the first one of each property.
  private var otherPaths: [(property: Int, rank: Int)] {
    properties.indices.flatMap { property in
      properties[property].readPaths.indices.dropFirst()
        .filter { tree.place(of: property, rank: $0) != nil }.map { (property, $0) }
    }
  }

  /// Writes the statements that leave a value for later.
  func writePostponing(_ property: Int, rank: Int, to source: inout SourceText) {
    guard let number = otherPaths.firstIndex(where: { $0 == (property, rank) }) else { return }
    source.line("\(lateName).append((path: \(number), mark: reader.mark()))")
    source.line("try reader.skipValue()")
  }

  /// Writes the function that reads the values that no better path replaces.
  func writeLateReading(to source: inout SourceText) {
    let paths = otherPaths
    source.line("@inline(never)")
    source.block(reading("private mutating func readLate", "_ late: \(lateType), ")) { source in
      source.line("let end = reader.mark()")
      source.block("for one in late") { source in
        source.line("reader.rewind(to: one.mark)")
        source.block("switch one.path") { source in
          for property in properties.indices {
            let patterns = paths.indices.filter { paths[$0].property == property }.map { number in
              let better = (0..<paths[number].rank).compactMap { hasRead(property, rank: $0) }
              return "\(number) where !(\(better.joined(separator: " || ")))"
            }
            guard !patterns.isEmpty else { continue }
            source.line("case \(patterns.joined(separator: ", ")):")
            source.indented { writeReading(of: properties[property], fills: false, to: &$0) }
          }
          source.line("default: break")
        }
      }
      source.line("reader.rewind(to: end)")
    }
  }
}
