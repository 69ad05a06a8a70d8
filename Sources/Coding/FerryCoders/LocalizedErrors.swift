public import FerryBase
public import FerryEssentials

extension Problem: LocalizedError {
  /// The whole report, which is also Foundation's `localizedDescription`.
  public var errorDescription: String? { description }
}
