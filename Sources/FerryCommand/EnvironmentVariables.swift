#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What the environment has.
enum EnvironmentVariables {
  /// All variables.
  static var all: [(name: String, value: String)] {
    var variables: [(name: String, value: String)] = []
    #if canImport(Darwin)
    let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = _NSGetEnviron().pointee
    #else
    // Nothing here changes the environment while it is read.
    let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
    #endif
    guard var entry = unsafe start else { return [] }
    while let text = unsafe entry.pointee {
      let assignment = unsafe String(cString: text)
      if let sign = assignment.firstIndex(of: "=") {
        variables.append(
          (String(assignment[..<sign]), String(assignment[assignment.index(after: sign)...])))
      }
      unsafe entry += 1
    }
    return variables
  }
}
