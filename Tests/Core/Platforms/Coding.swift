import FerryMacros

extension Report {
  /// Reads and writes models in both formats.
  mutating func testModels(_ inputs: Inputs) {
    section("models of all attributes") { report in
      for index in 0..<60 { report.checkRoundTrip(of: Station.example(index), "station") }
      report.checkRoundTrip(of: (0..<40).map(Station.example), "stations")
      report.checkRoundTrip(of: (0..<300).map { Int16($0 * $0 % 251) }, "integers")
      report.checkRoundTrip(of: (0..<300).map { Double($0) / 3 }, "doubles")
      report.checkRoundTrip(of: (0..<50).map { [Float($0), 0.1] }, "rows")
      report.checkRoundTrip(
        of: [1: "a", 2: nil, 30: "c"] as [Int: String?], "dictionary", hasDictionaries: true)
    }
    section("the models of the benchmarks") { report in
      report.checkFile("twitter.json", as: Twitter.Archive.self, inputs)
      report.checkFile("citm_catalog.json", as: CITM.Catalog.self, inputs)
      report.checkFile("canada.json", as: Canada.FeatureCollection.self, inputs)
    }
    section("skipped members") { report in
      for file in inputs.folder("documents/") {
        report.checkSkipping(file.bytes)
        for part in 1..<40 {
          report.checkSkipping(Array(file.bytes[..<(file.bytes.count * part / 40)]))
        }
        var random = Random(4)
        for _ in 0..<40 {
          var bytes = file.bytes
          bytes[random.below(bytes.count)] = [0x22, 0x5C, 0x5B, 0x7D, 0x1F, 0xFF][random.below(6)]
          report.checkSkipping(bytes)
        }
      }
    }
    section("truncated and damaged models") { report in
      for index in [2, 7] {
        guard let text = try? JSON.encode(Station.example(index)),
          let packed = try? Binary.encode([Station.example(index), Station.example(index + 1)])
        else { return report.check(false, "encoding") }
        for count in text.indices {
          report.checkDamage(Array(text[..<count]), isTruncated: true)
          report.checkDamage(text.damaged(at: count), isTruncated: false)
        }
        for count in packed.indices {
          report.checkBinaryDamage(Array(packed[..<count]), isTruncated: true)
          report.checkBinaryDamage(packed.damaged(at: count), isTruncated: false)
        }
      }
    }
  }

  private mutating func checkFile<Model: DirectCodable & Equatable>(
    _ name: String, as type: Model.Type, _ inputs: Inputs
  ) {
    for file in inputs.folder("documents/") where file.name == name {
      do throws(WireFailure) {
        let value = try JSON.decode(Model.self, from: file.bytes)
        checkRoundTrip(of: value, name, hasDictionaries: Model.self == CITM.Catalog.self)
      } catch {
        check(false, "\(name): \(error.description)")
      }
    }
  }

  private mutating func checkRoundTrip<Model: DirectCodable & Equatable>(
    of value: Model, _ name: String, hasDictionaries: Bool = false
  ) {
    do throws(WireFailure) {
      let text = try JSON.encode(value)
      check(try JSON.decode(Model.self, from: text) == value, "\(name) as JSON")
      let packed = try Binary.encode(value)
      check(try Binary.decode(Model.self, from: packed) == value, "\(name) as binary")
      if hasDictionaries {
        // The order of a dictionary depends on its address.
        write(try JSON.encode(JSON.decode(AnyValue.self, from: text).sorted))
        write(try JSON.encode(Binary.decode(AnyValue.self, from: packed).sorted))
      } else {
        write(text)
        write(packed)
      }
    } catch {
      check(false, "\(name): \(error.description)")
    }
  }

  private mutating func checkSkipping(_ text: [UInt8]) {
    check(true, "")
    do throws(WireFailure) {
      write("\(try JSON.decode(Nothing.self, from: text).type ?? "nothing")")
    } catch {
      write(error.description)
    }
  }

  private mutating func checkDamage(_ text: [UInt8], isTruncated: Bool) {
    do throws(WireFailure) {
      let station = try JSON.decode(Station.self, from: text)
      check(!isTruncated, "a truncated document was accepted")
      write("\(station.lives)")
    } catch {
      check(true, "")
      write(error.description)
    }
  }

  private mutating func checkBinaryDamage(_ document: [UInt8], isTruncated: Bool) {
    do throws(WireFailure) {
      let stations = try Binary.decode([Station].self, from: document)
      check(!isTruncated, "a truncated binary document was accepted")
      write("\(stations.count)")
    } catch {
      check(true, "")
      write(error.description)
    }
  }
}

extension AnyValue {
  /// The value with the members of each object in the order of their keys.
  fileprivate var sorted: AnyValue {
    switch self {
    case .array(let elements): return .array(elements.map { $0.sorted })
    case .object(let object):
      var sorted = Object()
      for member in object.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        sorted[member.key] = member.value.sorted
      }
      return .object(sorted)
    default: return self
    }
  }
}

extension [UInt8] {
  /// The bytes with another byte at `index`.
  func damaged(at index: Int) -> [UInt8] {
    var bytes = self
    bytes[index] ^= UInt8(truncatingIfNeeded: 1 << (index % 8))
    return bytes
  }
}
