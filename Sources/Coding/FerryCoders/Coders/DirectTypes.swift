package import FerryBase
import Synchronization

/// Finds the direct coding of types that a caller knows only as `Codable`, such as those of a function
/// `get<T: Decodable>`.
///
/// Only types with a table, and arrays of them, count. The loops over their properties are compiled with
/// the formats. The code of other types would run unspecialized, slower than decoding through the tape.
package enum DirectTypes {
  /// Returns the type as one with direct coding that a caller without its type should use.
  @inline(__always)
  package static func decodable<T>(_ type: T.Type) -> (any DirectDecodable.Type)? {
    known.contains(.init(type)) ? nil : findDecodable(type)
  }

  /// Returns the type as one with direct coding that a caller without its type should use.
  @inline(__always)
  package static func encodable<T>(_ type: T.Type) -> (any DirectEncodable.Type)? {
    known.contains(.init(type), isWritten: true) ? nil : findEncodable(type)
  }

  @inline(never)
  private static func findDecodable<T>(_ type: T.Type) -> (any DirectDecodable.Type)? {
    if let direct = type as? any DirectDecodable.Type, direct._isCodedInArrays { return direct }
    known.insert(.init(type))
    return nil
  }

  @inline(never)
  private static func findEncodable<T>(_ type: T.Type) -> (any DirectEncodable.Type)? {
    if let direct = type as? any DirectEncodable.Type, direct._isWrittenInArrays { return direct }
    known.insert(.init(type), isWritten: true)
    return nil
  }

  private static let known = TapeTypes()
}

/// Some of the types that are coded through the tape. A look-up takes a few instructions and no lock, a
/// cast to a protocol as many as a small message.
@safe
private final class TapeTypes: @unchecked Sendable {
  // Sendable: the memory does not change, and its contents are atomic.

  // The hash of a type's address gives a pair of words. The address is in the first one if decoding goes
  // through the tape, and in the second one if encoding does. A type that lost its words to another one is
  // cast again.
  private let places: UnsafeMutablePointer<Atomic<UInt>>
  private static let count = 128

  init() {
    unsafe places = .allocate(capacity: Self.count)
    for index in 0..<Self.count { unsafe (places + index).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe places.deinitialize(count: Self.count)
    unsafe places.deallocate()
  }

  @inline(__always)
  private func place(
    of type: ObjectIdentifier, _ isWritten: Bool
  ) -> (UnsafeMutablePointer<Atomic<UInt>>, UInt) {
    let address = UInt(bitPattern: type)
    // Metadata is aligned to eight bytes.
    let index = Int(truncatingIfNeeded: (address &>> 2) ^ (address &>> 8)) & (Self.count &- 2)
    return unsafe (places + index + (isWritten ? 1 : 0), address)
  }

  @inline(__always)
  func contains(_ type: ObjectIdentifier, isWritten: Bool = false) -> Bool {
    let (place, entry) = unsafe place(of: type, isWritten)
    return unsafe place.pointee.load(ordering: .relaxed) == entry
  }

  func insert(_ type: ObjectIdentifier, isWritten: Bool = false) {
    let (place, entry) = unsafe place(of: type, isWritten)
    unsafe place.pointee.store(entry, ordering: .relaxed)
  }
}
