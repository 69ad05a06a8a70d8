/// What a stream does about what goes wrong and about what is large.
public struct StreamOptions: Sendable {
  /// Whether a stream goes on behind a record that cannot be read or decoded. By default its error
  /// is the last that comes.
  public var continuesAfterErrors = false
  /// Bytes of one record, at most, of a record file those of one frame: a stream holds it as a
  /// whole. 256 MiB by default.
  ///
  /// A longer one is an error. Behind it, streams of lines and sequences go on if
  /// ``continuesAfterErrors`` is set, without holding it; all others end.
  public var recordSizeLimit = 256 << 20

  /// The default options.
  public init(continuesAfterErrors: Bool = false) {
    self.continuesAfterErrors = continuesAfterErrors
  }
}
