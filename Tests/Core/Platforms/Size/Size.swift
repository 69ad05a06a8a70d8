import FerryMacros

/// The model of the module whose size is measured.
@DirectCodable
struct Cat {
  var id: Int
  var name: String
  var weight: Double?
}

/// Decodes a document and encodes it again. Returns the number of bytes, or -1 after a failure.
@c(round_trip)
func roundTrip(
  _ input: UnsafePointer<UInt8>, _ count: Int, _ output: UnsafeMutablePointer<UInt8>
) -> Int {
  let bytes = unsafe Array(UnsafeBufferPointer(start: input, count: count))
  guard let cat = try? JSON.decode(Cat.self, from: bytes), let text = try? JSON.encode(cat) else {
    return -1
  }
  for index in text.indices { unsafe output[index] = text[index] }
  return text.count
}
