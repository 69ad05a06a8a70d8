import Ferry
import FerryTestSupport
import Foundation
import Testing

@Suite("Hostile inputs, in every format")
struct HostileInputTests {
  private static let value: AnyValue = [
    "name": "käse 😀 \n", "list": [1, -2.5, 1e300, true, nil, []],
    "map": ["a": ["b": "c", "a": "c"]],
  ]

  @Test("every prefix of a document is an error or a value")
  func truncation() throws {
    let value = Self.value
    Truncation.check(try JSON.encode(value)) { _ = try JSON.decode(AnyValue.self, from: $0) }
    Truncation.check(try Binary.encode(value)) { _ = try Binary.decode(AnyValue.self, from: $0) }
    let numbers = (0..<200).map { Double($0) / 3 }
    Truncation.check(try Binary.encode(numbers)) { _ = try Binary.decode([Double].self, from: $0) }
    #if FERRY_YAML
    Truncation.check(try YAML.encode(value), isComplete: { _ in true }) {
      _ = try YAML.decode(AnyValue.self, from: $0)
    }
    #endif
  }

  private static let json: JSON.Encoder = {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  private static let binary: Binary.Encoder = {
    var encoder = Binary.Encoder()
    encoder.isCanonical = true
    return encoder
  }()

  /// The law of damaged documents: a value that is read is the same when it is written and read
  /// again. Texts are compared, since a value that is not a number is not equal to itself.
  private func expectError<T: Codable>(
    or type: T.Type, jsonFrom bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let value = try? JSON.decode(type, from: bytes) else { return }
    let text = try Self.json.encode(value)
    #expect(
      try Self.json.encode(JSON.decode(type, from: text)) == text, "\(bytes)",
      sourceLocation: sourceLocation)
  }

  private func expectError<T: Codable>(
    or type: T.Type, binaryFrom bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let value = try? Binary.decode(type, from: bytes) else { return }
    let document = try Self.binary.encode(value)
    #expect(
      try Self.binary.encode(Binary.decode(type, from: document)) == document, "\(bytes)",
      sourceLocation: sourceLocation)
  }

  @Test("a document with a changed bit is an error, or a value that comes back")
  func mutation() throws {
    let documents = [try JSON.encode(Self.value), try Binary.encode(Self.value)]
    for document in documents {
      for position in document.indices {
        for bit in 0..<8 {
          var mutated = document
          mutated[position] ^= 1 << bit
          try expectError(or: AnyValue.self, jsonFrom: mutated)
          try expectError(or: AnyValue.self, binaryFrom: mutated)
          try expectError(or: RandomModel.self, binaryFrom: mutated)
        }
      }
    }
  }

  @Test("a random model with changed bytes is an error, or a model that comes back")
  func randomMutation() throws {
    var random = SeededGenerator(for: "HostileInput")
    for _ in 0..<(isDebugBuild ? 100 : 3000) {
      let model = random.model(depth: 1)
      var (text, binary) = (try JSON.encode(model), try Binary.encode(model))
      for _ in 0..<5 {
        text[random.int(0..<text.count)] = UInt8(truncatingIfNeeded: random.next())
        binary[random.int(0..<binary.count)] = UInt8(truncatingIfNeeded: random.next())
        try expectError(or: RandomModel.self, jsonFrom: text)
        try expectError(or: RandomModel.self, binaryFrom: binary)
      }
    }
  }

  private final class Link: Codable {
    let next: Link?
    init(_ next: Link?) { self.next = next }
  }

  private struct Folder: Codable {
    var folders: [String: Folder] = [:]
  }

  private static func codes<T: Codable>(_ value: T) -> Bool {
    guard let text = try? JSON.encode(value), let bytes = try? Binary.encode(value) else {
      return false
    }
    return (try? JSON.decode(T.self, from: text)) != nil
      && (try? Binary.decode(T.self, from: bytes)) != nil
  }

  /// In a process of its own: a stack that is too small ends it.
  @Test("models as deep as the limit allows fit a small stack")
  func smallStack() async {
    await #expect(processExitsWith: .success) {
      let thread = Thread {
        var (tree, folder, link) = (Fixtures.Tree(0), Folder(), Link(nil))
        // Two containers a level, one object to begin with.
        for value in 1...255 {
          tree = Fixtures.Tree(value, [tree])
          folder = Folder(folders: ["a": folder])
        }
        for _ in 1...511 { link = Link(link) }
        guard Self.codes(tree), Self.codes(folder), Self.codes(link) else {
          fatalError("a model was not coded")
        }
      }
      // Frames are several times as large without optimisation.
      thread.stackSize = isDebugBuild || isAddressSanitized ? 8 << 20 : 512 << 10
      thread.start()
      while !thread.isFinished { usleep(1000) }
    }
  }
}
