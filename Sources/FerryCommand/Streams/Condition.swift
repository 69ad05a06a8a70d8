import FerryBytes
import FerryJSON
import FerryPath
import FerryTape

/// What `--where` asks of a record: `PATH` or `PATH=VALUE`.
struct Condition: Sendable {
  private let path: WirePath
  private let lookup: LookupPath?
  /// What the value has to be, as JSON writes it; `nil` if any will do.
  private let json: [UInt8]?
  /// The same as text, for values that are strings.
  private let text: String?

  init(_ argument: String) throws(CommandError) {
    let assignment = Assignment(argument)
    path = try WirePath(commandLine: assignment.path)
    lookup = LookupPath(path)
    guard let value = assignment.value else {
      json = nil
      text = nil
      return
    }
    text = value
    json = Self.compactJSON(value)
  }

  /// Whether a record is as it is asked to be.
  func holds(in view: TapeView, _ root: Int) -> Bool {
    for match in path.matches(in: view, from: root) {
      guard let text else { return true }
      switch match {
      case .node(let index):
        if let found = view.text(at: index) {
          if found == text { return true }
          // `x="5"` means the text and nothing else.
          if json?.first != UInt8(ascii: "\"") { continue }
        }
        if json != nil, let found = Self.json(of: view, index), isSame(found) { return true }
      case .element(let list, let index):
        if isSame(Array(view.number(index, ofPackedList: list).text.utf8)) { return true }
      }
    }
    return false
  }

  /// The same for a record of JSON text that is valid and compact; nil where it has to be read.
  func holds(inText record: UnsafeBufferPointer<UInt8>) -> Bool? {
    guard let lookup else { return nil }
    guard let value = unsafe lookup.value(in: record) else { return false }
    guard let text else { return true }
    if unsafe isSame(value) { return true }
    if unsafe value.first == UInt8(ascii: "\"") {
      return unsafe value.unquoted.map { unsafe $0.elementsEqual(text.utf8) }
    }
    // An escape may stand for what is asked for.
    return unsafe json != nil && value.contains(UInt8(ascii: "\\")) ? nil : false
  }

  private func isSame(_ value: [UInt8]) -> Bool {
    unsafe value.withUnsafeBufferPointer { unsafe isSame($0) }
  }

  /// Whether JSON without white space is what is asked for.
  private func isSame(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let json else { return false }
    return unsafe json.withUnsafeBufferPointer { unsafe SameJSON.isSame(value, $0) }
  }

  /// `text` without white space if it is JSON.
  private static func compactJSON(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      var reader = unsafe JSONReader(bytes)
      var tape = Tape()
      do throws(Failure) {
        try reader.readDocument(into: &tape)
      } catch {
        return nil
      }
      return unsafe bytes.baseAddress.flatMap { unsafe json(of: TapeView(tape, input: $0), 0) }
    }
  }

  private static func json(of view: TapeView, _ index: Int) -> [UInt8]? {
    var output = ByteWriter()
    do throws(Failure) {
      try JSONWriter.write(view, root: index, to: &output)
    } catch {
      return nil
    }
    return unsafe Array(output.bytes)
  }
}
