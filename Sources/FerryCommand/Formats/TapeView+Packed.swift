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
}
