import Ferry

extension DataSet {
  /// JSON records a line each on two cores, against the same stream on one: the ratio is what the
  /// second core brings. For the set of records.
  ///
  /// `two-cores` hands each record to the caller, `two-cores-transform` only what a closure makes of it.
  var jsonCores: LineUp {
    guard let set = self as? DataSet<[Record]> else { return nobody }
    return set.codableOnCores()
  }

  /// The same in direct coding.
  var jsonCoresDirect: LineUp {
    guard let set = self as? DataSet<[Record]> else { return nobody }
    return LineUp(
      baseline: set.counting("one-core") { JSON.stream(Record.self, from: .bytes($0)) },
      challengers: [
        set.counting("two-cores") {
          JSON.stream(Record.self, from: .bytes($0)).inParallel(cores: 2)
        },
        set.counting("two-cores-transform") {
          JSON.stream(Record.self, from: .bytes($0)).inParallel(cores: 2) { _ in true }
        },
      ])
  }
}

extension DataSet {
  /// Streams of a type of which nothing is known but that it is `Codable`.
  fileprivate func codableOnCores<Element: BenchmarkModel & Sendable>() -> LineUp
  where Model == [Element] {
    LineUp(
      baseline: counting("one-core") { JSON.stream(Element.self, from: .bytes($0)) },
      challengers: [
        counting("two-cores") { JSON.stream(Element.self, from: .bytes($0)).inParallel(cores: 2) },
        counting("two-cores-transform") {
          JSON.stream(Element.self, from: .bytes($0)).inParallel(cores: 2) { _ in true }
        },
      ])
  }

  /// A contestant that lets each record of a stream go. The answer is right when it is their number.
  fileprivate func counting<Element: BenchmarkModel, Output>(
    _ name: String, results: @escaping ([UInt8]) -> some Sequence<Result<Output, any Error>>
  ) -> Contestant where Model == [Element] {
    Contestant(name: name) {
      let lines = try self.lines()
      return Trial(
        work: { try count(results(lines)) },
        flaw: {
          let found = try count(results(lines))
          return found == self.model.count ? nil : "\(found) records of \(self.model.count)"
        })
    }
  }
}
