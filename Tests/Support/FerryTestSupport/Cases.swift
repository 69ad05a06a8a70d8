import Foundation

/// How many cases a random test takes.
package enum Cases {
  /// `count` of them, or as many as `FERRY_CASES` says for a long run.
  package static func count(_ count: Int) -> Int {
    ProcessInfo.processInfo.environment["FERRY_CASES"].flatMap { Int($0) } ?? count
  }
}
