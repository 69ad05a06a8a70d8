import Ferry

struct Event: Codable, Sendable {
  var id: Int
  var level: String
}

let writer = try JSON.recordWriter(for: Event.self, to: .file("events.ndjson"))
for id in 0..<100_000 {
  try writer.write(Event(id: id, level: id.isMultiple(of: 1000) ? "error" : "info"))
}
try writer.finish()

var errors = 0
for event in JSON.stream(Event.self, from: .file("events.ndjson")).inParallel() {
  if try event.get().level == "error" { errors += 1 }
}
print(errors, "errors")
