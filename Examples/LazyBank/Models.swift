import FerryLazyObject
import Foundation

// The models of LazyObject's description, in today's spelling: a property that is sure to be there
// throws instead of ending the process.

class Bank: LazyObject {
  var money: Double { get throws { try objectFor(#function) } }
  var getPaid: Bool? { try? objectFor("get_paid") }
  var security: [Person]? { try? objectFor(#function) }
  var debt: Double { get throws { try objectFor("accounting.books.cooked") } }
}

class Person: LazyObject {
  var name: String { get throws { try objectFor(#function) } }
}

class Retirement: LazyObject, ISO8601Formattable {
  var date: Date? { try? dateFor(#function) }
}

class Object: LazyObject {
  var id: NSNumber? {
    get { try? objectFor(#function) }
    set { setObject(newValue, setter: #function) }
  }
}

/// The description extends `NSNumber`, which the library does already: so here is a number of our
/// own, converted in the same way.
struct Grouped: LazyConvertible {
  let number: NSNumber

  static func convert(value: Any?) throws -> Grouped {
    guard let string = value as? String else {
      throw LazyMappingError.unexpectedType(value, expected: String.self)
    }
    guard let number = formatter.number(from: string) else {
      throw LazyMappingError.customError(
        message: "'\(string)' is not a valid input for NSNumber instantiation")
    }
    return Grouped(number: number)
  }

  private static let formatter: NumberFormatter = {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.numberStyle = .decimal
    return formatter
  }()
}
