import Ferry

extension DataSet {
  /// JSON records one by one, against the same records decoded at once: the ratio is what a stream
  /// costs per core. For the set of records.
  var jsonStream: LineUp {
    guard let set = self as? DataSet<[Record]> else { return nobody }
    return set.codableStream()
  }

  /// The same on the direct road.
  var jsonStreamDirect: LineUp {
    guard let set = self as? DataSet<[Record]> else { return nobody }
    return LineUp(
      baseline: .decoding("one-shot", set, from: set.json) {
        try JSON.decode([Record].self, from: $0)
      },
      challengers: [
        .decoding("lines", set, from: try set.lines()) {
          try collect(JSON.stream(Record.self, from: $0), set.model.count)
        },
        .decoding("elements", set, from: set.json) {
          try collect(JSON.stream(Record.self, from: $0, as: .elements), set.model.count)
        },
        .decoding("binary-records", set, from: try set.recordFile()) {
          try collect(Binary.stream(Record.self, from: $0), set.model.count)
        },
      ])
  }
}

extension DataSet {
  /// Streams of a type of which nothing is known but that it is `Codable`.
  fileprivate func codableStream<Element: BenchmarkModel>() -> LineUp where Model == [Element] {
    LineUp(
      baseline: .decoding("one-shot", self, from: json) {
        try JSON.decode([Element].self, from: $0)
      },
      challengers: [
        .decoding("lines", self, from: try lines()) {
          try collect(JSON.stream(Element.self, from: $0), model.count)
        },
        .decoding("elements", self, from: json) {
          try collect(JSON.stream(Element.self, from: $0, as: .elements), model.count)
        },
        .decoding("binary-records", self, from: try recordFile()) {
          try collect(Binary.stream(Element.self, from: $0), model.count)
        },
      ])
  }

  /// The records a line each.
  fileprivate func lines<Element: BenchmarkModel>() throws -> [UInt8] where Model == [Element] {
    let output = Collected()
    let writer = try JSON.recordWriter(
      for: Element.self, to: .receiver { output.bytes.append(contentsOf: $0) })
    for record in model { try writer.write(record) }
    try writer.finish()
    return output.bytes
  }

  /// The records as a record file of the binary format.
  fileprivate func recordFile<Element: BenchmarkModel>() throws -> [UInt8]
  where Model == [Element] {
    let output = Collected()
    let writer = try Binary.recordWriter(
      for: Element.self, to: .receiver { output.bytes.append(contentsOf: $0) })
    for record in model { try writer.write(record) }
    try writer.finish()
    return output.bytes
  }
}

private final class Collected {
  var bytes: [UInt8] = []
}

/// All `count` records of a stream, as a program would have them that keeps them. There is room for
/// all from the start: what it costs that an array grows is no cost of the stream.
private func collect<Element>(_ stream: RecordStream<Element>, _ count: Int) throws -> [Element] {
  var records: [Element] = []
  records.reserveCapacity(count)
  for record in stream { records.append(try record.get()) }
  return records
}
