import Ferry
import FerryMacros

/// Streams of records.
extension Golden {
  private final class Output {
    var bytes: [UInt8] = []
    var target: StreamTarget { .receiver { self.bytes += $0 } }
  }

  private static func text(_ name: String, _ layout: JSON.RecordLayout) -> Golden {
    Golden(
      "records-\(name).json", Array(TapeReading.many.prefix(10)),
      write: { records in
        let output = Output()
        let writer = try JSON.recordWriter(
          for: TapeReading.self, to: output.target, as: layout)
        for record in records { try writer.write(record) }
        try writer.finish()
        return output.bytes
      },
      read: { bytes in
        let records: JSON.Records =
          switch layout {
          case .lines: .lines
          case .sequence: .sequence
          case .serverSentEvents: .serverSentEvents
          case .array: .elements
          }
        return try JSON.stream(TapeReading.self, from: .bytes(bytes), as: records).map {
          try $0.get()
        }
      })
  }

  private static func file(
    _ name: String, _ setting: @Sendable (inout Binary.Encoder) -> Void
  ) -> Golden {
    let encoder = Binary.Encoder(setting)
    return Golden(
      "records-\(name).ferry", TapeReading.many,
      write: { records in
        let output = Output()
        let writer = try Binary.recordWriter(
          for: TapeReading.self, to: output.target, encoder: encoder)
        for record in records { try writer.write(record) }
        try writer.finish()
        return output.bytes
      },
      read: { bytes in
        let file = try Binary.RecordFile<TapeReading>(bytes)
        let last = try file.record(at: file.count - 1)
        let values = try file.records.map { try $0.get() }
        return last == values.last ? values : []
      })
  }

  static let records: [Golden] = [
    text("lines", .lines), text("sequence", .sequence), text("array", .array),
    file("default") { _ in },
    file("plain") { $0.internsTexts = false },
  ]
}
