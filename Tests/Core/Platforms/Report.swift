import CPlatform

/// The output of the tests, which all machines must produce byte for byte, and the counts of the
/// log.
struct Report: ~Copyable {
  private var name: StaticString = ""
  private var cases = 0
  private var written = 0
  private var failures = 0
  /// Whether a section had a failure or no case at all.
  private(set) var isFailed = false

  /// Runs the cases of one section and logs their number.
  mutating func section(_ name: StaticString, _ body: (inout Report) -> Void) {
    self.name = name
    (cases, written, failures) = (0, 0, 0)
    body(&self)
    if cases == 0 || failures != 0 { isFailed = true }
    log("\(name): \(cases) cases, \(written) bytes, \(failures) failures\n")
  }

  /// Counts one case, which fails if `isRight` is false.
  mutating func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
    cases += 1
    if isRight { return }
    failures += 1
    if failures <= 20 { log("\(name) fails: \(what())\n") }
  }

  /// Appends bytes to the output.
  mutating func write(_ bytes: [UInt8]) {
    written += bytes.count + 1
    unsafe bytes.withUnsafeBufferPointer {
      if let start = $0.baseAddress { unsafe platform_output(start, $0.count) }
    }
    var end: UInt8 = 0x0A
    unsafe platform_output(&end, 1)
  }

  /// Appends a text to the output.
  mutating func write(_ text: String) { write(Array(text.utf8)) }

  /// Appends a text to the log.
  func log(_ text: String) {
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBufferPointer {
      if let start = $0.baseAddress { unsafe platform_log(start, $0.count) }
    }
  }
}

/// Random numbers that are the same on all machines (SplitMix64).
struct Random {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
