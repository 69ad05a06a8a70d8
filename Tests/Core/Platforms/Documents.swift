import FerryCore

extension Report {
  /// Reads and writes values of any type: the files of JSONTestSuite and other documents.
  mutating func testDocuments(_ inputs: Inputs) {
    section("verdicts of JSONTestSuite") { report in
      for file in inputs.folder("suite/") {
        let kind = file.name.utf8.first
        do throws(WireFailure) {
          let value = try JSON.decode(AnyValue.self, from: file.bytes)
          report.check(kind != UInt8(ascii: "n"), "\(file.name) was accepted")
          report.checkRoundTrip(value, file.name)
        } catch {
          report.check(kind != UInt8(ascii: "y"), "\(file.name): \(error.description)")
          report.write("\(file.name): \(error.description)")
        }
      }
    }
    section("documents as any value") { report in
      for file in inputs.folder("documents/") {
        do throws(WireFailure) {
          report.checkRoundTrip(try JSON.decode(AnyValue.self, from: file.bytes), file.name)
        } catch {
          report.check(false, "\(file.name): \(error.description)")
        }
      }
    }
    section("key paths") { report in
      let table: [(path: WirePath, document: String, found: String)] = [
        ("a[*].b", #"{"a":[{"b":1},{"b":2.50}]}"#, "1 2.50"),
        ("a[1].b", #"{"a":[{"b":1},{"b":2.50}]}"#, "2.50"),
        (#"a\.b.c"#, #"{"a.b":{"c":"x"}}"#, #""x""#),
        ("a.b", #"{"a":[]}"#, ""),
        ("y[*]", #"{"x":1,"y":[true,{}]}"#, "true {}"),
      ]
      for entry in table {
        guard let value = try? JSON.decode(AnyValue.self, from: Array(entry.document.utf8)) else {
          report.check(false, entry.document)
          continue
        }
        var found = ""
        for match in value.values(at: entry.path) {
          found += (found.isEmpty ? "" : " ") + match.description
        }
        report.check(found == entry.found, "\(entry.document): \(found)")
        report.write(found)
      }
    }
  }

  /// Writes a value to both formats and reads it again.
  private mutating func checkRoundTrip(_ value: AnyValue, _ name: String) {
    do throws(WireFailure) {
      let text = try JSON.encode(value)
      check(try JSON.decode(AnyValue.self, from: text) == value, "\(name) as JSON")
      write(text)
      let packed: [UInt8]
      do throws(WireFailure) {
        packed = try Binary.encode(value)
      } catch {
        // The binary format has one value for each key. Numbers with more than 64 bits need the tape.
        check(
          error.category == .duplicateKey || error.category == .unsupported,
          "\(name) as binary: \(error.description)")
        return
      }
      check(try Binary.decode(AnyValue.self, from: packed) == value, "\(name) as binary")
      write(packed)
    } catch {
      check(false, "\(name): \(error.description)")
    }
  }
}
