import Ferry
import FerryConfiguration
import FerryTestSupport
import Foundation
import Synchronization
import Testing

private struct Model: Codable, Equatable, Sendable {
  var number = 0
}

/// The last model of a configuration, and all errors.
private final class Versions: Sendable {
  private let last = Mutex<Model?>(nil)
  private let texts = Mutex<[String]>([])
  private let task = Mutex<Task<Void, Never>?>(nil)

  var number: Int? { last.withLock { $0?.number } }
  var reports: [String] { texts.withLock { $0 } }

  init(_ configuration: LayeredConfiguration) {
    let models = configuration.updates(of: Model.self) { [weak self] error in
      self?.texts.withLock { $0.append("\(error)") }
    }
    let task = Task { [weak self] in
      for await model in models { self?.last.withLock { $0 = model } }
    }
    self.task.withLock { $0 = task }
  }

  deinit { task.withLock { $0?.cancel() } }
}

@Suite("Reload")
struct ReloadTests {
  private func text(_ number: Int) -> String { #"{"number": \#(number)}"# }

  @Test("each way to replace a file is a new version", arguments: FileReplacement.all)
  func replacements(_ way: FileReplacement) async throws {
    try await way.withFile(text(1)) { file in
      var configuration = LayeredConfiguration(decoder: JSON.Decoder())
      try configuration.add(contentsOf: file.path)
      let versions = Versions(configuration)
      #expect(await eventually { versions.number == 1 })
      for number in 2...4 {
        if let interrupt = way.interrupt {
          let count = versions.reports.count
          try interrupt(file)
          #expect(await eventually { versions.reports.count > count }, "\(way)")
        }
        try way.replace(file, with: text(number))
        #expect(await eventually { versions.number == number }, "\(way), version \(number)")
      }
    }
  }

  @Test("a pipe in place of a file is reported once, and then the next file is read")
  func pipe() async throws {
    let folder = try LayerFolder(["app.json": text(1)])
    var configuration = LayeredConfiguration(decoder: JSON.Decoder())
    try configuration.add(contentsOf: folder.file("app.json"))
    let versions = Versions(configuration)
    #expect(await eventually { versions.number == 1 })
    unlink(folder.file("app.json"))
    mkfifo(folder.file("app.json"), 0o600)
    let report = folder.file("app.json") + ": cannot open: not a regular file"
    #expect(await eventually { versions.reports.last == report }, "\(versions.reports)")
    let count = versions.reports.count
    // A writer of the pipe is no other version.
    let descriptor = open(folder.file("app.json"), O_RDWR)
    #expect(write(descriptor, "x", 1) == 1)
    close(descriptor)
    try await Task.sleep(for: .milliseconds(300))
    #expect(versions.reports.count == count)
    unlink(folder.file("app.json"))
    try folder.write(text(2), to: "app.json")
    #expect(await eventually { versions.number == 2 })
  }

  @Test("a file with the same values is no new version")
  func sameValues() async throws {
    let folder = try LayerFolder(["app.json": text(1)])
    var configuration = LayeredConfiguration(decoder: JSON.Decoder())
    try configuration.add(contentsOf: folder.file("app.json"))
    var models = configuration.updates(of: Model.self) { Issue.record("\($0)") }.makeAsyncIterator()
    #expect(await models.next()?.number == 1)
    try folder.write(text(1) + "\n\n", to: "app.json")
    try await Task.sleep(for: .milliseconds(200))
    try folder.write(text(2), to: "app.json")
    #expect(await models.next()?.number == 2)
  }

  @Test("a version is an element while writes go on")
  func endlessWrites() async throws {
    let folder = try LayerFolder(["app.json": text(0)])
    var configuration = LayeredConfiguration(decoder: JSON.Decoder())
    try configuration.add(contentsOf: folder.file("app.json"))
    var models = configuration.updates(of: Model.self) { _ in }.makeAsyncIterator()
    #expect(await models.next()?.number == 0)
    let isDone = Atomic(false)
    let writer = Task.detached { [text = text] in
      var number = 0
      while !isDone.load(ordering: .relaxed) {
        number += 1
        try folder.write(text(number), to: "app.json")
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    #expect(try #require(await models.next()?.number) > 0)
    isDone.store(true, ordering: .relaxed)
    try await writer.value
  }

  @Test("a pipe that the program adds is read")
  func addedPipe() throws {
    let folder = try LayerFolder()
    mkfifo(folder.file("pipe"), 0o600)
    let writer = Thread { [text = text(7), path = folder.file("pipe")] in
      try? FileHandle(forWritingTo: URL(fileURLWithPath: path)).write(contentsOf: Data(text.utf8))
    }
    writer.start()
    var configuration = LayeredConfiguration(decoder: JSON.Decoder())
    try configuration.add(contentsOf: folder.file("pipe"))
    #expect(try configuration.decode(Model.self).number == 7)
  }

  @Test("the null device is an empty file in every version")
  func nullDevice() async throws {
    let folder = try LayerFolder(["app.json": text(1)])
    var configuration = LayeredConfiguration(decoder: JSON.Decoder())
    try configuration.add(contentsOf: folder.file("app.json"))
    try configuration.add(contentsOf: "/dev/null")
    let versions = Versions(configuration)
    #expect(await eventually { versions.number == 1 })
    try folder.write(text(2), to: "app.json")
    #expect(await eventually { versions.number == 2 })
    #expect(versions.reports.isEmpty)
  }

  @Test(
    "a file of variables and a secret file are reloaded through other hard links",
    arguments: [".env", "secrets/number", "secrets/deep/number"])
  func variables(_ name: String) async throws {
    let isSecret = name.hasPrefix("secrets")
    let line = { (number: Int) in isSecret ? "\(number)" : "APP_NUMBER=\(number)" }
    let folder = try LayerFolder([
      name: line(1), "other/x": "", "base.json": #"{"number": 0, "deep": {"number": 0}}"#,
    ])
    unlink(folder.file("other/x"))
    #expect(link(folder.file(name), folder.file("other/x")) == 0)
    struct Deep: Codable, Sendable { var number = 0, deep = Model() }
    var configuration = LayeredConfiguration(decoder: JSON.Decoder())
    try configuration.add(contentsOf: folder.file("base.json"))
    if isSecret {
      try configuration.addSecrets(in: folder.file("secrets"), includesSubfolders: true)
    } else {
      try configuration.addEnvironment(contentsOf: folder.file(".env"), prefix: "APP_")
    }
    var models = configuration.updates(of: Deep.self) { Issue.record("\($0)") }.makeAsyncIterator()
    for number in 1...3 {
      let model = await models.next()
      #expect((name.contains("deep") ? model?.deep.number : model?.number) == number)
      try folder.write(line(number + 1), to: "other/x")
    }
  }

  @Test("the file of a profile may appear later")
  func profile() async throws {
    let folder = try LayerFolder(["app.json": text(1)])
    var configuration = LayeredConfiguration(decoder: JSON.Decoder())
    try configuration.add(contentsOf: folder.file("app.json"), profile: "test", isOptional: true)
    let versions = Versions(configuration)
    #expect(await eventually { versions.number == 1 })
    try folder.write(text(2), to: "app.test.json")
    #expect(await eventually { versions.number == 2 })
  }

  #if FERRY_YAML
  @Test("a missing or invalid included file is watched")
  func includedFile() async throws {
    let folder = try LayerFolder(["main.yaml": "number: 1\n"])
    var decoder = YAML.Decoder()
    decoder.tagHandlers["!include"] = .include(from: folder.path)
    var configuration = LayeredConfiguration(decoder: decoder)
    try configuration.add(contentsOf: folder.file("main.yaml"))
    let versions = Versions(configuration)
    #expect(await eventually { versions.number == 1 })
    try folder.write("number: !include part.yaml\n", to: "main.yaml")
    #expect(await eventually { versions.reports.last?.contains("cannot read the file") == true })
    try folder.write("[\n", to: "part.yaml")
    #expect(await eventually { versions.reports.last?.contains("part.yaml:") == true })
    try folder.write("2\n", to: "part.yaml")
    #expect(await eventually { versions.number == 2 })
  }
  #endif
}
