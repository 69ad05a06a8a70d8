import FerryCoding
import Ferry
import FerryStreams

extension LayeredConfiguration {
  /// Returns the model, and its next version after each change of the configuration's values.
  ///
  /// All layers are added again, in the same order. A version is an element only if it decodes.
  /// Otherwise `report` gets the error, and the program keeps the previous version:
  ///
  /// ```swift
  /// for await settings in configuration.updates(of: Settings.self, report: { log.error("\($0)") }) {
  ///   server.apply(settings)
  /// }
  /// ```
  ///
  /// A file is read once it has not changed for 30 milliseconds, so that a file that is just being
  /// written is not read in part. If changes go on, a version that decodes is an element after half a
  /// second. Files with the same values as before are no new version. If versions come faster than
  /// they are awaited, the newest one counts. The environment is the one that the configuration was
  /// made with.
  ///
  /// A change is another version even if the size and the modification time of the file stay equal.
  /// In place of a file, `report` gets an error for a pipe, a device or a folder. The updates go on
  /// when a regular file is back.
  ///
  /// On Linux the system reports changes of the files, also through hard links and bind mounts, of
  /// their directories, and of symbolic links on the way. Elsewhere, the files are looked at every
  /// 100 milliseconds.
  public func updates<Model: Decodable & Sendable>(
    of model: Model.Type, report: @escaping @Sendable (any Error) -> Void
  ) -> AsyncStream<Model> {
    let configuration = self
    let (models, continuation) = AsyncStream.makeStream(
      of: Model.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      var versions = ConfigurationVersions(
        configuration: configuration, files: configuration.files)
      while !Task.isCancelled {
        let files = versions.files
        let watcher = FileWatcher(files)
        await versions.next(model, continuation, report)
        // Otherwise, the version has other files to watch.
        if versions.files == files { for await _ in watcher.changes { break } }
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return models
  }

  /// Adds all layers again. Returns their files and the new model.
  fileprivate func reloaded<Model: Decodable>(
    _ model: Model.Type
  ) -> (files: [String], result: Result<(model: Model, values: AnyValue?), any Error>) {
    var fresh = LayeredConfiguration(optionsOf: self)
    let reload = Reload()
    let result = Result {
      try Reload.$current.withValue(reload) { for source in sources { try fresh.add(source) } }
      return (model: try fresh.decode(model), values: try? fresh.value())
    }
    return (fresh.files + reload.files, result)
  }
}

/// The versions of the files of a configuration.
private struct ConfigurationVersions {
  let configuration: LayeredConfiguration
  /// The files of all versions so far, and those that they include.
  var files: [String]
  /// The states of these files.
  var read: [FileState]?
  /// The values of the previous version; `nil` if they do not fit into an `AnyValue`.
  var values: AnyValue?

  /// Reads the files if they are another version than the one before.
  mutating func next<Model: Decodable & Sendable>(
    _ model: Model.Type, _ continuation: AsyncStream<Model>.Continuation,
    _ report: (any Error) -> Void
  ) async {
    let limit = ContinuousClock.now + .milliseconds(470)
    while true {
      guard let states = await settledStates(until: limit), states != read else { return }
      let (found, result) = configuration.reloaded(model)
      let known = files
      for file in found where !files.contains(file) { files.append(file) }
      // The files may have changed while they were read.
      let isLate = ContinuousClock.now >= limit && (try? result.get()) != nil
      guard files == known, isLate || self.states == states else { continue }
      read = states
      switch result {
      case .success(let (model, values)):
        if values == nil || values != self.values { continuation.yield(model) }
        self.values = values
      // A program that has ended the updates may have removed the files.
      case .failure(let error): if !Task.isCancelled { report(error) }
      }
      return
    }
  }

  /// Waits until no file changes for a while, or until `limit`. Returns the states of the files; nil if
  /// the task is cancelled.
  private func settledStates(until limit: ContinuousClock.Instant) async -> [FileState]? {
    var previous = states
    while true {
      do { try await Task.sleep(for: .milliseconds(30)) } catch { return nil }
      let states = states
      if states == previous || ContinuousClock.now >= limit { return states }
      previous = states
    }
  }

  private var states: [FileState] { files.map(FileState.init) }
}
