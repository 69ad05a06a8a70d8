import Ferry
import FerryCBOR
import FerryMessagePack

/// Laws that one input is asked about.
public struct FuzzTarget: Sendable {
  /// How it is called, as the folders of its seeds and finds are.
  public let name: String
  /// Ends the process unless the laws hold for the bytes of an input.
  public let check: @Sendable (UnsafePointer<UInt8>, Int) -> Void

  /// A target of its own.
  public init(
    _ name: String, _ check: @escaping @Sendable (UnsafePointer<UInt8>, Int) -> Void
  ) {
    self.name = name
    self.check = check
  }

  /// Everything that is fuzzed.
  public static let all = [
    FuzzTarget("FuzzJSON", checkJSON), FuzzTarget("FuzzBinary", checkBinary),
    FuzzTarget("FuzzYAML", checkYAML), FuzzTarget("FuzzStream", checkStream),
    FuzzTarget("FuzzPath", checkPath), FuzzTarget("FuzzEncode", checkEncode),
    FuzzTarget("FuzzDirect", checkDirectCoding), FuzzTarget("FuzzFoundation", checkFoundation),
    FuzzTarget("FuzzCBOR", checkItems(CBOR.self)),
    FuzzTarget("FuzzMessagePack", checkItems(MessagePack.self)),
    FuzzTarget("FuzzSchema", checkSchema), FuzzTarget("FuzzEdit", checkEdits),
    FuzzTarget("FuzzPatch", checkPatches), FuzzTarget("FuzzVerdict", checkVerdicts),
  ]
}
