import CLibYAMLBench
import Ferry

extension DataSet {
  /// The bare event loop over the set's YAML text: every event parsed, none looked at.
  ///
  /// There is no model to compare; the answer is right when the text is parsed to its end and
  /// holds a document.
  var libYAMLEvents: Contestant {
    Contestant(name: "libyaml-events") {
      Trial(
        work: { yaml_bench_count_documents(yaml, yaml.count) },
        flaw: { yaml_bench_count_documents(yaml, yaml.count) > 0 ? nil : "libyaml cannot parse" })
    }
  }

  /// The bare emitter: the events of the set's YAML text, recorded before, written again.
  var libYAMLEmit: Contestant {
    Contestant(name: "libyaml-emit") {
      let recording = try YAMLRecording(of: yaml)
      return Trial(
        work: { try recording.emit() },
        flaw: { try difference(of: YAML.decode(Model.self, from: recording.emittedText())) })
    }
  }
}

/// The events of a YAML text, to be emitted again.
private final class YAMLRecording {
  /// The text that cannot be parsed, or the events that cannot be written.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let recording: OpaquePointer

  init(of text: [UInt8]) throws {
    guard let recording = yaml_bench_recording_create(text, text.count) else {
      throw Failure(description: "libyaml cannot parse the set's text")
    }
    self.recording = recording
  }

  deinit {
    yaml_bench_recording_free(recording)
  }

  /// Writes the events to memory that is kept from call to call. Returns the number of bytes.
  func emit() throws -> Int {
    let count = yaml_bench_emit(recording)
    guard count >= 0 else { throw Failure(description: "libyaml cannot emit its own events") }
    return count
  }

  /// What ``emit()`` writes.
  func emittedText() throws -> [UInt8] {
    let count = try emit()
    // The bytes are valid until the next `emit`: copied before that.
    return [UInt8](UnsafeBufferPointer(start: yaml_bench_emitted(recording), count: count))
  }
}
