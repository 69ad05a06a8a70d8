package import FerryBase

extension Problem {
  /// Creates the problem of a file or another stream for which the system refuses an operation:
  /// `events.ndjson: cannot open: No such file or directory`. `code` is the system's number for the
  /// reason (`errno`); 0 if the file is not a regular file.
  package init(system name: String, _ operation: String, code: Int32) {
    let reason = code == 0 ? "not a regular file" : systemMessage(code)
    self.init(.system, place: SourcePlace(file: name))
    subject = .words("cannot \(operation): \(reason)", errorNumber: code == 0 ? nil : code)
  }
}
