import Ferry
import FerryBinaryEngine

/// `ferry stats FILE...`
struct Stats: Verb {
  let name = "stats"
  let synopsis = "FILE..."
  let summary = "count the types, keys, depths and sizes of documents"
  let discussion = """
    Counts the documents of every FILE, their values by type and their keys, and prints the
    greatest depth and lengths. It also prints the sizes that ferry convert would write: JSON
    without white space (lines for a series, null for NaN and infinity), and the binary format, both
    without tags.

    For a binary file, it prints the bytes of tables, containers and values, and the bytes that
    tables and packing have saved.
    """
  let examples = """
      ferry stats events.ndjson
      ferry stats --array records.json
      ferry stats *.ferry
    """
  let options: [Option] = [.from, .yaml, .array]

  func run(_ options: Options) throws(CommandError) -> Int32 {
    Format.skipsKeyTags.store(true, ordering: .relaxed)
    return try forEachFile(options) { input, _ throws(CommandError) in
      (input.format == .binary ? try binaryText(of: input) : try text(of: input, options), true)
    }
  }

  // MARK: Documents

  private func text(of input: InputFile, _ options: Options) throws(CommandError) -> String {
    let series = try DocumentSeriesReader(input, options)
    let task = StatsTask(several: try series.isSeveral())
    nonisolated(unsafe) let only = task
    try series.run(threads: 1, options, makeTask: { unsafe only })
    do throws(WireFailure) {
      try task.finish()
    } catch {
      throw .system("cannot end the documents: \(error.kind)")
    }
    return Self.text(task, of: input)
  }

  private static func text(_ task: StatsTask, of input: InputFile) -> String {
    let statistics = task.statistics
    let documents = statistics.documents
    var text = "\(input.name): \(Quantity.count(documents)) "
    text += (documents == 1 ? "document" : "documents") + " in \(input.format.name), "
    text += "\(Quantity.count(statistics.values)) values, "
    text += "at most \(statistics.depth) \(statistics.depth == 1 ? "level" : "levels") deep\n"
    guard documents > 0 else { return text }

    let kinds = DocumentStatistics.Kind.allCases.compactMap { kind in
      statistics.counts[kind].map { (kind.rawValue, $0) }
    }
    text += "\nValues\n" + chart(kinds, of: statistics.values)
    let longest = [
      ("object", statistics.longestObject, "keys"),
      ("array", statistics.longestArray, "elements"),
      ("text", statistics.longestText, "bytes"),
    ].filter { $0.1 > 0 }
    if !longest.isEmpty {
      text += "\nLongest\n"
      for (what, count, unit) in longest {
        text += "  " + what.padded(to: 8) + "\(Quantity.count(count)) \(unit)\n"
      }
    }
    if !statistics.keys.isEmpty {
      let many = statistics.hasMoreKeys ? "more than " : ""
      text += "\nKeys: \(many)\(Quantity.count(statistics.keys.count)) different\n"
      let keys = statistics.keys.map { (label($0.key), $0.value) }
        .sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
      text += chart(Array(keys.prefix(keysShown)), of: statistics.counts[.objects] ?? 0)
    }
    if statistics.tags > 0 { text += "\nTags: \(Quantity.count(statistics.tags))\n" }
    let sizes = [
      (task.several ? "ndjson" : "json", task.json), ("binary", task.binary),
    ]
    let file = input.size.map { [("file", $0)] } ?? []
    text += "\nSize\n"
    text += Chart.rows(
      (file + sizes).map { name, size in
        let share = percent(size, of: input.size ?? task.json)
        return (name, Double(size), Quantity.bytes(size) + "  " + share)
      })
    return text
  }

  private static let keysShown = 12

  private static func chart(_ rows: [(String, Int)], of all: Int) -> String {
    Chart.rows(
      rows.map { ($0.0, Double($0.1), Quantity.count($0.1) + "  " + percent($0.1, of: all)) })
  }

