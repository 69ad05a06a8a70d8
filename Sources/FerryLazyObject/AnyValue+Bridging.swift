import Ferry
import FerryFoundation
import FerryModels
import Foundation

extension AnyValue {
  /// The value that `object` stands for: a tree of dictionaries, arrays, texts, numbers, truth
  /// values and nothing, as `JSONSerialization` makes them, or anything that encodes itself. Dates are
  /// written by `format`, if there is one.
  /// - Returns: `nil` for something else.
  package init?(bridging object: Any?, dates format: (any LazyDateFormattable.Type)? = nil) {
    self.init(foundation: object) { other in
      switch other {
      case let date as Date where format != nil:
        (try? format?.convertFromDate(date)).flatMap { AnyValue(bridging: $0) }
      case let lazy as LazyObject: try? lazy.value()
      case let value as any Encodable: try? TreeCoding.encode(value, nonFinite: .native)
      case let url as NSURL: .string((url as URL).absoluteString)
      default: nil
      }
    }
  }
}
