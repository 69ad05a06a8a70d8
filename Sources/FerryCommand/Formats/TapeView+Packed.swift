import FerryBytes
import FerryTape

extension TapeView {
  /// An element of the packed list at `list`, which has no node of its own.
  func number(_ element: Int, ofPackedList list: Int) -> AnyValue.Number {
    let (elements, type) = unsafe packed(list)
    return switch type {
    case .int64: unsafe .init(elements.load(fromByteOffset: 8 * element, as: Int64.self))
    case .double: unsafe .init(elements.load(fromByteOffset: 8 * element, as: Double.self))
    }
  }

  /// An element of the packed list at `list` as an integer, if it is one and fits.
  func integer(_ element: Int, ofPackedList list: Int) -> Int64? {
    let (elements, type) = unsafe packed(list)
    return switch type {
    case .int64: unsafe elements.load(fromByteOffset: 8 * element, as: Int64.self)
    case .double:
      unsafe DecimalParsing.wholeNumber(
        of: elements.load(fromByteOffset: 8 * element, as: Double.self), as: Int64.self)
    }
  }
}
