import FerryStreams

#if canImport(Glibc)
@unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
@preconcurrency import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The environment variables of the process.
enum EnvironmentVariables {
  /// All variables with their values.
  static var all: [(name: FileName, value: FileName)] {
    var variables: [(name: FileName, value: FileName)] = []
    #if canImport(Darwin)
    let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = _NSGetEnviron().pointee
    #else
    // The command never changes the environment, so reading it is safe.
    let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
    #endif
    guard var entry = unsafe start else { return [] }
    while let text = unsafe entry.pointee {
      let assignment = unsafe FileName(cString: text).bytes.dropLast()
      if let sign = assignment.firstIndex(of: CChar(UInt8(ascii: "="))) {
        variables.append(
          (FileName(assignment[..<sign]), FileName(assignment[(sign + 1)...])))
      }
      unsafe entry += 1
    }
    return variables
  }
}
