import FerryMacros

extension Canada.Position: DirectCodable {
  init<Reader: WireReader & ~Copyable>(from reader: inout Reader) throws(WireFailure) {
    let start = reader.position
    var list = try reader.beginList()
    guard try reader.nextElement(&list) else { throw Self.isTooShort(&reader, start) }
    longitude = try reader.readDouble()
    guard try reader.nextElement(&list) else { throw Self.isTooShort(&reader, start) }
    latitude = try reader.readDouble()
    while try reader.nextElement(&list) { try reader.skipValue() }
  }

  @inline(never)
  private static func isTooShort<Reader: WireReader & ~Copyable>(
    _ reader: inout Reader, _ start: Int
  ) -> WireFailure {
    reader.invalid("A position has two numbers.", at: start)
  }

  func encode<Writer: WireWriter & ~Copyable>(to writer: inout Writer) throws(WireFailure) {
    var list = try writer.beginList(count: 2)
    try writer.beginElement(&list)
    try writer.write(longitude)
    try writer.beginElement(&list)
    try writer.write(latitude)
    try writer.endList(&list)
  }
}
