import Foundation

/// What a process takes of memory, as the system counts it.
enum PeakMemory {
  /// Bytes that `work` on `input` needs at its peak beyond the input and the result; a page at
  /// least, for the system counts pages.
  ///
  /// Linux only: elsewhere nothing resets the system's peak.
  static func beyondResult<Input, Result>(
    of input: Input, _ work: (Input) throws -> Result
  ) throws -> Int {
    returnFreeMemory()
    try resetPeak()
    let result = try work(input)
    let peak = try bytes("VmHWM")
    returnFreeMemory()
    let kept = try bytes("VmRSS")
    return withExtendedLifetime((input, result)) { max(peak - kept, 4096) }
  }

  private struct Unavailable: Error, CustomStringConvertible {
    let description: String
  }

  /// Gives pages that hold nothing back to the system, so that they do not count as kept.
  ///
  /// `malloc_trim` of glibc, which its Swift module leaves out; others have no such function.
  private static func returnFreeMemory() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    let trim = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)
    _ = trim(0)
  }

  /// Makes the present size the peak (proc(5), `clear_refs`).
  private static func resetPeak() throws {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else {
      throw Unavailable(description: "no peak of memory is to be had from this system")
    }
    try file.write(contentsOf: Data("5".utf8))
  }

  /// A field of `/proc/self/status`, which is in KiB there.
  private static func bytes(_ field: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    for line in status.split(separator: "\n") where line.hasPrefix(field + ":") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count > 1, let size = Int(words[1]) { return size << 10 }
    }
    throw Unavailable(description: "/proc/self/status has no \(field)")
  }
}
