import FerryMacros

extension Report {
  /// Decodes documents whose lengths, counts and depths are too large for some machine. All
  /// machines must find the same error.
  mutating func testLimits() {
    section("lengths and counts beyond the document") { report in
      let documents: [[UInt8]?] = [
        try? Binary.encode((0..<3).map(Station.example)),
        try? Binary.encode((0..<40).map { Double($0) / 3 }),
        try? Binary.encode((0..<40).map { [Double($0) / 3, 1] }),
        try? Binary.encode((0..<70).map { Int64($0 * 1000) }),
        try? Binary.encode([String](repeating: "the same text", count: 20)),
        try? Binary.encode(["a": [1, 2]] as [String: [Int]]),
      ]
      let lengths: [UInt64] = [
        1 << 28, 1 << 29, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 32) + 1,
        (1 << 32) + 40, 1 << 61, 1 << 62, (1 << 63) - 1, 1 << 63, .max,
      ]
      for document in documents {
        guard let document else { return report.check(false, "encoding") }
        for index in document.indices.dropFirst(2) {
          for length in lengths {
            var bytes = Array(document[..<index]) + [0xF0]
            for shift in 0..<8 {
              bytes.append(UInt8(truncatingIfNeeded: length >> UInt64(56 - 8 * shift)))
            }
            bytes += document[(index + 1)...]
            report.checkVerdict(bytes)
          }
        }
      }
    }
    section("nested containers") { report in
      for depth in [1, 64, 500, 512, 513, 2000, 100_000] {
        let open = String(repeating: "[", count: depth)
        let close = String(repeating: "]", count: depth)
        report.checkDepth(depth, of: AnyValue.self, open + "1" + close)
        let links = String(repeating: #"{"value":1,"next":"#, count: depth)
        let ends = String(repeating: "}", count: depth)
        report.checkDepth(depth, of: Link.self, links + "null" + ends)
      }
    }
    section("numbers at the limits of integers") { report in
      for text in [
        "127", "128", "-128", "-129", "32767", "32768", "2147483647", "2147483648", "-2147483648",
        "-2147483649", "4294967295", "4294967296", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "1e9", "1e19", "1.5e1", "2147483648.0", "1e400",
      ] {
        let bytes = Array(text.utf8)
        func verdict<T: DirectCodable & FixedWidthInteger & Sendable>(_ type: T.Type) {
          do throws(WireFailure) {
            let value = try JSON.decode(T.self, from: bytes)
            report.write("\(value)")
            let packed = try Binary.encode(value)
            report.write(packed)
            report.check(try Binary.decode(T.self, from: packed) == value, text)
          } catch {
            // Binary documents of integers beyond 64 bits need the tape.
            let isWide = T.bitWidth == 128 && error.category == .limit
            report.check(
              isWide || error.category == .invalidValue || error.category == .typeMismatch, text)
            report.write(error.description)
          }
        }
        verdict(Int8.self)
        verdict(UInt16.self)
        verdict(Int32.self)
        verdict(UInt32.self)
        verdict(Int64.self)
        verdict(UInt64.self)
        verdict(Int128.self)
        // `Int` has the verdict of the type of its width.
        let plain = try? JSON.decode(Int.self, from: bytes)
        let same =
          Int.bitWidth == 32
          ? (try? JSON.decode(Int32.self, from: bytes)).map(Int.init)
          : (try? JSON.decode(Int64.self, from: bytes)).map(Int.init)
        report.check(plain == same, text)
      }
    }
  }

  private mutating func checkVerdict(_ bytes: [UInt8]) {
    func verdict<T: DirectDecodable>(_ type: T.Type) -> String {
      do throws(WireFailure) {
        _ = try Binary.decode(T.self, from: bytes)
        return "decoded"
      } catch {
        return error.description
      }
    }
    // The bytes of a number or a text may be replaced, so some documents are valid.
    check(true, "")
    write(verdict(AnyValue.self))
    write(verdict([Station].self))
    write(verdict([Double].self))
    write(verdict([[Double]].self))
    write(verdict([Int64].self))
    write(verdict([String].self))
    write(verdict([String: [Int64]].self))
  }

  private mutating func checkDepth<Value: DirectCodable>(
    _ depth: Int, of type: Value.Type, _ text: String
  ) {
    do throws(WireFailure) {
      let value = try JSON.decode(Value.self, from: Array(text.utf8))
      write(try JSON.encode(value))
      let packed = try Binary.encode(value)
      write(packed)
      write(try Binary.encode(try Binary.decode(Value.self, from: packed)))
      check(depth <= 512, "a depth of \(depth) was accepted")
    } catch {
      check(depth > 500 && error.category == .limit, "depth \(depth): \(error.description)")
      write(error.description)
    }
  }
}
