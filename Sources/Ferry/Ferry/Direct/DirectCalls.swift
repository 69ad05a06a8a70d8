public import FerryBase
internal import FerryCoding
import Synchronization

/// The settled options of a coder for direct coding.
@usableFromInline
package protocol SettledOptions: Sendable {
  /// Whether the direct reader or writer supports all options.
  var isDirect: Bool { get }
}

/// The part of the state of a call that does not depend on the options. Other modules check the
/// access to a stored property, whatever its attribute, so this class has the access.
@usableFromInline
package class CallState: @unchecked Sendable {
  // Sendable: one call at a time uses the object, between taking it from the pool and giving it
  // back.

  @exclusivity(unchecked) private var storedContext: _WireContext
  /// The version of the coder's options, or `nil` if the options are those of one call.
  @usableFromInline final let version: Int?

  @usableFromInline
  init(_ context: _WireContext, version: Int?) {
    unsafe storedContext = context
    self.version = version
  }

  @usableFromInline package final var context: _WireContext { unsafe storedContext }

  /// Ends the call. Returns whether the next call can use the state.
  @usableFromInline
  final func end(version: Int) -> Bool {
    guard self.version == version, unsafe isKnownUniquelyReferenced(&storedContext) else {
      return false
    }
    unsafe storedContext.endCall()
    return true
  }
}

/// The state of one call of direct coding: the settled options of the coder, and the context.
@usableFromInline
package final class DirectCall<Options: SettledOptions>: CallState, @unchecked Sendable {
  @usableFromInline package let options: Options
  /// Whether the direct reader or writer supports all options.
  @usableFromInline package let isDirect: Bool

  @inlinable
  init(_ options: Options, _ context: _WireContext, version: Int?) {
    self.options = options
    isDirect = options.isDirect
    super.init(context, version: version)
  }
}

extension DirectCall {
  /// Decodes a `T` directly with the reader that `makeReader` returns. `finish` checks that the
  /// reader is at the end of the document.
  /// - Returns: `nil` if the document must be decoded through the tape, which also finds errors and
  ///   their locations.
  /// - Throws: The error of a type's own code.
  @inlinable @inline(__always)
  package func decode<T: DirectDecodable, Reader: WireReader & ~Copyable>(
    _ type: T.Type, _ makeReader: () throws(WireFailure) -> Reader,
    finish: (inout Reader) throws(WireFailure) -> Void
  ) throws -> T? {
    var thrown: (any Error)?
    do throws(WireFailure) {
      var reader = try makeReader()
      do throws(WireFailure) {
        let value = try T(from: &reader)
        try finish(&reader)
        return value
      } catch {
        thrown = reader.context.thrownError(of: error)
      }
    } catch {}
    if let thrown { throw thrown }
    return nil
  }

  /// Encodes `value` directly with the writer that `makeWriter` returns. The document has about
  /// `estimate` bytes. `finish` sets the number of bytes, or returns the bytes if they did not fit.
  /// - Returns: `nil` if the value must be encoded through the tape, which also finds errors and
  ///   their locations.
  /// - Throws: The error of a type's own code.
  @inlinable @inline(__always)
  package func encode<T: DirectEncodable, Writer: WireWriter & ~Copyable>(
    _ value: T, estimate: Int, _ makeWriter: (MutableByteView) -> Writer,
    finish: (consuming Writer, inout Int) -> [UInt8]?
  ) throws -> [UInt8]? {
    var result = DirectResult.encoded
    let bytes = document(estimate: estimate + estimate / 8) { buffer, count in
      var writer = makeWriter(buffer)
      do throws(WireFailure) {
        try value.encode(to: &writer)
        return finish(writer, &count)
      } catch {
        result = writer.context.thrownError(of: error).map { .thrown($0) } ?? .unsupported
        return nil
      }
    }
    switch result {
    case .encoded: return withoutSpareMemory(bytes)
    case .thrown(let error): throw error
    case .unsupported: return nil
    }
  }
}

/// A class whose objects keep the state of calls.
@usableFromInline
package protocol KeptCalls: AnyObject, Sendable {
  /// Frees the state of earlier calls.
  func removeAll()
}

/// The calls of a coder, whose state is kept from one call to the next.
///
/// For a small document, settling the options and making a context takes longer than coding.
@usableFromInline
package final class DirectCalls<Options: SettledOptions>: KeptCalls {
  // Inlinable, because with unknown options each call needs metadata lookups.

  @usableFromInline let idle = Pool<DirectCall<Options>>()

  @inlinable
  package init() {}

  /// Begins a call with the options of `version`. Calls with their own `userInfo` keep nothing.
  /// `make` returns the options and a context that is kept or not.
  @inlinable
  package func begin(
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
  @inlinable
  package func end(_ call: consuming DirectCall<Options>, version: Int) {
    if call.end(version: version) { idle.give(consume call) }
  }

  @inlinable
  package func removeAll() {
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
