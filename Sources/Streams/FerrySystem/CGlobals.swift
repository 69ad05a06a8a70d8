// The globals of C libraries, and what they name differently. The callers are single-threaded:
// the command reads them before it starts threads and never changes the environment.

#if canImport(Glibc)
@unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
@preconcurrency internal import Musl
#elseif canImport(Android)
@preconcurrency internal import Android
#elseif canImport(Darwin)
@preconcurrency internal import Darwin
#endif

/// The environment variables of the process, as `name=value`, with a null pointer at the end.
@unsafe package var environmentEntries: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  #if canImport(Darwin)
  _NSGetEnviron().pointee
  #else
  unsafe environ
  #endif
}

/// The parser of options of the C library, getopt(3), which prints no messages.
package enum OptionScan {
  /// The index of the next argument.
  package static var index: Int32 {
    get { optind }
    set { optind = newValue }
  }

  /// The argument of the previous option.
  @unsafe package static var argument: UnsafeMutablePointer<CChar>? { unsafe optarg }

  /// The letter of an unknown option, or of one without its argument.
  package static var letter: Int32 { optopt }

  /// Returns the letter of the next option by the rules of getopt(3), or -1 behind the last.
  package static func next(
    _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
    _ letters: String
  ) -> Int32 {
    opterr = 0
    return unsafe getopt(count, arguments, letters)
  }
}

extension sigaction {
  /// Whether the signal is ignored.
  package var isIgnored: Bool {
    #if canImport(Glibc)
    let handler = unsafe __sigaction_handler.sa_handler
    #elseif canImport(Musl)
    let handler = unsafe __sa_handler.sa_handler
    #elseif canImport(Android)
    let handler = unsafe sa_handler
    #else
    let handler = unsafe __sigaction_u.__sa_handler
    #endif
    // Functions cannot be compared, but their addresses can.
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
