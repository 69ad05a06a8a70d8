import Ferry

/// Law: records are the same ones however the bytes are cut into chunks.
///
/// The first byte of the input chooses the kind of stream, the next four the lengths of chunks.
public func checkStream(_ start: UnsafePointer<UInt8>, _ count: Int) {
  var choices = Choices(start, count)
  let kind = choices.byte()
  let lengths = (0..<4).map { _ in choices.number(below: 40) + 1 }
  var options = StreamOptions(continuesAfterErrors: kind & 1 != 0)
  // Elsewhere the first bytes behind a record count as well, until it is known what they are.
  let hasLimit = kind & 2 != 0 && [0, 2, 3].contains(kind >> 2 & 7)
  if hasLimit { options.recordSizeLimit = 20 }
  let bytes = Array(choices.rest)
  let chunks = StreamSource.chunks(chunks(of: bytes, lengths))
  switch kind >> 2 & 7 {
  case 0: compareJSON(bytes, chunks, .lines, options)
  case 1: compareJSON(bytes, chunks, .sequence, options)
  case 2: compareJSON(bytes, chunks, .elements, options)
  case 3: compareJSON(bytes, chunks, .elementsAt("a[1].b"), options)
  case 4: compareJSON(bytes, chunks, .serverSentEvents, options)
  case 5:
    compare(
      Binary.stream(AnyValue.self, from: .bytes(bytes), options: options),
      Binary.stream(AnyValue.self, from: chunks, options: options))
  default:
    compare(
      YAML.stream(AnyValue.self, from: .bytes(bytes), options: options),
      YAML.stream(AnyValue.self, from: chunks, options: options))
  }
}

private func compareJSON(
  _ bytes: [UInt8], _ chunks: StreamSource, _ records: JSON.Records, _ options: StreamOptions
) {
  compare(
    JSON.stream(AnyValue.self, from: .bytes(bytes), as: records, options: options),
    JSON.stream(AnyValue.self, from: chunks, as: records, options: options))
}

func compare(_ whole: RecordStream<AnyValue>, _ cut: RecordStream<AnyValue>) {
  var others = cut.makeIterator()
  for record in whole {
    switch (record, others.next()) {
    case (.success(let value), .success(let other)?):
      law(value == other, "another record comes in chunks")
    case (.failure(let error), .failure(let other)?):
      law(describe(error) == describe(other), "\(error) without chunks, \(other) with them")
    case (.success, let other):
      law(false, "a record comes without chunks, \(String(describing: other)) with them")
    case (.failure(let error), let other):
      law(false, "\(error) without chunks, \(String(describing: other)) with them")
    }
  }
  law(others.next() == nil, "more records come in chunks")
}

/// The number and the offset of a record that is wrong, and what is wrong.
private func describe(_ error: any Error) -> String {
  let problem = Problem(error)
  return "\(problem.record ?? 0) \(problem.place?.offset ?? -1) \(problem.summary)"
}

func chunks(of bytes: [UInt8], _ lengths: [Int]) -> [ArraySlice<UInt8>] {
  var chunks: [ArraySlice<UInt8>] = []
  var start = 0
  while start < bytes.count {
    let end = min(start + lengths[chunks.count % lengths.count], bytes.count)
    chunks.append(bytes[start..<end])
    start = end
  }
  return chunks
}
