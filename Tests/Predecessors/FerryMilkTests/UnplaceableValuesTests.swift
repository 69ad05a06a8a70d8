import FerryMilk
import Testing

@Suite struct UnplaceableValuesTests {
  @Test(
    "a value beyond the end of an array is an error of the bytes",
    arguments: SerializerFormat.all.filter { $0.writer() is TreeSerializer })
  func beyondTheEnd(_ format: SerializerFormat) {
    let error = #expect(throws: EncodingError.self) {
      try format.written { s in
        s["list"] <- [1, 2]
        s["list[2]"] <- 3
        s["list[9]"] <- 4
        s["list[7]"] <- 5
      }
    }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.debugDescription == "Cannot put a value at 'list[9]'.")
  }

  @Test(
    "removing a value beyond the end of an array is not an error", arguments: SerializerFormat.all)
  func removing(_ format: SerializerFormat) throws {
    let read = try format.written { s in
      s["list"] <- [1, 2]
      s["list[9]"] <- (nil as Int?)
    }
    #expect(<-read["list"] == [1, 2])
  }
}
