/// A mapping for a keyed container: it locates the values of a type's keys by other means than the
/// names in the object.
///
/// One instance serves all objects of one type, on all threads. Each known key has a place,
/// numbered from 0.
package protocol LocatedKeys: AnyObject, Sendable {
  /// The number of indexes that ``locate(_:_:)`` needs memory for.
  var indexCount: Int { get }

  /// Finds the values in the object of `decoder`. Stores the index of the value for each place in
  /// `nodes`, or -1 for a missing value.
  ///
  /// `nodes` has memory for ``indexCount`` indexes. The search uses the memory after the places as
  /// scratch memory.
  func locate(_ decoder: TapeDecoder, _ nodes: UnsafeMutablePointer<Int32>) throws

  /// Returns the place of the key `name`; `nil` for a key without a place.
  func place(of name: String) -> Int?

  /// Returns the index of the value for a key without a place.
  func node(ofOther name: String, _ decoder: TapeDecoder) -> Int?

  /// Returns the names of the keys that have values in this object.
  func names(_ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>) -> [String]

  /// Returns the error for a missing key.
  func missing(
    _ key: any CodingKey, _ decoder: TapeDecoder, _ nodes: UnsafePointer<Int32>
  ) -> any Error
}

/// The values that a mapping has found in one object, and the places of the keys of one coding key
/// type.
///
/// The cursor that owns the memory frees it, or uses it again for the next object.
@safe
struct LocatedNodes {
  unowned(unsafe) let keys: any LocatedKeys
  private let nodes: UnsafeMutablePointer<Int32>
  /// By number of the key: its place plus 1, or -1 for a key without a place, or 0 before the first
  /// request.
  private let places: UnsafeMutablePointer<Int16>

  /// Allocates the memory for `keys`. Mappings live as long as the process, so the reference is not
  /// counted.
  init(_ keys: any LocatedKeys) {
    unsafe self.keys = keys
    unsafe nodes = .allocate(capacity: max(keys.indexCount, 1))
    unsafe places = .allocate(capacity: 256)
    unsafe places.initialize(repeating: 0, count: 256)
  }

  func deallocate() {
    unsafe nodes.deallocate()
    unsafe places.deallocate()
  }

  func find(_ decoder: TapeDecoder) throws {
    try unsafe keys.locate(decoder, nodes)
  }

  /// Returns the index of the value for a key. `number` is -1 if keys have no numbers.
  @inline(__always)
  func node(
    of number: Int, _ name: @autoclosure () -> String, _ decoder: @autoclosure () -> TapeDecoder
  ) -> Int? {
    guard number >= 0 else { return node(of: name(), decoder()) }
    var place = unsafe Int(places[number])
    if place == 0 { place = learn(number, name()) }
    guard place > 0 else { return unsafe keys.node(ofOther: name(), decoder()) }
    let index = unsafe Int(nodes[place &- 1])
    return index >= 0 ? index : nil
  }

  private func node(of name: String, _ decoder: TapeDecoder) -> Int? {
    guard let place = unsafe keys.place(of: name) else {
      return unsafe keys.node(ofOther: name, decoder)
    }
    return unsafe nodes[place] >= 0 ? Int(nodes[place]) : nil
  }

  @inline(never)
  private func learn(_ number: Int, _ name: String) -> Int {
    let place = unsafe keys.place(of: name).map { $0 + 1 } ?? -1
    unsafe places[number] = Int16(clamping: place)
    return place
  }

  func names(_ decoder: TapeDecoder) -> [String] { unsafe keys.names(decoder, nodes) }

  func missing(_ key: any CodingKey, _ decoder: TapeDecoder) -> any Error {
    unsafe keys.missing(key, decoder, nodes)
  }
}
