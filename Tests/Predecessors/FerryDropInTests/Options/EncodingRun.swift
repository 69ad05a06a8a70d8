import Foundation

/// Keeps the coding paths that models see while they encode, and what they put off.
final class EncodingRun: @unchecked Sendable {
  // Used by one encoder on one thread.

  private(set) var log: [String] = []
  fileprivate var late: [() throws -> Void] = []
  /// Inside of a super encoder, whose value Foundation takes when nobody has it any more.
  private var isInSuper = false

  func note(_ text: String) { log.append(text) }
}

/// A model that writes what a script says.
struct ScriptedValue: Encodable {
  let script: EncodingScript

  func encode(to encoder: any Encoder) throws {
    guard let run = encoder.userInfo[.run] as? EncodingRun else { return }
    let outer = run.late
    run.late = []
    try run.perform(script, encoder)
    while !run.late.isEmpty {
      let late = run.late
      run.late = []
      for step in late { try step() }
    }
    run.late = outer
  }
}

extension EncodingRun {
  fileprivate func perform(_ script: EncodingScript, _ encoder: any Encoder) throws {
    note("encoder at \(describe(encoder.codingPath.suffix(1)))")
    switch script {
    case .scalar(let value):
      var container = encoder.singleValueContainer()
      note("single at \(describe(container.codingPath.suffix(1)))")
      try container.encode(value)
    case .keyed(let kind, let steps): try keyed(kind, steps, encoder)
    case .unkeyed(let steps): try unkeyed(steps, encoder.unkeyedContainer())
    case .reopened(let first, let kind, let second):
      var container = encoder.container(keyedBy: TextKey.self)
      try keyed(kind, second, encoder)
      for step in first { try perform(step, &container) }
    }
  }

  private func performInSuper(_ script: EncodingScript, _ encoder: any Encoder) throws {
    let wasInSuper = isInSuper
    isInSuper = true
    defer { isInSuper = wasInSuper }
    try perform(script, encoder)
  }

  private func keyed(_ kind: ScriptKeyKind, _ steps: [KeyedWrite], _ encoder: any Encoder) throws {
    switch kind {
    case .text: try perform(steps, encoder.container(keyedBy: TextKey.self))
    case .integer: try perform(steps, encoder.container(keyedBy: IntegerKey.self))
    case .loose: try perform(steps, encoder.container(keyedBy: LooseKey.self))
    case .only: try perform(steps, encoder.container(keyedBy: OnlyKey.self))
    }
  }

  private func perform<K: ScriptKey>(
    _ steps: [KeyedWrite], _ container: KeyedEncodingContainer<K>
  ) throws {
    var container = container
    var steps = steps
    // The only key of a type may be that of a nested container or that of another value.
    if K.plain(0).stringValue == K.nested.stringValue, steps.contains(where: \.isNested) {
      steps.removeAll { !$0.isNested }
    }
    note("container at \(describe(container.codingPath.suffix(1)))")
    for step in steps {
      if step.isLate, !isInSuper {
        let kept = container
        late.append {
          var container = kept
          try self.perform(step, &container)
        }
      } else {
        try perform(step, &container)
      }
    }
  }

  private func perform<K: ScriptKey>(
    _ step: KeyedWrite, _ container: inout KeyedEncodingContainer<K>
  ) throws {
    let key = step.isNested ? K.nested : K.plain(step.key)
    switch step.operation {
    case .scalar(let value): try container.encode(value, forKey: key)
    case .absent(let scalar): try container.encodeNothing(scalar, forKey: key)
    case .null: try container.encodeNil(forKey: key)
    case .model(let script): try container.encode(ScriptedValue(script: script), forKey: key)
    case .list(let scripts):
      try container.encode(scripts.map(ScriptedValue.init), forKey: key)
    case .map(let scripts):
      try container.encode(scripts.mapValues(ScriptedValue.init), forKey: key)
    case .numbered(let scripts):
      try container.encode(scripts.mapValues(ScriptedValue.init), forKey: key)
    case .keyed(let kind, let steps):
      switch kind {
      case .text: try perform(steps, container.nestedContainer(keyedBy: TextKey.self, forKey: key))
      case .integer:
        try perform(steps, container.nestedContainer(keyedBy: IntegerKey.self, forKey: key))
      case .loose:
        try perform(steps, container.nestedContainer(keyedBy: LooseKey.self, forKey: key))
      case .only: try perform(steps, container.nestedContainer(keyedBy: OnlyKey.self, forKey: key))
      }
    case .unkeyed(let steps): try unkeyed(steps, container.nestedUnkeyedContainer(forKey: key))
    case .superEncoder(let script): try performInSuper(script, container.superEncoder())
    case .superEncoderForKey(let script):
      try performInSuper(script, container.superEncoder(forKey: key))
    case .path: note("path \(describe(container.codingPath.suffix(1)))")
    }
  }

  private func unkeyed(
    _ steps: [UnkeyedWrite], _ container: any UnkeyedEncodingContainer
  ) throws {
    var container = container
    note("list at \(describe(container.codingPath.suffix(1)))")
    for step in steps {
      switch step {
      case .scalar(let value): try container.encode(value)
      case .null: try container.encodeNil()
      case .model(let script): try container.encode(ScriptedValue(script: script))
      case .keyed(let kind, let steps):
        switch kind {
        case .text: try perform(steps, container.nestedContainer(keyedBy: TextKey.self))
        case .integer: try perform(steps, container.nestedContainer(keyedBy: IntegerKey.self))
        case .loose: try perform(steps, container.nestedContainer(keyedBy: LooseKey.self))
        case .only: try perform(steps, container.nestedContainer(keyedBy: OnlyKey.self))
        }
      case .unkeyed(let steps): try unkeyed(steps, container.nestedUnkeyedContainer())
      case .superEncoder(let script): try performInSuper(script, container.superEncoder())
      case .path: note("path \(describe(container.codingPath.suffix(1))) count \(container.count)")
      }
    }
  }
}
