import Ferry
import FerrySystem

/// The environment variables of the process.
enum EnvironmentVariables {
  /// All variables with their values.
  static var all: [(name: FileName, value: FileName)] {
    var variables: [(name: FileName, value: FileName)] = []
    guard var entry = unsafe environmentEntries else { return [] }
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
