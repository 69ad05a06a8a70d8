import FerryBytes
import FerryTape

extension BinaryReader {
  /// Reads a batch of objects by columns: one list of maps.
  mutating func readColumns(at start: Int, end: Int, into tape: inout Tape) throws(WireFailure) {
    if stack.count + 2 > depthLimit || columnDepth == ColumnForm.maximumDepth {
      throw WireFailure(.depthLimit, offset: valueStart)
    }
    let batchStart = valueStart
    var place = start
    let (keyList, count) = try tables.readBatchHeader(lexer, at: &place, end: end)
    var columns = try lexer.readColumns(tables.keys(ofKeyList: keyList), count, at: place, end: end)
    // Any number of objects may have a text that has a number.
    if columns.contains(where: { $0.cells == .numberedTexts }) {
      tape.sharedTextEnd = max(tape.sharedTextEnd, end)
    }

    // The list and the object, for values that nest.
    stack.append(Frame(kind: .list, end: end))
    stack.append(Frame(kind: .keyList, end: end))
    columnDepth += 1
    let header = tape.count
    try tape.append(Node(.list))
    for row in 0..<count {
      let rowHeader = tape.count
      try tape.append(Node(.map))
      var pairs = 0
      for index in columns.indices {
        valueStart = columns[index].place
        let cell = try columns[index].nextCell(of: row, in: lexer)
        if case .absent = cell { continue }
        try tape.append(Node(word: columns[index].key))
        pairs += 1
        switch cell {
        case .absent: break
        case .null: try tape.append(Node(.null, payload: offsetPayload))
        case .value:
          try readNested(at: &columns[index].place, end: columns[index].end, into: &tape)
        case .element(let element): try append(element, to: &tape)
        case .text(let node): try tape.append(node)
        case .numberedText(let number): try tape.append(Node(word: columns[index].texts[number]))
        }
      }
      close(rowHeader, .map, pairs, &tape)
    }
    close(header, .list, count, &tape)
    columnDepth -= 1
    stack.removeLast(2)
    for column in columns where column.place != column.end {
      throw WireFailure(.invalidLength, offset: column.place)
    }
    valueStart = batchStart
  }
}
