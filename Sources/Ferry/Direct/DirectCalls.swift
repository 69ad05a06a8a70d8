import FerryTape
import Synchronization

/// The options of a coder behind a lock, with a version that grows with each change.
struct VersionedOptions<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  private let changes = Atomic(0)

  init(_ value: Value) { self.value = Mutex(value) }

  /// The number of changes. Options that are read after their version have at least that version.
  var version: Int { changes.load(ordering: .acquiring) }

  /// Reads from the options.
  func withLock<R: Sendable>(_ body: (Value) -> R) -> R { value.withLock { body($0) } }

  /// Changes the options.
  func change(_ body: (inout Value) -> Void) {
    value.withLock { body(&$0) }
    changes.add(1, ordering: .releasing)
  }
}

/// The settled options of a coder for direct coding.
@usableFromInline
protocol SettledOptions: Sendable {
  /// Whether the direct reader or writer supports all options.
  var isDirect: Bool { get }
}

/// The state of one call of direct coding: the settled options of the coder, and the context.
@usableFromInline
final class DirectCall<Options: SettledOptions>: @unchecked Sendable {
  // Sendable: one call at a time uses the object, between taking it from the pool and giving it
  // back.

  let options: Options
  /// Whether the direct reader or writer supports all options.
  @usableFromInline let isDirect: Bool
  @exclusivity(unchecked) fileprivate var storedContext: _WireContext
  /// The version of the coder's options, or `nil` if the options are those of one call.
  fileprivate let version: Int?

  fileprivate init(_ options: Options, _ context: _WireContext, version: Int?) {
    self.options = options
    isDirect = options.isDirect
    unsafe storedContext = context
    self.version = version
  }

  var context: _WireContext { unsafe storedContext }
}

/// The calls of a coder, whose state is kept from one call to the next.
///
/// For a small document, settling the options and making a context takes longer than coding.
struct DirectCalls<Options: SettledOptions>: ~Copyable, Sendable {
  private let idle = Pool<DirectCall<Options>>()

  /// Begins a call with the options of `version`. Calls with their own `userInfo` keep nothing.
  /// `make` returns the options and a context that is kept or not.
  func begin(
    version: Int, _ userInfo: [CodingUserInfoKey: any Sendable],
    _ make: (_ isKept: Bool) -> (Options, _WireContext)
  ) -> DirectCall<Options> {
    guard userInfo.isEmpty else {
      let (options, context) = make(false)
      return DirectCall(options, context, version: nil)
    }
    while let call = idle.take() {
      if call.version == version { return call }
    }
    let (options, context) = make(true)
    return DirectCall(options, context, version: version)
  }

  /// Ends a call that succeeded, and keeps its state for the next call unless the options have
  /// another version by now. A type that still has a strong reference to the context keeps it for
  /// itself.
  func end(_ call: consuming DirectCall<Options>, version: Int) {
    guard call.version == version, unsafe isKnownUniquelyReferenced(&call.storedContext) else {
      return
    }
    unsafe call.storedContext.endCall()
    idle.give(consume call)
  }

  /// Frees the state of earlier calls.
  func removeAll() {
    while idle.take() != nil {}
  }
}

/// The result of encoding a value directly.
@usableFromInline
enum DirectResult {
  case encoded
  /// A type's own code threw an error.
  case thrown(any Error)
  /// The value must be encoded through the tape, which also finds errors and their locations.
  case unsupported
}
