public import FerryBase
public import FerryEssentials
public import FerryStreams

// Foundation's `localizedDescription` of these errors is their report.

extension Problem: LocalizedError {
  /// The whole report.
  public var errorDescription: String? { description }
}

extension StreamError: LocalizedError {
  /// The name of the stream, the operation and the system's reason.
  public var errorDescription: String? { description }
}
