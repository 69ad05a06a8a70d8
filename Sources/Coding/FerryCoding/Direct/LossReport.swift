public import FerryBase
internal import Synchronization

/// The elements that `@Lossy` collections left out during a call.
///
/// ```swift
/// let report = LossReport()
/// let page = try JSON.Decoder().decode(Page.self, from: bytes, userInfo: [.lossReport: report])
/// for loss in report.losses { print(loss) }     // element 2: wrong type of value
/// ```
///
/// Any coder accepts a report, including Foundation's. If the call fails, the report may contain
/// some losses twice.
public final class LossReport: Sendable {
  /// An element that a lossy collection left out.
  public struct Loss: Sendable, Equatable, CustomStringConvertible {
    /// The index or the key of the element in its collection.
    public let element: WirePath.Step
    /// Why the element failed to decode.
    public let reason: String

    package init(_ element: WirePath.Step, reason: String) {
      self.element = element
      self.reason = reason
    }

    /// The element and the reason.
    public var description: String {
      let name =
        switch element {
        case .key(let key): "value of '\(key)'"
        case .index(let index), .keyOrIndex(let index): "element \(index)"
        case .wildcard: "elements"
        }
      return "\(name): \(reason)"
    }
  }

  private let found = Mutex<[Loss]>([])

  /// Creates an empty report.
  public init() {}

  /// The losses so far, in the order of the document.
  public var losses: [Loss] { found.withLock { $0 } }

  func append(_ loss: Loss) { found.withLock { $0.append(loss) } }
}

extension LossReport: CustomStringConvertible {
  /// One line for each loss, or `nothing was left out`.
  public var description: String {
    let losses = losses
    return losses.isEmpty
      ? "nothing was left out" : losses.map(\.description).joined(separator: "\n")
  }
}

extension CodingUserInfoKey {
  /// The key of the `LossReport` that collects the losses of a call.
  public static let lossReport = CodingUserInfoKey("ferry.lossReport")

  /// Creates a key of Ferry's own.
  package init(_ name: StaticString) {
    guard let key = CodingUserInfoKey(rawValue: "\(name)") else {
      preconditionFailure("any text is a key")
    }
    self = key
  }
}

/// The caller's options for a call of direct coding, for reading and writing.
class CallOptions: @unchecked Sendable, WireOptions {
  // Sendable, because the contents of this class and its subclasses never change.

  /// The `userInfo` of the call.
  let userInfo: [CodingUserInfoKey: any Sendable]
  private let observer: (any DecodingObserver)?

  init(
    userInfo: [CodingUserInfoKey: any Sendable], observer: (any DecodingObserver)? = nil
  ) {
    self.userInfo = userInfo
    self.observer = observer
  }

  var isObserved: Bool { observer != nil }

  func note(enumAt position: Int, tag: String?) { observer?.note(enumAt: position, tag: tag) }

  func report(_ failure: WireFailure, at index: Int, key: String?, in context: _WireContext) {
    guard let report = userInfo[.lossReport] as? LossReport else { return }
    let reason = context.problem(of: failure)?.reason ?? "\(failure.kind)"
    let loss = LossReport.Loss(key.map { .key($0) } ?? .index(index), reason: reason)
    guard context.holdsLosses else { return report.append(loss) }
    let held = context.heldLosses as? HeldReport ?? HeldReport(report)
    held.losses.append(loss)
    context.heldLosses = held
  }
}

/// Losses that wait until it is certain that the decoded value is used.
private final class HeldReport: HeldLosses {
  let target: LossReport
  var losses: [LossReport.Loss] = []

  init(_ target: LossReport) { self.target = target }

  func report() { losses.forEach(target.append) }
}
