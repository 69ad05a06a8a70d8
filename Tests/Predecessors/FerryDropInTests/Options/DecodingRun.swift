import Foundation

/// Runs a script with a decoder and keeps what it was given: values, errors and coding paths.
final class DecodingRun: @unchecked Sendable {
  // Used by one decoder on one thread.

  private(set) var log: [String] = []
  /// The next step of the model.
  private var script: DecodingScript
  private var late: [() -> Void] = []
  private var isFinishing = false
  /// Inside of a dictionary: of equal keys, Ferry decodes both values and takes the first.
  private var isMuted = false

  init(_ script: DecodingScript) { self.script = script }

  /// Does what was put off.
  func finish() {
    isFinishing = true
    while !late.isEmpty {
      let steps = late
      late = []
      for step in steps { step() }
    }
  }

  /// Releases the containers of the steps that were put off.
  func forget() { late = [] }

  func note(_ text: String) { if !isMuted { log.append(text) } }

  private func words(_ error: any Error) -> String { describe(error) { self.words($0) } }

  /// A coding path in words. Two keys may have led to one value by the time that what was put off is
  /// done, so names alone count then.
  private func words(_ path: any Sequence<any CodingKey>) -> String {
    isFinishing ? path.map { $0.stringValue }.joined(separator: "/") : describe(path)
  }

  private func with<R>(_ next: DecodingScript, _ body: () throws -> R) rethrows -> R {
    let outer = script
    script = next
    defer { script = outer }
    return try body()
  }

  private func muted<R>(_ body: () throws -> R) rethrows -> R {
    let wasMuted = isMuted
    isMuted = true
    defer { isMuted = wasMuted }
    return try body()
  }

