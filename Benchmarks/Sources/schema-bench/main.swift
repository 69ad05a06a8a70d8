import Ferry
import FerrySchema
import Foundation

// schema-bench SCHEMA FILE SECONDS: prints the microseconds for each megabyte of JSON that Ferry
// takes to read FILE, to read it and find the first failure, and to read it and find all failures
// with their locations; then the number of failures. Members that only failed alternatives allow are
// not counted, because other validators report them as well.

let arguments = CommandLine.arguments
guard arguments.count == 4, let seconds = Double(arguments[3]) else {
  print("usage: schema-bench SCHEMA FILE SECONDS")
  exit(2)
}

func bytes(_ path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// Returns the shortest time of a call in microseconds.
func time(_ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let end = clock.now + .seconds(seconds)
  var best = Double.infinity
  repeat {
    let start = clock.now
    try body()
    best = min(best, (clock.now - start) / .microseconds(1))
  } while clock.now < end
  return best
}

var options = SchemaOptions()
options.failureLimit = .max
let schema = try Schema(JSON.document(bytes(arguments[1])), options: options)
let text = try bytes(arguments[2])
let document = JSON.document(text)
let size = Double(text.count) / 1e6
let reading = try time { try document.validate() }
var (isValid, count) = (false, 0)
let verdict = try time { isValid = try schema.isValid(document) }
let all = try time {
  count = try schema.validate(document).failures
    .count { $0.keyword != "unevaluatedProperties" }
}
guard isValid == (count == 0) else { exit(1) }
let figures = [reading, verdict, all].map { Int($0 / size) } + [count]
print(figures.map(String.init).joined(separator: " "))
