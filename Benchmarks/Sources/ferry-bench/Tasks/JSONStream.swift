import Ferry

extension DataSet {
  /// JSON records one by one, against the same records decoded at once: the ratio is what a stream
  /// costs per core. For the set of records.
  ///
  /// A stream's records are let go one by one, those decoded at once together. The contestants in
  /// `-kept` collect all records of the stream first.
  var jsonStream: LineUp {
    guard let set = self as? DataSet<[Record]> else { return nobody }
    return set.codableStream()
  }

  /// The same in direct coding.
  var jsonStreamDirect: LineUp {
    guard let set = self as? DataSet<[Record]> else { return nobody }
    return LineUp(
      baseline: .decoding("one-shot", set, from: set.json) {
        try JSON.decode([Record].self, from: $0)
      },
      challengers: [
        set.streaming("lines", from: try set.lines()) {
          JSON.stream(Record.self, from: .bytes($0))
        },
        set.streaming("elements", from: set.json) {
          JSON.stream(Record.self, from: .bytes($0), as: .elements)
        },
        set.streaming("binary-records", from: try set.recordFile()) {
          Binary.stream(Record.self, from: .bytes($0))
        },
      ].flatMap(\.self))
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
        streaming("lines", from: try lines()) { JSON.stream(Element.self, from: .bytes($0)) },
        streaming("elements", from: json) {
          JSON.stream(Element.self, from: .bytes($0), as: .elements)
        },
        streaming("binary-records", from: try recordFile()) {
          Binary.stream(Element.self, from: .bytes($0))
        },
      ].flatMap(\.self))
  }

  /// A contestant that lets each record of a stream go, and one that keeps them all.
  fileprivate func streaming<Element: BenchmarkModel>(
    _ name: String, from input: @autoclosure @escaping () throws -> [UInt8],
    stream: @escaping ([UInt8]) -> RecordStream<Element>
  ) -> [Contestant] where Model == [Element] {
    [
      Contestant(name: name) {
        let input = try input()
        return Trial(
          work: { try count(stream(input)) },
          flaw: { try self.difference(of: collect(stream(input), self.model.count)) })
      },
      .decoding("\(name)-kept", self, from: try input()) {
        try collect(stream($0), self.model.count)
      },
    ]
  }

  /// The records a line each.
  func lines<Element: BenchmarkModel>() throws -> [UInt8] where Model == [Element] {
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

/// Goes through the records of a stream, as a program would that is done with each.
func count<Value>(_ results: some Sequence<Result<Value, any Error>>) throws -> Int {
  var count = 0
  for result in results {
    _ = try result.get()
    count += 1
  }
  return count
}

/// Collects all `count` records of a stream. The memory is reserved, because the growth of the
/// array is not a cost of the stream.
private func collect<Element>(_ stream: RecordStream<Element>, _ count: Int) throws -> [Element] {
  var records: [Element] = []
  records.reserveCapacity(count)
  for record in stream { records.append(try record.get()) }
  return records
}
