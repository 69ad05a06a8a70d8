/// A document of 100 MB with one small value at its end: `{"records":[...],"last":{"id":7}}`.
///
/// The model wants nothing but that value.
struct LargeDocument: BenchmarkModel {
  struct Last: BenchmarkModel {
    let id: Int
  }

  /// The model that wants the records and not the value at the end.
  struct Records: Decodable {
    let records: [Record]
  }

  let last: Last

  /// Bytes of the document, at least.
  private static let size = 100_000_000

  /// The text, with as many copies of the elements of `records` as it takes.
  static func text(of records: [UInt8]) -> [UInt8] {
    document(#"{"records":["#, records, #"],"last":{"id":7}}"#)
  }

  /// The records alone, as a list of the same size.
  static func list(of records: [UInt8]) -> [UInt8] {
    document("[", records, "]")
  }

  private static func document(_ start: String, _ records: [UInt8], _ rest: String) -> [UInt8] {
    let elements = records.drop { $0 != UInt8(ascii: "[") }.dropFirst()
    let end = elements.lastIndex(of: UInt8(ascii: "]")) ?? elements.endIndex
    var text = Array(start.utf8)
    text.reserveCapacity(size + records.count + 64)
    while text.count < size {
      if text.last != UInt8(ascii: "[") { text.append(UInt8(ascii: ",")) }
      text += elements[..<end]
    }
    text += Array(rest.utf8)
    return text
  }
}
