import Ferry
import FerryPartial
import FerrySchema

/// Laws: a document has no failures if and only if it decodes; a partial value that is appended in chunks
/// accepts each document that decodes, and ends with the same value.
///
/// The first byte chooses a model, the second one the size of the chunks. The document follows.
public func checkVerdicts(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let model = choices.number(below: 5)
  let size = 1 + choices.number(below: 16)
  let document = Array(choices.rest)
  switch model {
  case 0: check(Attributes.self, document, size)
  case 1: check(Flattened.self, document, size)
  case 2: check(Enums.self, document, size)
  case 3: check(Branch.self, document, size)
  default: check(Values.self, document, size)
  }
}

private func check<T: Judged>(_ type: T.Type, _ document: [UInt8], _ size: Int) {
  let whole = try? JSON.decode(type, from: document)
  let failures = JSON.document(document).failures(of: type)
  law(failures.isEmpty == (whole != nil), "decoding contradicts the failures \(failures)")
  var last: T?
  do {
    var partial = JSON.partial(type)
    for start in stride(from: 0, to: document.count, by: size) {
      try partial.append(document[start..<min(start + size, document.count)])
    }
    last = try partial.finish()
  } catch {
    law(whole == nil, "a partial value rejects a document that decodes: \(error)")
  }
  law(last == whole, "a partial value ends with another value than decoding")
}
