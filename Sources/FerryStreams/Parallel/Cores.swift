internal import FerrySystem

/// The processor cores of this machine.
public enum Cores {
  /// How many there are to be used.
  public static let available = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
