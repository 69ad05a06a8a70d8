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