  private static func percent(_ part: Int, of all: Int) -> String {
    "\(all > 0 ? Int((100 * Double(part) / Double(all)).rounded()) : 0) %".aligned(to: 5)
  }

  /// Returns a key as text for one line, escaped and shortened.
  private static func label(_ key: [UInt8]) -> String {
    let text = String(decoding: key, as: UTF8.self).visible
    return text.count > 24 ? text.prefix(23) + "…" : text
  }

  // MARK: Binary

  private func binaryText(of input: InputFile) throws(CommandError) -> String {
    let whole = try input.wholeInput()
    var inspector = BinaryInspector(whole.bytes) { _ in }
    do throws(WireFailure) {
      try inspector.inspect()
    } catch {
      throw .invalid(
        Problem(error.kind, place: SourcePlace(binaryOffset: error.offset).in(input.name)))
    }
    return Self.text(inspector.statistics, of: input.name)
  }

  private static func text(_ statistics: BinaryStatistics, of name: String) -> String {
    var rows: [(String, Int, String)] = [
      ("all", statistics.total, ""),
      ("tables", statistics.tableBytes, ""),
      ("  keys", statistics.keys.bytes, "\(statistics.keys.count)"),
      ("  key lists", statistics.keyLists.bytes, "\(statistics.keyLists.count)"),
      ("  values", statistics.values.bytes, "\(statistics.values.count)"),
      ("containers", statistics.containers.bytes, "\(statistics.containers.count)"),
      ("scalars", statistics.scalars.bytes, "\(statistics.scalars.count)"),
      ("references", statistics.references.bytes, "\(statistics.references.count)"),
      ("packed blocks", statistics.packed.bytes, "\(statistics.packed.count)"),
    ]
    if statistics.frames.count > 0 {
      rows.insert(("frames", statistics.frames.bytes, "\(statistics.frames.count)"), at: 1)
    }
    var text = "\(name)\n"
    for (label, bytes, count) in rows {
      text += "  " + label.padded(to: 16) + "\(bytes)".aligned(to: 12) + " bytes"
      text += count.isEmpty ? "\n" : count.aligned(to: 12) + "\n"
    }
    text += "saved by\n"
    let savings = [
      ("key lists", statistics.savedByKeyLists, "\(statistics.objects) objects"),
      ("values", statistics.savedByValues, "\(statistics.references.count) references"),
      ("packing", statistics.savedByPacking, "\(statistics.packed.count) blocks"),
    ]
    for (label, bytes, of) in savings {
      text += "  " + label.padded(to: 16) + "\(bytes)".aligned(to: 12) + " bytes  \(of)\n"
    }
    return text
  }
}

/// A task that counts documents, and the bytes that they take as compact JSON and in the binary
/// format.
private final class StatsTask: DocumentTask {
  private(set) var statistics = DocumentStatistics()
  private(set) var json = 0
  private(set) var binary = 0
  let several: Bool
  private let writers: (json: DocumentWriter, binary: DocumentWriter)
  private var output = ByteWriter()

  /// Creates a task. The sizes are those of JSON lines and of a record file if `several` is true,
  /// and of single documents otherwise.
  init(several: Bool) {
    self.several = several
    let layout = Layout(dropsTags: true, nonFinite: .null)
    writers.json = DocumentWriter(.json, several: false, layout)
    writers.binary = DocumentWriter(.binary, several: several, layout)
  }

  func process(_ document: TapeDocument, to _: inout ByteWriter) throws(WireFailure) {
    statistics.add(document.view, document.root)
    output.clear()
    try writers.json.write(document, to: &output)
    json += output.count
    output.clear()
    try writers.binary.write(document, to: &output)
    binary += output.count
  }

  /// Counts the bytes that end the documents.
  func finish() throws(WireFailure) {
    output.clear()
    try writers.binary.finish(to: &output)
    binary += output.count
  }
}

extension String {
  fileprivate func aligned(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