  private func attempt(_ name: String, catching: Bool, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      note("\(name): \(words(error))")
      if !catching { throw error }
    }
  }

  // MARK: Models

  func run(_ decoder: any Decoder) throws {
    note("decoder at \(words(decoder.codingPath))")
    switch script {
    case .scalar(let scalar):
      let container = try decoder.singleValueContainer()
      note("single at \(words(container.codingPath)) nil \(container.decodeNil())")
      try note(scalar.read(container))
    case .keyed(let kind, let steps): try keyed(kind, steps, decoder)
    case .unkeyed(let steps): try unkeyed(steps, decoder.unkeyedContainer())
    case .reopened(let first, let kind, let second):
      let container = try decoder.container(keyedBy: TextKey.self)
      try keyed(kind, second, decoder)
      for step in first { try perform(step, container) }
    }
  }

  private func keyed(
    _ kind: ScriptKeyKind, _ steps: [KeyedStep], _ decoder: any Decoder
  ) throws {
    switch kind {
    case .text: try perform(steps, decoder.container(keyedBy: TextKey.self))
    case .integer: try perform(steps, decoder.container(keyedBy: IntegerKey.self))
    case .loose: try perform(steps, decoder.container(keyedBy: LooseKey.self))
    case .only: try perform(steps, decoder.container(keyedBy: OnlyKey.self))
    }
  }

  private func perform<K: ScriptKey>(
    _ steps: [KeyedStep], _ container: KeyedDecodingContainer<K>
  ) throws {
    note("container at \(words(container.codingPath))")
    for step in steps {
      if step.isLate, !isMuted {
        late.append { try? self.perform(step, container) }
      } else {
        try perform(step, container)
      }
    }
  }

  private func perform<K: ScriptKey>(
    _ step: KeyedStep, _ container: KeyedDecodingContainer<K>
  ) throws {
    let key = K.key(step.key)
    try attempt("\(key)", catching: step.catches) {
      switch step.operation {
      case .scalar(let scalar):
        try note("\(key) " + scalar.read(container, key))
      case .scalarIfPresent(let scalar):
        try note("\(key) " + scalar.readIfPresent(container, key))
      case .model(let script):
        _ = try with(script) { try container.decode(Scripted.self, forKey: key) }
      case .modelIfPresent(let script):
        let model = try with(script) { try container.decodeIfPresent(Scripted.self, forKey: key) }
        note("\(key) is \(model == nil ? "nil" : "there")")
      case .optional(let script):
        let model = try with(script) { try container.decode(Scripted?.self, forKey: key) }
        note("\(key) is \(model == nil ? "nil" : "there")")
      case .list(let script):
        let list = try with(script) { try container.decode([Scripted].self, forKey: key) }
        note("\(key) has \(list.count)")
      // Foundation goes through a dictionary in an order of its own, so which error comes first is a
      // matter of chance.
      case .map(let script):
        let map = muted {
          with(script) { try? container.decode([String: Scripted].self, forKey: key) }
        }
        note("\(key) is \(map.map { "\($0.keys.sorted())" } ?? "no map")")
      case .numbered:
        let map = try? container.decode([Int: Int].self, forKey: key)
        note("\(key) is \(map.map { "\($0.sorted { $0.key < $1.key })" } ?? "no map")")
      case .representable:
        let map = try? container.decode([RepresentableKey: Int].self, forKey: key)
        note("\(key) is \(map.map { "\($0.map { "\($0)" }.sorted())" } ?? "no map")")
      case .keyed(let kind, let steps): try nested(kind, steps, container, key)
      case .unkeyed(let steps):
        try unkeyed(steps, container.nestedUnkeyedContainer(forKey: key))
      case .superDecoder(let script): try with(script) { try run(container.superDecoder()) }
      case .superDecoderForKey(let script):
        try with(script) { try run(container.superDecoder(forKey: key)) }
      case .contains: note("\(key) contained \(container.contains(key))")
      case .null: try note("\(key) null \(container.decodeNil(forKey: key))")
      case .allKeys: note("keys \(container.allKeys.map { describe([$0]) }.sorted())")
      case .path: note("path \(words(container.codingPath))")
      }
    }
  }

  private func nested<K: ScriptKey>(
    _ kind: ScriptKeyKind, _ steps: [KeyedStep], _ container: KeyedDecodingContainer<K>, _ key: K
  ) throws {
    switch kind {
    case .text: try perform(steps, container.nestedContainer(keyedBy: TextKey.self, forKey: key))
    case .integer:
      try perform(steps, container.nestedContainer(keyedBy: IntegerKey.self, forKey: key))
    case .loose: try perform(steps, container.nestedContainer(keyedBy: LooseKey.self, forKey: key))
    case .only: try perform(steps, container.nestedContainer(keyedBy: OnlyKey.self, forKey: key))
    }
  }

  // MARK: Lists

  private func unkeyed(
    _ steps: [UnkeyedStep], _ container: any UnkeyedDecodingContainer
  ) throws {
    var container = container
    note("list of \(container.count ?? -1) at \(words(container.codingPath))")
    for step in steps {
      try attempt("[\(container.currentIndex)]", catching: step.catches) {
        switch step.operation {
        case .scalar(let scalar): try note(scalar.read(&container))
        // Behind the end, Foundation counts on.
        case .scalarIfPresent where container.isAtEnd: note("end")
        case .scalarIfPresent(let scalar):
          try note(scalar.readIfPresent(&container))
        case .model(let script): _ = try with(script) { try container.decode(Scripted.self) }
        case .keyed(let kind, let steps):
          switch kind {
          case .text: try perform(steps, container.nestedContainer(keyedBy: TextKey.self))
          case .integer: try perform(steps, container.nestedContainer(keyedBy: IntegerKey.self))
          case .loose: try perform(steps, container.nestedContainer(keyedBy: LooseKey.self))
          case .only: try perform(steps, container.nestedContainer(keyedBy: OnlyKey.self))
          }
        case .unkeyed(let steps): try unkeyed(steps, container.nestedUnkeyedContainer())
        case .superDecoder(let script): try with(script) { try run(container.superDecoder()) }
        case .null: try note("null \(container.decodeNil())")
        case .path: note("path \(words(container.codingPath)) index \(container.currentIndex)")
        }
      }
    }
  }
}

/// A model that does what a script says.
struct Scripted: Decodable {
  init(from decoder: any Decoder) throws {
    guard let run = decoder.userInfo[.run] as? DecodingRun else { return }
    try run.run(decoder)
  }
}
